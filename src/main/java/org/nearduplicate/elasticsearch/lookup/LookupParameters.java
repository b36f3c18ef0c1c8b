package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.elasticsearch.common.bytes.BytesReference;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;

/**
 * What is looked up.
 *
 * @param field a {@code minhash} field, the parameter {@value #FIELD} of the processor
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param ignore the texts whose shingles do not count
 * @param counterparts which documents the texts are compared with
 */
public record LookupParameters(
        String field, Verify verify, IgnoredTexts ignore, Counterparts counterparts,
        List<LookupText> texts) {

    /** The parameter that names the field, for errors. */
    public static final String FIELD = "near_field";

    /**
     * A text whose near duplicates are looked up.
     *
     * @param values its values, as of an array field
     * @param minSimilarity the similarity to reach, or null for that of the field
     * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
     * @param minShingles the distinct shingles below which it is left alone
     * @param size how many documents are named at most
     * @param source the document that it is a text of, as JSON, or what has to be known of it; null if nothing has
     */
    public record LookupText(
            List<String> values, Double minSimilarity, Double recall, int minShingles, int size,
            BytesReference source) {

        /** Copies the values. */
        public LookupText {
            values = List.copyOf(values);
        }

        /** Returns the same text, for which at most so many documents are named. */
        public LookupText withSize(int documents) {
            return new LookupText(
                    values, minSimilarity, recall, minShingles, documents, source);
        }
    }
}
