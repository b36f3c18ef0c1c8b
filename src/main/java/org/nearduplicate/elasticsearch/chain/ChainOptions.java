package org.nearduplicate.elasticsearch.chain;

import java.io.IOException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.chain.ChainSearch;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/**
 * The options of a request for a chain.
 *
 * @param minSimilarity the similarity that each link reaches, in (0,1], or null for that of the field
 * @param recall the least probability with which documents of that similarity are candidates, in (0,1), or null for that of the field
 * @param verify how similarities are computed, or null for exactly where that is possible
 * @param peers what all documents of the chain have in common beside their texts
 * @param query what all documents of the chain match, or null
 * @param maxLength the most links of the chain, see {@link ChainSearch#MAX_LENGTH}
 */
public record ChainOptions(
        String field,
        DocumentReference start,
        DocumentReference end,
        Double minSimilarity,
        Double recall,
        Verify verify,
        PeerOptions peers,
        QueryBuilder query,
        int maxLength) {

    static final String START = "start";
    static final String END = "end";

    private static final String FIELD = "field";
    private static final String DOCUMENT = "a stored document such as {\"_id\": \"4\"}";

    private static final RequestBody BODY =
            PeerOptions.declareSame(new RequestBody("near_duplicate chain"))
                    .text(FIELD)
                    .object(START, DOCUMENT, DocumentReference::parse)
                    .refuse("from", "is called [" + START + "]")
                    .object(END, DOCUMENT, DocumentReference::parse)
                    .refuse("to", "is called [" + END + "]")
                    .parameters(
                            Parameters.MIN_SIMILARITY, Parameters.RECALL, Verify.PARAMETER,
                            ChainSearch.MAX_LENGTH)
                    .query();

    /**
     * The numbers are in their ranges, as {@link RequestBody} checks what it reads.
     *
     * @throws IllegalArgumentException if an option is missing, or both ends are the same
     */
    public ChainOptions {
        RequestBody.requireGiven(FIELD, field);
        RequestBody.requireGiven(START, start);
        RequestBody.requireGiven(END, end);
        if (start.equals(end)) {
            throw sameEnds(start);
        }
    }

    /**
     * Reads the body of a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     */
    static ChainOptions parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        return new ChainOptions(
                said.get(FIELD), said.get(START), said.get(END),
                said.get(Parameters.MIN_SIMILARITY), said.get(Parameters.RECALL),
                said.get(Verify.PARAMETER), PeerOptions.of(said),
                said.get(RequestBody.QUERY), said.orDefault(ChainSearch.MAX_LENGTH));
    }

    /** Describes the request for a reader; the indices follow. */
    String describe() {
        return "chain of near duplicates by [" + field + "] from " + start + " to " + end;
    }

    /** Returns the refusal of a chain from a document to itself. */
    static IllegalArgumentException sameEnds(Object end) {
        return new IllegalArgumentException(
                "[start] and [end] must be two documents, got " + end + " twice");
    }
}
