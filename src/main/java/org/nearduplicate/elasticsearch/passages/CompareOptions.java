package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.sketch.IntParameter;

/**
 * The options of a request to compare, beside the indices.
 *
 * @param field the {@code minhash} field by whose shingles is compared
 * @param texts whether the answer has both texts
 * @param ignore the texts whose shingles do not count
 */
public record CompareOptions(
        String field, Like a, Like b, int size, boolean texts, IgnoredTexts ignore) {

    static final String FIELD = "field";
    static final String A = "a";
    static final String B = "b";
    static final String TEXTS = "texts";

    /** The passages that are listed, the first of them. */
    static final IntParameter SIZE = new IntParameter("size", 1_000, 0, 100_000);

    private static final RequestBody BODY =
            new RequestBody("near_duplicate compare")
                    .text(FIELD)
                    .value(A, parser -> Like.parse(A, Like.WHAT, parser))
                    .value(B, parser -> Like.parse(B, Like.WHAT, parser))
                    .parameters(SIZE)
                    .flag(TEXTS)
                    .value(IgnoredTexts.NAME, IgnoredTexts::parse);

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

    /**
     * Reads the body of a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     */
    static CompareOptions parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        return new CompareOptions(
                said.get(FIELD), said.get(A), said.get(B), said.orDefault(SIZE),
                said.get(TEXTS, false), said.get(IgnoredTexts.NAME, IgnoredTexts.NONE));
    }

    /** Returns the same with both texts in the answer. */
    CompareOptions withTexts() {
        return new CompareOptions(field, a, b, size, true, ignore);
    }

    /** Returns a description for users; the indices follow. */
    String describe() {
        return "comparison of two texts by [" + field + "]";
    }
}
