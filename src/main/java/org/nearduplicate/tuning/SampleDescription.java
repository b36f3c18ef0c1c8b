package org.nearduplicate.tuning;

import java.util.List;

/**
 * How a sample was made.
 *
 * @param field the field of its texts
 * @param seed the seed that chose the documents
 * @param matching the documents that it was drawn from
 * @param random the documents drawn at random
 * @param neighbours the documents added because a random one has them as near duplicates
 * @param neighbourField the {@code minhash} field by which these were found, or null if there is none
 * @param notes what that means for the figures, in sentences for a reader
 */
public record SampleDescription(
        String field,
        int seed,
        long matching,
        int random,
        int neighbours,
        String neighbourField,
        List<String> notes) {

    /** Copies the list. */
    public SampleDescription {
        notes = List.copyOf(notes);
    }

    /** Returns the number of documents. */
    public int size() {
        return random + neighbours;
    }
}
