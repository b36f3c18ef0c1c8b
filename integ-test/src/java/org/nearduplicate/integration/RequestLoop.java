package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.nearduplicate.integration.CheckedRequest.Outcome;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/**
 * Sends the same requests again and again while faults happen, and judges every answer. Each connection
 * has a thread of its own.
 */
final class RequestLoop implements AutoCloseable {

    /** Nodes that start, or take over, are to have a part of the machine too. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final Map<CheckedRequest, Object> expected;
    private final List<Sender> senders = new ArrayList<>();
    private final Map<Outcome, AtomicLong> outcomes = new EnumMap<>(Outcome.class);
    private volatile boolean enough;

    private RequestLoop(Map<CheckedRequest, Object> expected) {
        this.expected = expected;
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new AtomicLong());
        }
    }

    /** Sends each request once while all is well, and returns what was found. */
    static Map<CheckedRequest, Object> expect(RestCalls rest, List<CheckedRequest> requests)
            throws IOException {
        Map<CheckedRequest, Object> expected = new LinkedHashMap<>();
        for (CheckedRequest request : requests) {
            expected.put(request, request.expect(rest));
        }
        return expected;
    }

    /**
     * Starts to send.
     *
     * @param expected the requests, and what they have to find
     * @param connections to be closed by the caller, after this
     */
    static RequestLoop start(Map<CheckedRequest, Object> expected, List<RestCalls> connections) {
        RequestLoop loop = new RequestLoop(expected);
        connections.forEach(rest -> loop.senders.add(loop.new Sender(rest)));
        return loop;
    }

    /** Waits until every connection has sent everything from now on. */
    void awaitRound() throws IOException, InterruptedException {
        // The answer under way is to an earlier request.
        int round = expected.size() + 1;
        List<Long> goals = senders.stream().map(sender -> sender.answers.get() + round).toList();
        for (int i = 0; i < senders.size(); i++) {
            Sender sender = senders.get(i);
            long goal = goals.get(i);
            Await.until(
                    () -> sender.hasAnswers(goal),
                    () -> "answers");
        }
    }

    /** How many answers had this outcome. */
    long count(Outcome outcome) {
        return outcomes.get(outcome).get();
    }

    /** Waits for the answers under way, and throws what was wrong with any. */
    @Override
    public void close() {
        enough = true;
        senders.forEach(Sender::awaitEnd);
    }

    @Override
    public String toString() {
        return outcomes.toString();
    }

    /** Sends on one connection, whatever is answered. */
    private final class Sender {

        private final RestCalls rest;
        private final AtomicLong answers = new AtomicLong();
        private final CompletableFuture<Void> end;

        Sender(RestCalls rest) {
            this.rest = rest;
            this.end =
                    CompletableFuture.runAsync(this::sendUntilEnough,
                            task -> new Thread(task).start());
        }

        boolean hasAnswers(long goal) {
            if (end.isDone()) {
                awaitEnd();
            }
            return answers.get() >= goal;
        }

        /** @throws AssertionError if an answer was wrong */
        void awaitEnd() {
            try {
                end.join();
            } catch (CompletionException e) {
                throw new AssertionError(
                        "an answer was wrong: " + e.getCause().getMessage(), e.getCause());
            }
        }

        private void sendUntilEnough() {
            while (enough == false) {
                expected.forEach((request, found) -> {
                    if (enough == false) {
                        outcomes.get(send(request, found)).incrementAndGet();
                        answers.incrementAndGet();
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                });
            }
        }

        private Outcome send(CheckedRequest request, Object found) {
            Answer answer;
            try {
                answer = request.send(rest);
            } catch (IOException e) {
                // No answer at all: the caller sees that the node is gone.
                return Outcome.ERROR;
            }
            try {
                return request.judge(answer, found);
            } catch (IOException e) {
                throw new AssertionError(request + " was answered by no JSON", e);
            }
        }
    }
}
