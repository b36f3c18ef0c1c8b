package org.nearduplicate.elasticsearch.chain;

import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.groups.ChainSearch;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/**
 * What a request for a chain says beside the indices.
 *
 * @param field the {@code minhash} field
 * @param start the first document
 * @param end the last document
 * @param minSimilarity the similarity that each link reaches, in (0,1], or null for that of the field
 * @param verify how similarities are computed, or null for exactly where that is possible
 * @param query what all documents of the chain match, or null
 * @param maxLength the links that the chain may have, see {@link ChainSearch#MAX_LENGTH}
 */
public record ChainOptions(
        String field,
        DocumentReference start,
        DocumentReference end,
        Double minSimilarity,
        Verify verify,
        QueryBuilder query,
        int maxLength) {

    /**
     * Checks every option.
     *
     * @throws IllegalArgumentException if one is missing or out of its bounds, or both ends are the same
     */
    public ChainOptions {
        RequestBody.requireGiven("field", field);
        RequestBody.requireGiven("start", start);
        RequestBody.requireGiven("end", end);
        if (start.equals(end)) {
            throw sameEnds(start);
        }
        if (minSimilarity != null) {
            Parameters.MIN_SIMILARITY.check(minSimilarity);
        }
        ChainSearch.MAX_LENGTH.check(maxLength);
    }

    /** Returns what is asked for, for a reader; the indices follow. */
    String describe() {
        return "chain of near duplicates by [" + field + "] from " + start + " to " + end;
    }

    /** Returns the refusal of a chain from a document to itself. */
    static IllegalArgumentException sameEnds(Object end) {
        return new IllegalArgumentException(
                "[start] and [end] must be two documents, got " + end + " twice");
    }
}
