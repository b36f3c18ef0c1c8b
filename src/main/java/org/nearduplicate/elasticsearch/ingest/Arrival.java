package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.elasticsearch.lookup.LookupResponse;

/** A document of a bulk request that waits for its answer. Guarded by its {@link BulkGate}. */
final class Arrival {

    private final Target target;
    private final int item;
    private final long deadlineMillis;
    private Question question;
    private LookupResponse response;
    private int number;
    private Exception failure;

    /**
     * @param item the place of its item, or {@link BulkItems#UNKNOWN}
     * @param deadlineMillis when it is refused if it was not looked up by then
     */
    Arrival(Target target, int item, Question question, long deadlineMillis) {
        this.target = target;
        this.item = item;
        this.question = question;
        this.deadlineMillis = deadlineMillis;
    }

    Target target() {
        return target;
    }

    int item() {
        return item;
    }

    Question question() {
        return question;
    }

    /** Returns when it is refused, {@link Long#MAX_VALUE} for never. */
    long deadlineMillis() {
        return deadlineMillis;
    }

    /** Takes what a lookup found for the document, which has a number in it. */
    void answer(LookupResponse answer, int numberInAnswer) {
        response = answer;
        number = numberInAnswer;
    }

    void fail(Exception exception) {
        failure = exception;
    }

    boolean isAnswered() {
        return response != null || failure != null;
    }

    /** Waits for another answer, of more documents. */
    void ask(int size) {
        question = question.withSize(size);
        response = null;
    }

    LookupResponse response() {
        return response;
    }

    int number() {
        return number;
    }

    /** Returns why it could not be looked up, or null if it could. */
    Exception failure() {
        return failure;
    }

    /** Returns whether there may be more to be found than was asked for. */
    boolean mayHaveMore() {
        return failure == null && response.leftOut(number) > 0;
    }
}
