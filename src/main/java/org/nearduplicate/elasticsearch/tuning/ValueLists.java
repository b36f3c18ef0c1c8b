package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.sketch.Parameter;

/** Reads parameters that take one value or an array of them. */
final class ValueLists {

    /** The values that a list may have, so that the product of all can be counted. */
    static final int MAX_VALUES = 50;

    /** Stands for an empty list: the values are chosen. */
    static final String AUTO = "auto";

    private ValueLists() {}

    /** Reads the values of a parameter, each once; refuses none, too many, and what is not allowed. */
    static <T> List<T> of(Parameter<T> parameter, XContentParser parser) throws IOException {
        return read(parameter.name(), parser, value -> parameter.parse(value.textOrNull()));
    }

    /** Reads the values of a parameter, or the word that leaves them to be chosen. */
    static <T> List<T> ofChosen(Parameter<T> parameter, XContentParser parser)
            throws IOException {
        boolean chosen = parser.currentToken() == Token.VALUE_STRING && AUTO.equals(parser.text());
        return chosen ? List.of() : of(parameter, parser);
    }

    /** Reads names. */
    static List<String> ofNames(String parameter, XContentParser parser) throws IOException {
        return read(parameter, parser, value -> {
            String name = value.textOrNull();
            if (value.currentToken() != Token.VALUE_STRING || name.isEmpty()) {
                throw new IllegalArgumentException(
                        "[" + parameter + "] must be a name or names, got [" + name + "]");
            }
            return name;
        });
    }

    private static <T> List<T> read(
            String parameter, XContentParser parser,
            CheckedFunction<XContentParser, T, IOException> reader)
            throws IOException {
        if (parser.currentToken() != Token.START_ARRAY) {
            requireValue(parameter, parser, 0);
            return List.of(reader.apply(parser));
        }
        List<T> values = new ArrayList<>();
        while (parser.nextToken() != Token.END_ARRAY) {
            requireValue(parameter, parser, values.size());
            values.add(reader.apply(parser));
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must have at least one value, got []");
        }
        return values.stream().distinct().toList();
    }

    private static void requireValue(String parameter, XContentParser parser, int before) {
        if (before == MAX_VALUES) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must have at most [" + MAX_VALUES + "] values, got more");
        }
        // There is no token where SMILE or CBOR breaks off.
        Token token = parser.currentToken();
        if (token == null || token == Token.START_ARRAY || token == Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must be a value or an array of values, got [" + token
                            + "] in it");
        }
    }
}
