package org.nearduplicate.elasticsearch.chain;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.groups.ChainSearch;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/** Reads the body of a request for a chain. Unknown parameters are refused. */
final class ChainOptionsParser {

    static final String START = "start";
    static final String END = "end";

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(
            "near_duplicate chain");

    static {
        RequestBody.declareText(PARSER, "field", (body, field) -> body.field = field);
        declareEnd(START, "from", (body, start) -> body.start = start);
        declareEnd(END, "to", (body, end) -> body.end = end);
        RequestBody.declare(
                PARSER, Parameters.MIN_SIMILARITY, (body, value) -> body.minSimilarity = value);
        RequestBody.declare(PARSER, Verify.PARAMETER, (body, value) -> body.verify = value);
        RequestBody.declareQuery(PARSER, (body, query) -> body.query = query);
        RequestBody.declare(PARSER, ChainSearch.MAX_LENGTH,
                (body, value) -> body.maxLength = value);
    }

    private ChainOptionsParser() {}

    /** What the body of a request says, defaults where it says nothing. */
    private static final class Body {

        private String field;
        private DocumentReference start;
        private DocumentReference end;
        private Double minSimilarity;
        private Verify verify;
        private QueryBuilder query;
        private int maxLength = ChainSearch.MAX_LENGTH.defaultValue();
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     * @throws IOException if the JSON is broken
     */
    static ChainOptions parse(RestRequest request) throws IOException {
        Body body = RequestBody.read(request, PARSER, new Body());
        return new ChainOptions(
                body.field, body.start, body.end, body.minSimilarity, body.verify, body.query,
                body.maxLength);
    }

    private static void declareEnd(
            String name, String oldName, BiConsumer<Body, DocumentReference> consumer) {
        RequestBody.declareObject(
                PARSER, name, "a stored document such as {\"_id\": \"4\"}",
                DocumentReference::parse, consumer);
        RequestBody.refuse(PARSER, oldName, "is called [" + name + "]");
    }
}
