package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomByteArrayOfLength;
import static org.elasticsearch.test.ESTestCase.randomFloat;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIdentifier;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomMap;

import java.util.Map;
import org.elasticsearch.core.Tuple;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkContext;
import org.nearduplicate.elasticsearch.peers.RandomPeers;
import org.nearduplicate.elasticsearch.shards.RandomMessages;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.KeeperOrder.KeeperCandidate;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.part.TopResults.RankedGroup;
import org.nearduplicate.groups.part.TopResults.RankedPair;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/** Random parts of what nodes are asked for, and of what they answer. */
final class RandomWork {

    private RandomWork() {}

    private static GroupsOptions options() {
        return new GroupsOptions(
                between(1, 100) / 100.0, between(2, 6), randomFrom(Verify.values()),
                randomFrom(Method.values()), randomFrom(Keep.values()), between(2, 1_000_000),
                between(2, 100_000),
                randomBoolean(), RandomPeers.format(),
                randomFrom(0, between(1, 100_000)));
    }

    static KeyRange range() {
        long from = RandomMessages.number();
        return new KeyRange(from, randomBoolean() ? from : Long.MAX_VALUE);
    }

    static RangeLinks links() {
        int[] documents = RandomMessages.documents();
        int[] first = new int[documents.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = between(0, i);
        }
        return new RangeLinks(
                documents, first, RandomMessages.documents(), RandomMessages.documents(),
                blocks(),
                counts());
    }

    private static GroupsCounts counts() {
        GroupsCounts counts = GroupsCounts.NONE;
        for (Count count : Count.values()) {
            counts = counts.with(count, RandomMessages.number());
        }
        return counts;
    }

    private static Map<Long, byte[]> blocks() {
        return randomMap(
                0, 3,
                () -> Tuple.tuple(
                        RandomMessages.number(), randomByteArrayOfLength(between(0, 50))));
    }

    static WorkCalls.Parts parts() {
        return new WorkCalls.Parts(randomList(0, 5, RandomMessages::documents), blocks());
    }

    static WorkContext context() {
        return new WorkContext(
                RandomMessages.handles(), options(),
                new TopResults.Limits(
                        between(0, 1_000), between(1, 10_000), RandomMessages.number()),
                randomBoolean() ? null : written());
    }

    static RunIndex written() {
        return new RunIndex(randomIdentifier(), randomAlphaOfLength(22));
    }

    static WorkerGroups found() {
        return new WorkerGroups(
                counts(),
                randomList(0, 3, RandomWork::group), randomList(0, 3, RandomWork::pair),
                RandomMessages.number());
    }

    private static RankedGroup group() {
        return new RankedGroup(
                new Group(
                        RandomMessages.number(), between(1, 1 << 30), document(),
                        randomList(0, 3, () -> new Member(document(), randomFloat())),
                        randomFloat(), randomBoolean()),
                candidate());
    }

    private static RankedPair pair() {
        return new RankedPair(
                new Pair(document(), document(), randomFloat()), randomBoolean(), candidate(),
                candidate());
    }

    private static KeeperCandidate candidate() {
        return new KeeperCandidate(
                between(1, 1 << 30), randomIdentifier(), RandomMessages.name());
    }

    private static Document document() {
        return new Document(
                randomIdentifier(), randomAlphaOfLength(between(1, 20)),
                randomBoolean() ? null : randomIdentifier());
    }
}
