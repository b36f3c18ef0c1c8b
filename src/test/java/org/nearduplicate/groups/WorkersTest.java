package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.GroupsJob.Worker;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * Every work unit is done once, by any worker or by the caller, and a worker has one at a time. A job finds the same, no
 * matter who does its work units; workers that are full or fail delay it.
 */
public class WorkersTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 64, 16, 4);

    /** The kinds of workers there are. */
    private static final int KINDS = 4;

    private static final int FAILS = 2;
    private static final int NEVER_FAILS = 3;

    private ExecutorService threads;
    private final List<Integer> own = new ArrayList<>();
    private final List<Integer> results = new ArrayList<>();

    @Override
    public void setUp() throws Exception {
        super.setUp();
        threads = Executors.newFixedThreadPool(3, new NamedThreadFactory("workers"));
    }

    @Override
    public void tearDown() throws Exception {
        TestUtil.shutdownExecutorService(threads);
        super.tearDown();
    }

    /** Returns what a worker of a kind answers a question with, or null if it does the work unit. */
    private static RuntimeException randomFailure(int kind) {
        return switch (kind) {
            case 0 -> new RejectedExecutionException();
            case 1 -> random().nextBoolean() ? new RejectedExecutionException() : null;
            case FAILS -> random().nextBoolean() ? new IllegalStateException("broken") : null;
            default -> null;
        };
    }

    public void testEveryUnitIsDoneOnce() {
        for (int i = 0; i < 100; i++) {
            own.clear();
            results.clear();
            List<CountingWorker> workers = new ArrayList<>();
            boolean oneNeverFails = false;
            int failing = 0;
            for (int count = random().nextInt(4); count > 0; count--) {
                int kind = random().nextInt(KINDS);
                oneNeverFails |= kind == NEVER_FAILS;
                failing += kind == FAILS ? 1 : 0;
                workers.add(new CountingWorker(() -> randomFailure(kind)));
            }
            int units = random().nextInt(30);
            run(workers, units, GroupsProgress.NONE);
            TreeSet<Integer> done = new TreeSet<>(own);
            done.addAll(results);
            assertEquals(units, own.size() + results.size());
            assertEquals(units, done.size());
            // What two fail with is the caller's.
            if (oneNeverFails && failing < 2) {
                assertEquals("what a worker can do", List.of(), own);
            }
        }
    }

    /** A worker without room is tried again after a while, 30 times in all, and when another work unit is done. */
    public void testFullWorkersAreTriedAgain() {
        AtomicInteger refusals = new AtomicInteger(30);
        CountingWorker worker = new CountingWorker(
                () -> refusals.getAndDecrement() > 0 ? new RejectedExecutionException() : null);
        run(List.of(worker), 3, GroupsProgress.NONE);
        assertEquals(List.of(), own);
        assertEquals(33, worker.asked);
        CountingWorker alwaysFull = new CountingWorker(() -> new RejectedExecutionException());
        run(List.of(alwaysFull), 3, GroupsProgress.NONE);
        assertEquals(3, own.size());
        assertEquals(33, alwaysFull.asked);
    }

    /** A worker that failed gets no other work unit, and of five workers that fail only two get the same one. */
    public void testFailedWorkersAreLeftAlone() {
        CountingWorker worker = new CountingWorker(() -> new IllegalStateException("broken"));
        run(List.of(worker), 3, GroupsProgress.NONE);
        assertEquals(List.of(0, 1, 2), own.stream().sorted().toList());
        assertEquals(1, worker.asked);
        own.clear();
        List<CountingWorker> five = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            five.add(new CountingWorker(() -> new IllegalStateException("broken")));
        }
        run(five, 1, GroupsProgress.NONE);
        assertEquals(List.of(0), own);
        assertEquals(2, five.stream().mapToInt(counting -> counting.asked).sum());
    }

    public void testAnswersAreCancelledWhenAUnitFailsForGood() {
        CompletableFuture<Integer> silent = new CompletableFuture<>();
        IllegalStateException failure = new IllegalStateException("wrong");
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class,
                        () -> run(
                                List.of(silent(silent), new CountingWorker(() -> null)), 2,
                                own::add,
                                result -> {
                                    throw failure;
                                }, GroupsProgress.NONE)));
        assertTrue(silent.isCancelled());
    }

    public void testWhatTheCallerFailsWithIsThrown() {
        IllegalStateException failure = new IllegalStateException("nobody can");
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class,
                        () -> run(List.of(new CountingWorker(() -> failure)), 1, unit -> {
                            throw failure;
                        }, results::add, GroupsProgress.NONE)));
        assertEquals(List.of(), results);
    }

    public void testWaitingForASilentWorkerCanBeStopped() {
        List<CountingWorker> silent = List.of(silent(new CompletableFuture<>()));
        expectThrows(Stopped.class, () -> run(silent, 1, CountingMonitor.ofChecks(2)));
        assertEquals(List.of(), results);
    }

    private CountingWorker silent(CompletableFuture<Integer> answer) {
        return new CountingWorker(() -> null) {
            @Override
            CompletableFuture<Integer> ask(int unit) {
                return answer;
            }
        };
    }

    private void run(List<CountingWorker> workers, int units, GroupsProgress monitor) {
        run(workers, units, own::add, results::add, monitor);
    }

    private void run(
            List<CountingWorker> workers, int units, Consumer<Integer> byCaller,
            Consumer<Integer> byWorkers, GroupsProgress monitor) {
        new SharedWork<CountingWorker, Integer, Integer>(
                workers, CountingWorker::ask, byCaller,
                (unit, result) -> {
                    assertEquals(unit, result);
                    byWorkers.accept(result);
                },
                Duration.ZERO, monitor)
                .run(IntStream.range(0, units).iterator());
    }

    /** Answers with the work unit, from another thread, but fails now and then. */
    private class CountingWorker {

        private final Supplier<RuntimeException> failure;
        private final AtomicInteger underWay = new AtomicInteger();
        private int asked;

        CountingWorker(Supplier<RuntimeException> failure) {
            this.failure = failure;
        }

        CompletableFuture<Integer> ask(int unit) {
            asked++;
            assertEquals("work units at a time", 1, underWay.incrementAndGet());
            RuntimeException e = failure.get();
            return CompletableFuture.supplyAsync(() -> {
                underWay.decrementAndGet();
                return unit;
            }, threads).thenCompose(
                    done -> e == null
                            ? CompletableFuture.completedFuture(done)
                            : CompletableFuture.failedFuture(e));
        }
    }

    public void testWorkersFindTheSame() throws IOException {
        for (int i = 0; i < 5; i++) {
            Corpus corpus = Corpus.random(random(), atLeast(60));
            Verify verify = randomFrom(random(), Verify.values());
            GroupsOptions options = JobAnswer.withMaxBucketTexts(
                    JobAnswer.withRandomPeers(
                            random(),
                            JobAnswer.randomOptions(
                                    random(), verify,
                                    corpus.randomMinSimilarity(verify == Verify.EXACT))),
                    TestUtil.nextInt(random(), 2, 20));
            assertSame(corpus, options, random().nextInt(KINDS));
        }
    }

    /** Equal texts are connected, so there is work for all. */
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
                    new LocalWorker(shards, corpus.scheme(), options, () -> null),
                    new LocalWorker(shards, corpus.scheme(), options, () -> null));
            JobAnswer shared = JobAnswer.of(
                    shards, SCHEME, options, workers, GroupsProgress.NONE);
            assertEquals(20, shared.counts().get(Count.PARTS));
            for (LocalWorker worker : workers) {
                assertTrue(worker.done + " work units", worker.done >= 2);
            }
        }
    }

    private void assertSame(Corpus corpus, GroupsOptions options, int count) throws IOException {
        try (TextShards layout = new TextShards(
                corpus, random(), TestUtil.nextInt(random(), 1, 3), false)) {
            List<Shard> shards = layout.open(
                    corpus.randomFilter().query(), options.peers());
            JobAnswer whole = JobAnswer.of(shards, corpus.scheme(), options);
            CountingMonitor alone = CountingMonitor.unlimited();
            JobAnswer.of(shards, corpus.scheme(), options, List.of(), alone);
            CountingMonitor monitor = CountingMonitor.unlimited();
            List<LocalWorker> workers = new ArrayList<>();
            for (int worker = 0; worker < count; worker++) {
                int kind = random().nextInt(KINDS);
                workers.add(new LocalWorker(shards, corpus.scheme(), options,
                        () -> randomFailure(kind)));
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

    /** Works in another thread, but fails now and then. */
    private final class LocalWorker implements Worker {

        private final List<Shard> shards;
        private final Scheme scheme;
        private final GroupsOptions options;
        private final Supplier<RuntimeException> failure;
        private int done;

        /**
         * @param failure fails a call, or is null if it is answered
         */
        LocalWorker(
                List<Shard> shards, Scheme scheme, GroupsOptions options,
                Supplier<RuntimeException> failure) {
            this.shards = shards;
            this.scheme = scheme;
            this.options = options;
            this.failure = failure;
        }

        @Override
        public CompletableFuture<RangeLinks> link(KeyRange range) {
            return answer(monitor -> job(monitor).linkUnit(range));
        }

        @Override
        public CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
            return answer(monitor -> {
                TopResults listing = new TopResults(JobAnswer.ALL, options.keep(), monitor);
                GroupsCounts counts = job(monitor).groupUnit(parts, blocks, listing::add);
                return listing.found(counts, 0);
            });
        }

        /** Has as little memory as a work unit may have. */
        private GroupsJob job(GroupsProgress monitor) {
            return new GroupsJob(shards, scheme, options, 0, monitor);
        }

        private <T> CompletableFuture<T> answer(Function<GroupsProgress, T> work) {
            RuntimeException failed = failure.get();
            if (failed != null) {
                return CompletableFuture.failedFuture(failed);
            }
            done++;
            return CompletableFuture.supplyAsync(
                    () -> work.apply(CountingMonitor.unlimited()), threads);
        }
    }
}
