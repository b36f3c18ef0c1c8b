package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.Match;

/**
 * A document that waits for its decision.
 *
 * @param target where its near duplicates are looked up
 * @param text its text, and how much is looked up
 * @param maxMatches how many near duplicates it names at most
 * @param index the {@code _index} that it goes to
 * @param id its {@code _id}, or null if it has none yet
 * @param routing its {@code _routing}, or null
 * @param indexOfDuplicate the index that it is admitted to if it is a near duplicate, or null if it is refused then
 * @param context restores the context of the thread of the processor
 * @param listener gets the decision, in that context
 */
record PendingDocument(
        Target target,
        LookupText text,
        int maxMatches,
        String index,
        String id,
        String routing,
        String indexOfDuplicate,
        Supplier<ThreadContext.StoredContext> context,
        ActionListener<Decision> listener) {

    private static final long BASE_BYTES = 512;

    PendingDocument {
        listener = new ContextPreservingActionListener<>(context, listener);
    }

    /**
     * What was found for a document.
     *
     * @param matches its near duplicates, most similar first
     * @param givenId the {@code _id} that it gets if it had none, or null
     * @param isTooShort whether it was left alone as its text is too short
     */
    record Decision(List<Match> matches, String givenId, boolean isTooShort) {}

    /** Returns the bytes that it takes on the heap while it waits, roughly. */
    long ramBytesUsed() {
        return BASE_BYTES
                + (text.source() == null ? 0 : text.source().ramBytesUsed())
                + text.values().stream()
                        .mapToLong(value -> (long) Character.BYTES * value.length())
                        .sum();
    }
}
