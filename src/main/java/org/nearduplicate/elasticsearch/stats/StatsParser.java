package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.UrlParameters;

/** Reads a request for statistics: its URL, or its body. Unknown parameters are refused. */
final class StatsParser {

    private static final ObjectParser<Said, Void> PARSER = new ObjectParser<>(
            "near_duplicate stats");

    static {
        RequestBody.declare(PARSER, StatsParameters.SIZE, (said, size) -> said.size = size);
        PARSER.declareField(
                (said, fields) -> said.fields = fields,
                StatsParser::fields,
                new ParseField(StatsParameters.FIELDS),
                ValueType.VALUE_OBJECT_ARRAY);
    }

    private StatsParser() {}

    /** What is said in one place, null where nothing is. */
    private static final class Said {

        private Integer size;
        private List<String> fields;
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or said twice and not the same
     * @throws IOException if the body is broken
     */
    static StatsParameters parse(RestRequest request) throws IOException {
        Said body = RequestBody.read(request, PARSER, new Said());
        UrlParameters.requireOnce(request, StatsParameters.SIZE.name());
        UrlParameters.requireOnce(request, StatsParameters.FIELDS);
        String names = request.param(StatsParameters.FIELDS);
        return new StatsParameters(
                one(
                        StatsParameters.SIZE.name(),
                        StatsParameters.SIZE.readOptional(request::param), body.size,
                        StatsParameters.SIZE.defaultValue()),
                one(
                        StatsParameters.FIELDS, names == null ? null : split(names), body.fields,
                        StatsParameters.ALL_FIELDS));
    }

    private static <T> T one(String name, T inUrl, T inBody, T otherwise) {
        if (inUrl != null && inBody != null && inUrl.equals(inBody) == false) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be the same in query string and body, got ["
                            + inUrl + "] and [" + inBody + "]");
        }
        T said = inUrl == null ? inBody : inUrl;
        return said == null ? otherwise : said;
    }

    private static List<String> split(String names) {
        return List.of(Strings.splitStringByCommaToArray(names));
    }

    private static List<String> fields(XContentParser parser) throws IOException {
        if (parser.currentToken() == Token.VALUE_STRING) {
            return split(parser.text());
        }
        requireToken(parser, Token.START_ARRAY);
        List<String> names = new ArrayList<>();
        while (parser.nextToken() != Token.END_ARRAY) {
            requireToken(parser, Token.VALUE_STRING);
            names.add(parser.text());
        }
        return names;
    }

    private static void requireToken(XContentParser parser, Token token) throws IOException {
        if (parser.currentToken() != token) {
            // There is no token where SMILE or CBOR breaks off.
            Object got = parser.currentToken() == null ? null : RequestBody.value(parser);
            throw new IllegalArgumentException(
                    "[" + StatsParameters.FIELDS
                            + "] must be a name or an array of names, got [" + got + "]");
        }
    }
}
