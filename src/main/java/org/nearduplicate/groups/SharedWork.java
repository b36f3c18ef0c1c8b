package org.nearduplicate.groups;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.job.JobMonitor;

/**
 * Shares work units out among workers. A worker has one work unit at a time. If it is full, or fails, another worker does
 * the work unit. If two fail, or no worker is left, the caller does it. So the failure of one node alone does not end the
 * job, and what fails everywhere soon fails here. Runs in one thread, which waits for the workers.
 *
 * @param <W> a worker
 * @param <U> a work unit
 * @param <R> its result
 */
final class SharedWork<W, U, R> {

    private static final int ATTEMPTS = 2;

    /** How often, in all, full workers are tried again when there is nothing else to wait for. */
    private static final int PAUSES = 30;

    private final BiFunction<W, U, CompletableFuture<R>> question;
    private final Consumer<U> own;
    private final BiConsumer<U, R> results;
    private final JobMonitor monitor;
    private final Duration pause;

    private final Set<W> idle;
    private final Set<W> full = new LinkedHashSet<>();
    private final Map<W, UnderWay<U, R>> underWay = new LinkedHashMap<>();
    private final Queue<WorkUnit<U>> givenBack = new ArrayDeque<>();
    private final Queue<WorkUnit<U>> forCaller = new ArrayDeque<>();
    private int pausesLeft = PAUSES;

    /**
     * @param question sends a work unit to a worker
     * @param own does a work unit in the thread that calls
     * @param results takes what workers did, in that thread
     * @param pause for how long workers are left alone that are full
     */
    SharedWork(
            Collection<? extends W> workers,
            BiFunction<W, U, CompletableFuture<R>> question,
            Consumer<U> own, BiConsumer<U, R> results, Duration pause, JobMonitor monitor) {
        this.idle = new LinkedHashSet<>(workers);
        this.question = question;
        this.own = own;
        this.results = results;
        this.pause = pause;
        this.monitor = monitor;
    }

    /**
     * A work unit.
     *
     * @param failures how many workers failed with it
     */
    private record WorkUnit<U>(U work, int failures) {}

    private record UnderWay<U, R>(WorkUnit<U> unit, CompletableFuture<R> answer) {}

    /**
     * Has all work done. When one work unit fails for good, the answers to others are cancelled.
     *
     * @param work the work units; the next one is taken when a worker is idle
     * @throws RuntimeException what a work unit failed with that the caller did, or what the monitor stopped the job with
     */
    void run(Iterator<U> work) {
        try {
            do {
                handOut(work);
                if (forCaller.isEmpty() == false) {
                    doOne(forCaller.poll());
                } else if (underWay.isEmpty() == false) {
                    awaitAny();
                    collect();
                } else if (full.isEmpty() == false && pausesLeft > 0 && hasNext(work)) {
                    pausesLeft--;
                    Await.pause(pause, monitor);
                    retryFullWorkers();
                } else if (hasNext(work)) {
                    doOne(next(work));
                }
            } while (underWay.isEmpty() == false || forCaller.isEmpty() == false || hasNext(work));
        } finally {
            underWay.values().forEach(sent -> sent.answer.cancel(false));
        }
    }

    private void handOut(Iterator<U> work) {
        while (idle.isEmpty() == false && hasNext(work)) {
            WorkUnit<U> unit = next(work);
            W worker = idle.iterator().next();
            idle.remove(worker);
            underWay.put(worker, new UnderWay<>(unit, question.apply(worker, unit.work)));
        }
    }

    private boolean hasNext(Iterator<U> work) {
        return givenBack.isEmpty() == false || work.hasNext();
    }

    private WorkUnit<U> next(Iterator<U> work) {
        WorkUnit<U> unit = givenBack.poll();
        return unit == null ? new WorkUnit<>(work.next(), 0) : unit;
    }

    private void doOne(WorkUnit<U> unit) {
        own.accept(unit.work);
        retryFullWorkers();
    }

    private void awaitAny() {
        CompletableFuture<?>[] answers = underWay.values()
                .stream()
                .map(sent -> sent.answer.handle((answer, failure) -> null))
                .toArray(CompletableFuture[]::new);
        Await.answer(CompletableFuture.anyOf(answers), monitor);
    }

    private void collect() {
        for (W worker : List.copyOf(underWay.keySet())) {
            if (underWay.get(worker).answer.isDone()) {
                collect(worker, underWay.remove(worker));
            }
        }
    }

    private void collect(W worker, UnderWay<U, R> sent) {
        if (sent.answer.isCompletedExceptionally() == false) {
            results.accept(sent.unit.work, sent.answer.join());
            idle.add(worker);
            retryFullWorkers();
        } else if (sent.answer.exceptionNow() instanceof RejectedExecutionException) {
            givenBack.add(sent.unit);
            full.add(worker);
        } else {
            int failures = sent.unit.failures + 1;
            (failures < ATTEMPTS ? givenBack : forCaller)
                    .add(new WorkUnit<>(sent.unit.work, failures));
        }
    }

    private void retryFullWorkers() {
        idle.addAll(full);
        full.clear();
    }
}
