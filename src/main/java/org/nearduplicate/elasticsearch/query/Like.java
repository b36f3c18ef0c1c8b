package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/** What a user gives to be compared: a text, several that count as the values of one field, or a stored document. */
public sealed interface Like extends Writeable, ToXContentFragment permits LikeTexts, LikeDocument {

    /** The name that a query gives it. */
    String NAME = "like";

    /** The texts of an array: each costs far more memory than the few bytes that it may be written in. */
    int MAX_TEXTS = 100_000;

    /**
     * Reads a text, an array of texts or a stored document.
     *
     * @param name the name of the parameter
     * @param parser at the value
     * @return what was given
     * @throws IllegalArgumentException if it is none of them
     * @throws IOException if the JSON is broken
     */
    static Like parse(String name, XContentParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> LikeTexts.of(name, List.of(parser.text()));
            case START_ARRAY -> LikeTexts.of(name, parseTexts(name, parser));
            case START_OBJECT -> new LikeDocument(DocumentReference.parse(parser));
            default ->
                throw new IllegalArgumentException(
                        "[" + name
                                + "] must be a text, an array of texts or a stored document {[_index], [_id], [_routing]}, got ["
                                + parser.textOrNull() + "]");
        };
    }

    /** Reads what {@link #write} wrote. */
    static Like read(StreamInput in) throws IOException {
        return in.readBoolean() ? new LikeTexts(in) : new LikeDocument(in);
    }

    /** Writes which of the two it is, and its content. */
    static void write(StreamOutput out, Like like) throws IOException {
        out.writeBoolean(like instanceof LikeTexts);
        like.writeTo(out);
    }

    private static List<String> parseTexts(String name, XContentParser parser) throws IOException {
        List<String> texts = new ArrayList<>();
        while (parser.nextToken() != Token.END_ARRAY) {
            if (parser.currentToken() != Token.VALUE_STRING) {
                throw new IllegalArgumentException(
                        "[" + name + "] must be an array of texts only, got ["
                                + parser.currentToken() + "] in it");
            }
            if (texts.size() == MAX_TEXTS) {
                throw new IllegalArgumentException(
                        "[" + name + "] must be an array of at most [" + MAX_TEXTS
                                + "] texts, got more");
            }
            texts.add(parser.text());
        }
        return texts;
    }
}
