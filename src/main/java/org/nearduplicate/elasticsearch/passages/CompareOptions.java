package org.nearduplicate.elasticsearch.passages;

import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.sketch.IntParameter;

/**
 * What a request to compare says beside the indices.
 *
 * @param field the {@code minhash} field by whose shingles is compared
 * @param a the one document
 * @param b the other
 * @param size the passages that are listed, see {@link #SIZE}
 * @param texts whether the answer has both texts
 */
public record CompareOptions(String field, Like a, Like b, int size, boolean texts) {

    static final String FIELD = "field";
    static final String A = "a";
    static final String B = "b";
    static final String TEXTS = "texts";

    /** The passages that are listed, the first of them. */
    static final IntParameter SIZE = new IntParameter("size", 1_000, 0, 100_000);

    /**
     * Checks every option.
     *
     * @throws IllegalArgumentException if one is missing or out of its bounds
     */
    public CompareOptions {
        RequestBody.requireGiven(FIELD, field);
        RequestBody.requireGiven(A, a);
        RequestBody.requireGiven(B, b);
        SIZE.check(size);
    }

    /** Returns the same with both texts in the answer. */
    CompareOptions withTexts() {
        return new CompareOptions(field, a, b, size, true);
    }

    /** Returns what is asked for, for a reader; the indices follow. */
    String describe() {
        return "comparison of two texts by [" + field + "]";
    }
}
