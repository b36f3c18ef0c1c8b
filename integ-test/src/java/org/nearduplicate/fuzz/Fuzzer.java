package org.nearduplicate.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.nearduplicate.mutation.RequestText;

/** Sends requests over a few connections at once, and keeps those that are answered wrongly. */
final class Fuzzer {

    /** More would fill the queues of the server, and be refused for that. */
    private static final int CONNECTIONS = 4;

    /** What requests create is deleted before it is too much for a small server. */
    private static final int SWEEP = 500;

    /** So many are enough to see what is wrong. */
    private static final int ENOUGH = 20;

    private static final int SHOWN = 2_000;

    private final FuzzedServer server;
    private final Requests requests;
    /** Requests share it and a sweep has it alone: an index is not deleted under a request that needs it. */
    private final ReadWriteLock sweeping = new ReentrantReadWriteLock();
    private final List<String> findings = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();

    /** Gives requests by their number. */
    @FunctionalInterface
    interface Requests {

        RequestText get(long number) throws IOException;
    }

    Fuzzer(FuzzedServer server, Requests requests) {
        this.server = server;
        this.requests = requests;
    }

    /** Sends requests 0 to {@code count} - 1, and returns how many had each status. */
    Map<Integer, Integer> send(long count) throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                running.add(threads.submit(() -> {
                    sendFrom(next, count);
                    return null;
                }));
            }
            for (Future<?> thread : running) {
                thread.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        return statuses;
    }

    /** Fails if an answer was wrong, with all that is needed to send the request again. */
    void report(String origin) throws IOException {
        if (findings.isEmpty()) {
            return;
        }
        Path file = Path.of("target", "fuzz-findings.txt");
        Files.write(
                file, findings, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        throw new AssertionError(
                findings.size() + " wrong answers to " + origin + ", also in ["
                        + file.toAbsolutePath() + "]:\n\n" + String.join("\n", findings));
    }

    private void sendFrom(AtomicLong next, long count) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.address())) {
            for (long number = next.getAndIncrement(); number < count
                    && findings.size() < ENOUGH; number = next.getAndIncrement()) {
                if (number % SWEEP == SWEEP - 1) {
                    sweep();
                }
                sweeping.readLock().lock();
                try {
                    send(connection, number, requests.get(number));
                } finally {
                    sweeping.readLock().unlock();
                }
            }
        }
    }

    private void sweep() throws IOException {
        sweeping.writeLock().lock();
        try {
            server.sweep();
        } finally {
            sweeping.writeLock().unlock();
        }
    }

    private void send(HttpConnection connection, long number, RequestText request)
            throws IOException {
        if (KnownFaults.unanswered(request)) {
            return;
        }
        Optional<String> complaint;
        String answered = "";
        try {
            HttpAnswer answer = connection.send(request);
            statuses.merge(answer.status(), 1, Integer::sum);
            complaint = AnswerRules.complaint(request, answer);
            answered = answer.text();
        } catch (IOException e) {
            connection.close();
            complaint = KnownFaults.mayClose(request)
                    ? Optional.empty()
                    : Optional.of(e.toString());
        }
        if (complaint.isPresent()) {
            // In the form of the file of requests that were found, comments first.
            findings.add(
                    "# Number " + number + ": " + complaint.get() + "\n# "
                            + answered.substring(0, Math.min(SHOWN, answered.length()))
                                    .replaceAll("\\R", "\n# ")
                            + "\n" + request + "\n");
        }
    }
}
