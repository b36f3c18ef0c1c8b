package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLengthBetween;
import static org.elasticsearch.test.ESTestCase.randomArray;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomByteArrayOfLength;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIdentifier;
import static org.elasticsearch.test.ESTestCase.randomInt;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomUnicodeOfLengthBetween;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.peers.RandomPeers;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.lucene.Verify;

/** Random parts of messages to shards. */
public final class RandomMessages {

    private RandomMessages() {}

    static OriginalIndices indices() {
        return new OriginalIndices(
                randomArray(0, 3, String[]::new, () -> randomIdentifier()),
                randomFrom(
                        IndicesOptions.strictExpandOpen(),
                        IndicesOptions.lenientExpandOpen(),
                        IndicesOptions.strictSingleIndexNoExpandForbidClosed()));
    }

    /** Returns a shard that may be asked. */
    public static ShardTarget target() {
        return new ShardTarget(
                indices(),
                new ShardId(randomIdentifier(), randomAlphaOfLength(5), between(0, 1000)),
                randomBoolean() ? AliasFilter.EMPTY : AliasFilter.of(query(), "one", "two"),
                number());
    }

    static ShardView view() {
        return new ShardView(
                randomIdentifier(),
                randomBoolean(),
                randomBoolean() ? null : randomFrom(Verify.values()),
                randomBoolean()
                        ? IgnoredTexts.NONE
                        : new IgnoredTexts(List.of(randomIdentifier(), randomIdentifier())),
                query(),
                randomBoolean() ? null : randomIdentifier(),
                randomBoolean(),
                RandomPeers.options(),
                between(1, 1_000_000));
    }

    static QueryBuilder query() {
        return randomBoolean()
                ? new MatchAllQueryBuilder()
                : new TermQueryBuilder(randomIdentifier(), randomInt());
    }

    static ShardHandle handle() {
        return new ShardHandle(
                inSession(), new ShardId(randomIdentifier(), randomAlphaOfLength(5), 0),
                randomAlphaOfLength(22), description());
    }

    /** Returns some shards, one at least. */
    public static List<ShardHandle> handles() {
        return randomList(1, 3, RandomMessages::handle);
    }

    static ShardDescription description() {
        return new ShardDescription(
                between(0, Integer.MAX_VALUE),
                new ShardDocuments(number(), number(), number(), number(), number()),
                RandomFields.description(), 0,
                randomBoolean() ? null : randomIdentifier(), "");
    }

    public static DocumentName name() {
        byte[] key = randomByteArrayOfLength(between(0, 12));
        return new DocumentName(
                randomUnicodeOfLengthBetween(1, 20),
                randomBoolean() ? null : randomUnicodeOfLengthBetween(0, 20),
                randomBoolean() ? null : new BytesRef(key));
    }

    static ScanPosition position() {
        return new ScanPosition(number(), between(0, Integer.MAX_VALUE - 1));
    }

    static SessionCalls.Scan scan() {
        return new SessionCalls.Scan(
                position(),
                new ScanOptions(
                        between(1, 2), between(2, 6), between(1, 1 << 30), between(1, 1 << 30),
                        number()));
    }

    static BandBlock block() {
        return new BandBlock(
                number(), position(), randomByteArrayOfLength(randomFrom(0, between(1, 100))));
    }

    static SessionCalls.Session inSession() {
        return new SessionCalls.Session(indices(), session());
    }

    static String session() {
        return randomAlphaOfLengthBetween(1, 20);
    }

    /** Returns numbers of documents, often none. */
    public static int[] documents() {
        return IntStream.generate(() -> (int) Math.min(number(), Integer.MAX_VALUE - 1))
                .limit(randomFrom(0, 1, between(2, 100)))
                .sorted()
                .toArray();
    }

    /** Returns small numbers and large ones. */
    public static long number() {
        return randomFrom(0L, 1L, (long) between(2, 1_000_000), 1L << 40, Long.MAX_VALUE);
    }
}
