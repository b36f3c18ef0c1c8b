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
import org.nearduplicate.integration.Question.Outcome;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/**
 * Asks the same questions again and again while faults happen, and judges every answer. Each connection
 * has a thread of its own.
 */
final class Interrogation implements AutoCloseable {

    /** Nodes that start, or take over, are to have a part of the machine too. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final Map<Question, Object> expected;
    private final List<Asker> askers = new ArrayList<>();
    private final Map<Outcome, AtomicLong> outcomes = new EnumMap<>(Outcome.class);
    private volatile boolean enough;

    private Interrogation(Map<Question, Object> expected) {
        this.expected = expected;
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new AtomicLong());
        }
    }

    /** Asks each question once while all is well, and returns what was found. */
    static Map<Question, Object> expect(RestCalls rest, List<Question> questions)
            throws IOException {
        Map<Question, Object> expected = new LinkedHashMap<>();
        for (Question question : questions) {
            expected.put(question, question.expect(rest));
        }
        return expected;
    }

    /**
     * Starts to ask.
     *
     * @param expected the questions, and what they have to find
     * @param connections to be closed by the caller, after this
     */
    static Interrogation start(Map<Question, Object> expected, List<RestCalls> connections) {
        Interrogation interrogation = new Interrogation(expected);
        connections.forEach(rest -> interrogation.askers.add(interrogation.new Asker(rest)));
        return interrogation;
    }

    /** Waits until every connection has asked everything from now on. */
    void awaitRound() throws IOException, InterruptedException {
        // The answer under way was asked for before.
        int round = expected.size() + 1;
        List<Long> goals = askers.stream().map(asker -> asker.answers.get() + round).toList();
        for (int i = 0; i < askers.size(); i++) {
            Asker asker = askers.get(i);
            long goal = goals.get(i);
            Await.until(
                    () -> asker.hasAnswers(goal),
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
        askers.forEach(Asker::awaitEnd);
    }

    @Override
    public String toString() {
        return outcomes.toString();
    }

    /** One that asks and never gives up. */
    private final class Asker {

        private final RestCalls rest;
        private final AtomicLong answers = new AtomicLong();
        private final CompletableFuture<Void> end;

        Asker(RestCalls rest) {
            this.rest = rest;
            this.end =
                    CompletableFuture.runAsync(this::askOnAndOn, task -> new Thread(task).start());
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

        private void askOnAndOn() {
            while (enough == false) {
                expected.forEach((question, found) -> {
                    if (enough == false) {
                        outcomes.get(ask(question, found)).incrementAndGet();
                        answers.incrementAndGet();
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                });
            }
        }

        private Outcome ask(Question question, Object found) {
            Answer answer;
            try {
                answer = question.ask(rest);
            } catch (IOException e) {
                // No answer at all: who asks sees that the node is gone.
                return Outcome.ERROR;
            }
            try {
                return question.judge(answer, found);
            } catch (IOException e) {
                throw new AssertionError(question + " was answered by no JSON", e);
            }
        }
    }
}
