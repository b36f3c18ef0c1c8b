package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;

/**
 * The documents that are compared with one target, those of each sender in the order in which they came: they are looked
 * up many at a time, and decided one after the other, so that each is compared with those that were let in before it.
 * Guarded by its {@link Gates}.
 */
final class Gate {

    private final Target target;
    private final SequencedMap<Sender, Queue<Question>> waiting = new LinkedHashMap<>();
    private final Deque<Batch> lookups = new ArrayDeque<>();
    private boolean deciding;

    Gate(Target target) {
        this.target = target;
    }

    Target target() {
        return target;
    }

    void add(Question question) {
        waiting.computeIfAbsent(question.sender(), sender -> new ArrayDeque<>()).add(question);
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
     * Takes the documents that are looked up next: those of one sender, with whose rights they are looked up, that came
     * first. Senders take turns: what they send is in no order to each other.
     */
    Batch nextBatch(long number, int size) {
        Map.Entry<Sender, Queue<Question>> ofSender = waiting.pollFirstEntry();
        Queue<Question> questions = ofSender.getValue();
        List<Question> taken = new ArrayList<>(Math.min(size, questions.size()));
        while (taken.size() < size && questions.isEmpty() == false) {
            taken.add(questions.remove());
        }
        if (questions.isEmpty() == false) {
            waiting.put(ofSender.getKey(), questions);
        }
        Batch batch = new Batch(this, number, taken);
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

    /**
     * Takes the documents of a lookup that were not decided, to be looked up again before all others. What the first of
     * them needs is asked for all: where many documents are replaced, that is so for one after the other.
     */
    Batch again(long number, Batch before, int decided) {
        int size = 2 * before.answer().found(decided).size();
        List<Question> questions =
                before.questions().subList(decided, before.questions().size()).stream()
                        .map(question -> question.withSize(size))
                        .toList();
        Batch batch = new Batch(this, number, questions);
        lookups.addFirst(batch);
        return batch;
    }

    void endDecision() {
        deciding = false;
    }
}
