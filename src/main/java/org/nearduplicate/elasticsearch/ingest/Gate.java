package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The documents that are compared with one target, in the order in which they came: they are looked up many at a time,
 * and decided one after the other, so that each is compared with those that were let in before it. Guarded by its
 * {@link Gates}.
 */
final class Gate {

    private final Target target;
    private final Queue<Question> waiting = new ArrayDeque<>();
    private final Queue<Batch> lookups = new ArrayDeque<>();
    private boolean deciding;

    Gate(Target target) {
        this.target = target;
    }

    Target target() {
        return target;
    }

    void add(Question question) {
        waiting.add(question);
    }

    boolean hasWaiting() {
        return waiting.isEmpty() == false;
    }

    /** Returns how many lookups are not decided. */
    int underWay() {
        return lookups.size() + (deciding ? 1 : 0);
    }

    /** Returns whether nothing is under way, so that it may be forgotten. */
    boolean isIdle() {
        return waiting.isEmpty() && underWay() == 0;
    }

    /**
     * Takes the documents that are looked up next: those that came first, of one sender, with whose rights they are
     * looked up.
     */
    Batch nextBatch(long number, int size) {
        List<Question> questions = new ArrayList<>();
        while (questions.size() < size && hasWaiting()
                && (questions.isEmpty()
                        || questions.getFirst().sender().equals(waiting.peek().sender()))) {
            questions.add(waiting.remove());
        }
        Batch batch = new Batch(this, number, questions);
        lookups.add(batch);
        return batch;
    }

    /** Takes the first lookup if it is answered and no other one is being decided; the caller then decides it. */
    Batch beginDecision() {
        if (deciding || lookups.isEmpty() || lookups.peek().isAnswered() == false) {
            return null;
        }
        deciding = true;
        return lookups.remove();
    }

    void endDecision() {
        deciding = false;
    }
}
