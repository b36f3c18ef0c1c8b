package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Whoever does a work unit of a job, it finds the same; workers that are full or fail delay it. */
public class WorkersTest extends WorkersTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 64, 16, 4);

    public void testWorkersFindTheSame() throws IOException {
        for (int i = 0; i < 5; i++) {
            Corpus corpus = Corpus.random(random(), atLeast(60));
            Verify verify = randomFrom(random(), Verify.values());
            GroupsOptions options = JobAnswer.withMaxBucketTexts(
                    JobAnswer.randomOptions(
                            random(), verify, corpus.randomMinSimilarity(verify == Verify.EXACT)),
                    TestUtil.nextInt(random(), 2, 20));
            assertSame(corpus, options, random().nextInt(KINDS));
        }
    }

    /** Equal texts hang together, so there is work for all. */
    public void testAllHaveWork() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            texts.add("text of " + i / 2);
        }
        Corpus corpus = Corpus.of(random(), SCHEME, texts);
        GroupsOptions options = JobAnswer.randomOptions(random(), Verify.SIGNATURE, 1);
        try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
            List<Shard> shards = layout.open(Filter.ALL.query());
            List<LocalWorker> workers = List.of(
                    worker(shards, corpus, options, () -> null),
                    worker(shards, corpus, options, () -> null));
            JobAnswer shared = JobAnswer.of(
                    shards, SCHEME, options, workers, GroupsProgress.NONE);
            assertEquals(20, shared.counts().get(Count.PARTS));
            for (LocalWorker worker : workers) {
                assertTrue(worker.done() + " work units", worker.done() >= 2);
            }
        }
    }

    private void assertSame(Corpus corpus, GroupsOptions options, int count) throws IOException {
        try (TextShards layout = new TextShards(
                corpus, random(), TestUtil.nextInt(random(), 1, 3), false)) {
            List<Shard> shards = layout.open(corpus.randomFilter().query());
            JobAnswer whole = JobAnswer.of(shards, corpus.scheme(), options);
            CountingMonitor alone = CountingMonitor.unlimited();
            JobAnswer.of(shards, corpus.scheme(), options, List.of(), alone);
            CountingMonitor monitor = CountingMonitor.unlimited();
            List<LocalWorker> workers = new ArrayList<>();
            for (int worker = 0; worker < count; worker++) {
                int kind = random().nextInt(KINDS);
                workers.add(worker(shards, corpus, options, () -> randomFailure(kind)));
            }
            JobAnswer shared = JobAnswer.of(shards, corpus.scheme(), options, workers, monitor);
            assertEquals(whole.groups(), shared.groups());
            assertEquals(whole.pairs(), shared.pairs());
            assertEquals(
                    TestCounts.withoutComparisons(whole.counts()),
                    TestCounts.withoutComparisons(shared.counts()));
            assertEquals("given back", alone.reserved(), monitor.reserved());
        }
    }

    private LocalWorker worker(
            List<Shard> shards, Corpus corpus, GroupsOptions options,
            Supplier<RuntimeException> failure) {
        return new LocalWorker(shards, corpus.scheme(), options, threads, failure);
    }
}
