package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.RequestBody;

/** Reads a request for statistics: its URL, or its body. Unknown parameters are refused. */
final class StatsParser {

    private static final RequestBody<Void> BODY = new RequestBody<Void>("near_duplicate stats")
            .parameters(StatsParameters.SIZE)
            .value(StatsParameters.FIELDS, StatsParser::fields);

    private StatsParser() {}

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or said twice and not the same
     * @throws IOException if the body is broken
     */
    static StatsParameters parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        said.addFromUrl(request, StatsParameters.SIZE.name(), StatsParameters.SIZE::parse);
        said.addFromUrl(request, StatsParameters.FIELDS, StatsParser::split);
        return new StatsParameters(
                said.orDefault(StatsParameters.SIZE),
                said.get(StatsParameters.FIELDS, StatsParameters.ALL_FIELDS));
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
