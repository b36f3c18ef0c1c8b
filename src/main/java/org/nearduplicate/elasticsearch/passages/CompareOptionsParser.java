package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.request.RequestBody;

/** Reads the body of a request to compare. Unknown parameters are refused. */
final class CompareOptionsParser {

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(
            "near_duplicate compare");

    static {
        RequestBody.declareText(
                PARSER, CompareOptions.FIELD, (body, field) -> body.field = field);
        Like.declare(PARSER, CompareOptions.A, (body, a) -> body.a = a);
        Like.declare(PARSER, CompareOptions.B, (body, b) -> body.b = b);
        RequestBody.declare(PARSER, CompareOptions.SIZE, (body, size) -> body.size = size);
        RequestBody.declareSwitch(
                PARSER, CompareOptions.TEXTS, (body, texts) -> body.texts = texts);
    }

    private CompareOptionsParser() {}

    /** What the body of a request says, defaults where it says nothing. */
    private static final class Body {

        private String field;
        private Like a;
        private Like b;
        private int size = CompareOptions.SIZE.defaultValue();
        private boolean texts;
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     * @throws IOException if the JSON is broken
     */
    static CompareOptions parse(RestRequest request) throws IOException {
        Body body = RequestBody.read(request, PARSER, new Body());
        return new CompareOptions(body.field, body.a, body.b, body.size, body.texts);
    }
}
