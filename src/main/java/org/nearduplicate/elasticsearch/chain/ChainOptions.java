package org.nearduplicate.elasticsearch.chain;

import java.util.Objects;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.groups.ChainSearch;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/**
 * What a request for a chain says beside the indices.
 *
 * @param field the {@code minhash} field
 * @param from the first document
 * @param to the last document
 * @param minSimilarity the similarity that each link reaches, in (0,1], or null for that of the field
 * @param verify how similarities are computed
 * @param query what all documents of the chain match, or null
 * @param maxLength the links that the chain may have, see {@link ChainSearch#MAX_LENGTH}
 */
public record ChainOptions(
        String field,
        ChainEnd from,
        ChainEnd to,
        Double minSimilarity,
        Verify verify,
        QueryBuilder query,
        int maxLength) {

    /**
     * Checks every option.
     *
     * @throws IllegalArgumentException if one is out of its bounds, or both ends are the same
     */
    public ChainOptions {
        if (field.isEmpty()) {
            throw new IllegalArgumentException("[field] must not be empty, got []");
        }
        if (from.equals(to)) {
            throw sameEnds(from);
        }
        if (minSimilarity != null) {
            Parameters.MIN_SIMILARITY.check(minSimilarity);
        }
        Objects.requireNonNull(verify);
        ChainSearch.MAX_LENGTH.check(maxLength);
    }

    /** Returns the refusal of a chain from a document to itself. */
    static IllegalArgumentException sameEnds(Object end) {
        return new IllegalArgumentException(
                "[from] and [to] must be two documents, got " + end + " twice");
    }
}
