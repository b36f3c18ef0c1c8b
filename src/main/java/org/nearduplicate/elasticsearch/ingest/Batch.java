package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;

/** Documents that are looked up together. Guarded by its {@link Gates}. */
final class Batch {

    private final Gate gate;
    private final long number;
    private final List<Question> questions;
    private LookupResponse answer;
    private Exception failure;

    /**
     * @param number the number of the lookup: later ones have higher ones
     */
    Batch(Gate gate, long number, List<Question> questions) {
        this.gate = gate;
        this.number = number;
        this.questions = List.copyOf(questions);
    }

    Gate gate() {
        return gate;
    }

    long number() {
        return number;
    }

    List<Question> questions() {
        return questions;
    }

    void answer(LookupResponse response, Exception exception) {
        answer = response;
        failure = exception;
    }

    boolean isAnswered() {
        return answer != null || failure != null;
    }

    /** Returns what was found, or null if the lookup failed. */
    LookupResponse answer() {
        return answer;
    }

    /** Returns why the lookup failed, or null if it did not. */
    Exception failure() {
        return failure;
    }
}
