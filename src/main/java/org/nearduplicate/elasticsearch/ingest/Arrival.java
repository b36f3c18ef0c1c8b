package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.LookupText;
import org.nearduplicate.elasticsearch.lookup.Match;

/** A document of a bulk request that waits for its answer. Guarded by its {@link BulkGate}. */
final class Arrival {

    final Question question;

    /** The place of its item, or {@link Match#UNKNOWN}. */
    final int item;

    /** When it is refused if it was not looked up by then, {@link Long#MAX_VALUE} for never. */
    final long deadlineMillis;

    /** What is looked up: more at the second time. */
    LookupText text;

    /** What a lookup found for it and others, or null, and its number there. */
    LookupResponse response;
    int number;

    /** Why it could not be looked up, or null. */
    Exception failure;

    Arrival(Question question, int item, long deadlineMillis) {
        this.question = question;
        this.item = item;
        this.deadlineMillis = deadlineMillis;
        this.text = question.text();
    }

    boolean isAnswered() {
        return response != null || failure != null;
    }

    /** Returns what was found for it. */
    LookupResponse.OfText found() {
        return response.texts().get(number);
    }
}
