package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that work at the same time, each on the next thing that no other has begun. */
final class Clients {

    private static final double NANOS = 1e9;

    private Clients() {}

    /** Something to be done, by number. */
    @FunctionalInterface
    interface Work {

        void run(int number) throws IOException;
    }

    /**
     * Does the work 0 … count − 1.
     *
     * @return how much was done a second
     * @throws IllegalStateException if some of it fails
     */
    static double throughput(int clients, int count, Work work) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> client = () -> {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                work.run(i);
            }
            return null;
        };
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            all.add(client);
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            long start = System.nanoTime();
            for (Future<Void> done : threads.invokeAll(all)) {
                done.get();
            }
            return count * NANOS / (System.nanoTime() - start);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client failed", e.getCause());
        }
    }
}
