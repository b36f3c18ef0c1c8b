package org.nearduplicate.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * JSON as it is written. A map of Java could not hold what is wrong with it: a name twice, a number
 * that no type of Java has, a text that does not end.
 */
sealed interface JsonText {

    /** A text, a number or what else has no parts, as it is written. */
    record Literal(String text) implements JsonText {}

    /**
     * An object or an array.
     *
     * @param object whether the parts have names
     * @param parts may be changed
     */
    record Container(boolean object, List<Part> parts) implements JsonText {}

    /** @param name with its quotes, never null: an array does not write it */
    record Part(String name, JsonText value) {}

    /** Reads JSON that is right. */
    static JsonText parse(String json) throws IOException {
        try (XContentParser parser =
                JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, json)) {
            parser.nextToken();
            return read(parser);
        }
    }

    private static JsonText read(XContentParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> container(parser, Token.END_OBJECT);
            case START_ARRAY -> container(parser, Token.END_ARRAY);
            case VALUE_STRING -> new Literal(quoted(parser.text()));
            case VALUE_NULL -> new Literal("null");
            default -> new Literal(parser.text());
        };
    }

    private static Container container(XContentParser parser, Token end) throws IOException {
        Container container = new Container(end == Token.END_OBJECT, new ArrayList<>());
        while (parser.nextToken() != end) {
            String name = quoted("x");
            if (container.object()) {
                name = quoted(parser.currentName());
                parser.nextToken();
            }
            container.parts().add(new Part(name, read(parser)));
        }
        return container;
    }

    /** The text as JSON has it. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append("\\u00").append(Character.forDigit(c >> 4, 16))
                        .append(Character.forDigit(c & 15, 16));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    /** A copy that shares nothing that may be changed. */
    default JsonText copy() {
        return switch (this) {
            case Literal literal -> literal;
            case Container container -> new Container(
                    container.object(),
                    new ArrayList<>(
                            container.parts().stream()
                                    .map(part -> new Part(part.name(), part.value().copy()))
                                    .toList()));
        };
    }

    /** Adds it to what is written. */
    default void write(StringBuilder out) {
        switch (this) {
            case Literal literal -> out.append(literal.text());
            case Container container -> {
                out.append(container.object() ? '{' : '[');
                String separator = "";
                for (Part part : container.parts()) {
                    out.append(separator);
                    if (container.object()) {
                        out.append(part.name()).append(':');
                    }
                    part.value().write(out);
                    separator = ",";
                }
                out.append(container.object() ? '}' : ']');
            }
        }
    }
}
