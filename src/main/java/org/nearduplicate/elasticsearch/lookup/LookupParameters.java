package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.nearduplicate.lucene.Verify;

/**
 * What is looked up.
 *
 * @param field a {@code minhash} field, the parameter {@value #FIELD} of the processor
 * @param verify how candidates are verified, or null for exactly where that is possible
 */
public record LookupParameters(String field, Verify verify, List<LookupText> texts) {

    /** The parameter that names the field, for errors. */
    public static final String FIELD = "near_field";

    /**
     * A text whose near duplicates are looked up.
     *
     * @param values its values, as of an array field
     * @param minSimilarity the similarity to reach, or null for that of the field
     * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
     * @param size how many documents are named at most
     */
    public record LookupText(List<String> values, Double minSimilarity, Double recall, int size) {

        /** Copies the values. */
        public LookupText {
            values = List.copyOf(values);
        }

        /** Returns the same text, for which at most so many documents are named. */
        public LookupText withSize(int documents) {
            return new LookupText(values, minSimilarity, recall, documents);
        }
    }
}
