package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;

/**
 * The answer is the same for any number of shards and segments, any index sort, and shards that
 * answer from other threads, limited buckets included.
 */
public class GroupsLayoutTest extends LuceneTestCase {

    private static final int CORPORA = 3;

    public void testAnyLayoutGivesTheSame() throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(
                3, new NamedThreadFactory("shards"));
        try {
            for (int i = 0; i < CORPORA; i++) {
                Corpus corpus = Corpus.random(random(), atLeast(90));
                Verify verify = randomFrom(random(), Verify.values());
                GroupsOptions options = JobAnswer.randomOptions(
                        random(), verify, corpus.randomMinSimilarity(verify == Verify.EXACT));
                options = JobAnswer.withMaxBucketTexts(
                        options, TestUtil.nextInt(random(), 2, 20));
                assertSameInAnyLayout(
                        corpus, corpus.randomFilter(),
                        random().nextBoolean() ? options : JobAnswer.withoutAllPairs(options),
                        threads);
            }
            List<String> texts = IntStream.range(0, 60).mapToObj(i -> "a b c d e f w" + i).toList();
            Corpus corpus = Corpus.of(random(), Schemes.words(1, 64, 64, 1), texts);
            GroupsOptions options = JobAnswer.withMaxBucketTexts(
                    JobAnswer.randomOptions(random(), Verify.SIGNATURE, 0.3), 2);
            GroupsCounts counts = assertSameInAnyLayout(corpus, Filter.ALL, options, threads);
            assertTrue("no bucket was limited", counts.limitedBuckets() > 0);
        } finally {
            TestUtil.shutdownExecutorService(threads);
        }
    }

    private static GroupsCounts assertSameInAnyLayout(
            Corpus corpus, Filter filter, GroupsOptions options, ExecutorService threads)
            throws IOException {
        JobAnswer first;
        try (TextShards shards = new TextShards(corpus, random(), 1, true)) {
            first = JobAnswer.of(
                    shards.open(filter.query()), corpus.scheme(), options);
        }
        for (int perIndex : new int[] {1, 1, 2, 7}) {
            try (TextShards layout = new TextShards(
                    corpus, random(), perIndex, random().nextBoolean())) {
                List<Shard> shards = layout.open(filter.query());
                JobAnswer again = JobAnswer.of(
                        random().nextBoolean() ? shards : remote(shards, threads),
                        corpus.scheme(), options);
                String context = options + ", " + corpus.scheme() + ", " + layout;
                assertEquals(context, first.counts(), again.counts());
                assertEquals(context, first.groups(), again.groups());
                assertEquals(context, first.pairs(), again.pairs());
            }
        }
        return first.counts();
    }

    private static List<Shard> remote(List<Shard> shards, ExecutorService threads) {
        return shards.stream().<Shard>map(shard -> RemoteShard.of(shard, threads)).toList();
    }
}
