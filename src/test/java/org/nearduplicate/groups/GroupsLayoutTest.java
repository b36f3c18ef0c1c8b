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
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;

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
                if (verify == Verify.EXACT) {
                    corpus.ignoreSome();
                }
                GroupsOptions options = JobAnswer.randomOptions(
                        random(), verify, corpus.randomMinSimilarity(verify == Verify.EXACT));
                options = JobAnswer.withMaxBucketTexts(
                        JobAnswer.withRandomPeers(
                                random(), JobAnswer.ignoring(options, corpus)),
                        TestUtil.nextInt(random(), 2, 20));
                assertSameInAnyLayout(
                        corpus, corpus.randomFilter(),
                        random().nextBoolean() ? options : JobAnswer.withoutAllPairs(options),
                        threads);
            }
            List<String> texts = IntStream.range(0, 60).mapToObj(i -> "a b c d e f w" + i).toList();
            // Of bands of two rows nothing is left to cut by but signatures.
            for (int rows : new int[] {BandRows.FEWEST, BandRows.MOST}) {
                Corpus corpus = Corpus.of(random(), Schemes.words(1, 128, 20, rows), texts);
                GroupsOptions options = JobAnswer.withMaxBucketTexts(
                        JobAnswer.randomOptions(random(), Verify.SIGNATURE, 0.3), 2);
                GroupsCounts counts =
                        assertSameInAnyLayout(corpus, Filter.ALL, options, threads);
                assertTrue("no bucket was limited", counts.get(Count.LIMITED_BUCKETS) > 0);
            }
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
                    shards.open(filter.query(), options.peers()), corpus.scheme(), options);
        }
        for (int perIndex : new int[] {1, 1, 2, 7}) {
            try (TextShards layout = new TextShards(
                    corpus, random(), perIndex, random().nextBoolean())) {
                List<Shard> shards = layout.open(filter.query(), options.peers());
                JobAnswer again = JobAnswer.of(
                        random().nextBoolean() ? shards : remote(shards, threads),
                        corpus.scheme(), options);
                String context = options + ", " + corpus.scheme() + ", " + layout;
                assertEquals(
                        context, TestCounts.inAnyLayout(first.counts(), options),
                        TestCounts.inAnyLayout(again.counts(), options));
                assertEquals(context, first.groups(), again.groups());
                assertEquals(context, first.pairs(), again.pairs());
                long memory = random().nextInt(4) == 0 ? 0 : random().nextInt(30_000);
                JobAnswer inParts = JobAnswer.of(
                        random().nextBoolean() ? shards : remote(shards, threads),
                        corpus.scheme(), options, memory, GroupsProgress.NONE);
                context += ", memory " + memory;
                assertFirstOnes(shards, corpus, options, memory, inParts);
                assertEquals(context, first.groups(), inParts.groups());
                assertEquals(context, first.pairs(), inParts.pairs());
                assertEquals(
                        context,
                        TestCounts.withoutComparisons(
                                TestCounts.inAnyLayout(first.counts(), options)),
                        TestCounts.withoutComparisons(
                                TestCounts.inAnyLayout(inParts.counts(), options)));
            }
        }
        return first.counts();
    }

    /** Only the first groups and pairs are listed, and the memory of the others is given back. */
    private static void assertFirstOnes(
            List<Shard> shards, Corpus corpus, GroupsOptions options, long memory, JobAnswer all) {
        CountingMonitor monitor = CountingMonitor.unlimited();
        int size = random().nextInt(all.groups().size() + 2);
        int max = random().nextInt(all.pairs().size() + 2);
        TopResults listing = new TopResults(
                new TopResults.Limits(size, Integer.MAX_VALUE, max), options.keep(), monitor);
        new GroupsJob(shards, corpus.scheme(), options, memory, GroupsProgress.NONE)
                .run(listing::add, List.of(), null);
        assertEquals(first(size, all.groups()), listing.groups());
        assertEquals(first(max, all.pairs()), listing.pairs());
        long listed = listing.pairs().size()
                + listing.groups().stream().mapToLong(Group::size).sum();
        assertTrue(monitor.reserved() + " bytes", monitor.reserved() >= 160 * listed);
        assertTrue(monitor.reserved() + " bytes", monitor.reserved() <= 500 * listed);
    }

    private static <T> List<T> first(int count, List<T> all) {
        return all.subList(0, Math.min(count, all.size()));
    }

    private static List<Shard> remote(List<Shard> shards, ExecutorService threads) {
        return shards.stream().<Shard>map(shard -> new RemoteShard(shard, threads, null, null))
                .toList();
    }
}
