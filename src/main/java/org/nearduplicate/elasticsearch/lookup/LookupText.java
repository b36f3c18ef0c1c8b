package org.nearduplicate.elasticsearch.lookup;

import java.util.List;

/**
 * A text whose near duplicates are looked up.
 *
 * @param values what counts as the values of one field
 * @param minSimilarity the similarity to reach, or null for that of the field
 * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
 * @param size how many documents are named at most
 */
public record LookupText(List<String> values, Double minSimilarity, Double recall, int size) {

    /** Copies the values. */
    public LookupText {
        values = List.copyOf(values);
    }

    /** Returns the same text, for which so many documents are named. */
    public LookupText withSize(int documents) {
        return new LookupText(values, minSimilarity, recall, documents);
    }
}
