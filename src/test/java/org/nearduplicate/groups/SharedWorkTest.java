package org.nearduplicate.groups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsProgress;

/** Every work unit is done once, whoever does it, and a worker has one at a time. */
public class SharedWorkTest extends WorkersTestCase {

    private final List<Integer> own = new ArrayList<>();
    private final List<Integer> results = new ArrayList<>();

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

    public void testWhoFailedIsNotAskedAgain() {
        CountingWorker worker = new CountingWorker(() -> new IllegalStateException("broken"));
        run(List.of(worker), 3, GroupsProgress.NONE);
        assertEquals(List.of(0, 1, 2), own.stream().sorted().toList());
        assertEquals(1, worker.asked());
    }

    /** One that has no room is asked again after a while, 30 times in all, and when another work unit is done. */
    public void testWhoIsFullIsAskedAgain() {
        AtomicInteger refusals = new AtomicInteger(30);
        CountingWorker worker = new CountingWorker(
                () -> refusals.getAndDecrement() > 0 ? new Worker.BusyWorkerException(null) : null);
        run(List.of(worker), 3, GroupsProgress.NONE);
        assertEquals(List.of(), own);
        assertEquals(33, worker.asked());
        CountingWorker alwaysFull = new CountingWorker(() -> new Worker.BusyWorkerException(null));
        run(List.of(alwaysFull), 3, GroupsProgress.NONE);
        assertEquals(3, own.size());
        assertEquals(33, alwaysFull.asked());
    }

    /** What two of them fail with others are not asked for. */
    public void testNotAllFailWithTheSame() {
        List<CountingWorker> workers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            workers.add(new CountingWorker(() -> new IllegalStateException("broken")));
        }
        run(workers, 1, GroupsProgress.NONE);
        assertEquals(List.of(0), own);
        assertEquals(2, workers.stream().mapToInt(CountingWorker::asked).sum());
    }

    public void testAnswersAreCancelledWhenAUnitFailsForGood() {
        CompletableFuture<Integer> silent = new CompletableFuture<>();
        List<CountingWorker> workers = List.of(
                new CountingWorker(() -> null) {
                    @Override
                    CompletableFuture<Integer> ask(int unit) {
                        return silent;
                    }
                },
                new CountingWorker(() -> null));
        IllegalStateException failure = new IllegalStateException("wrong");
        SharedWork<Integer, Integer> work = new SharedWork<>(
                workers, (worker, unit) -> ((CountingWorker) worker).ask(unit), own::add,
                (unit, result) -> {
                    throw failure;
                },
                Duration.ZERO, GroupsProgress.NONE);
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class, () -> work.run(List.of(1, 2).iterator())));
        assertTrue(silent.isCancelled());
    }

    public void testWhatTheCallerFailsWithIsThrown() {
        IllegalStateException failure = new IllegalStateException("nobody can");
        SharedWork<Integer, Integer> work = new SharedWork<>(
                List.of(new CountingWorker(() -> failure)),
                (worker, unit) -> ((CountingWorker) worker).ask(unit),
                unit -> {
                    throw failure;
                },
                (unit, result) -> fail("not done"), Duration.ZERO, GroupsProgress.NONE);
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class, () -> work.run(List.of(1).iterator())));
    }

    public void testWaitingForASilentWorkerCanBeStopped() {
        Worker silent = new CountingWorker(() -> null) {
            @Override
            CompletableFuture<Integer> ask(int unit) {
                return new CompletableFuture<>();
            }
        };
        expectThrows(
                Stopped.class,
                () -> run(List.of((CountingWorker) silent), 1, CountingMonitor.ofChecks(2)));
        assertEquals(List.of(), results);
    }

    private void run(List<CountingWorker> workers, int units, GroupsProgress monitor) {
        new SharedWork<Integer, Integer>(
                workers, (worker, unit) -> ((CountingWorker) worker).ask(unit), own::add,
                (unit, result) -> {
                    assertEquals(unit, result);
                    results.add(result);
                },
                Duration.ZERO, monitor)
                .run(IntStream.range(0, units).iterator());
    }

    /** Answers with the work unit, from another thread, but fails now and then. */
    private class CountingWorker implements Worker {

        private final Supplier<RuntimeException> failure;
        private final AtomicInteger underWay = new AtomicInteger();
        private int asked;

        CountingWorker(Supplier<RuntimeException> failure) {
            this.failure = failure;
        }

        int asked() {
            return asked;
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

        @Override
        public CompletableFuture<RangeLinks> link(KeyRange range) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
            throw new UnsupportedOperationException();
        }
    }
}
