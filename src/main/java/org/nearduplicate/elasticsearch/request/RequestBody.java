package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.sketch.Parameter;

/** What the bodies of all requests have in common: one object, and parameters that check themselves. */
public final class RequestBody {

    /** The name of the parameter that limits a request to the documents of a query. */
    public static final String QUERY = "query";

    private RequestBody() {}

    /**
     * Reads the body of a request, or what its URL has instead, as a search does.
     *
     * @param request the request; without a body it says nothing
     * @param object reads the object
     * @param body takes what the object says
     * @return the body
     * @throws IllegalArgumentException if it is anything but one object, or a value is not allowed
     * @throws IOException if it is broken
     */
    public static <B> B read(RestRequest request, ObjectParser<B, Void> object, B body)
            throws IOException {
        request.withContentOrSourceParamParserOrNull(parser -> {
            if (parser != null) {
                requireObject(parser.nextToken());
                fill(parser, object, body);
                requireEnd(parser.nextToken());
            }
        });
        return body;
    }

    /**
     * Reads an object. What is wrong with a value is told by the message, not only by its cause.
     *
     * @param parser at the object
     * @param object reads it
     * @param value takes what it says
     * @return the value
     * @throws IllegalArgumentException if a value is not allowed
     * @throws IOException if it is broken
     */
    public static <B> B fill(XContentParser parser, ObjectParser<B, Void> object, B value)
            throws IOException {
        return fill(parser, object, value, null);
    }

    /**
     * Reads an object in a context.
     *
     * @param parser at the object
     * @param object reads it
     * @param value takes what it says
     * @param context what reading needs beside
     * @return the value
     * @throws IllegalArgumentException if a value is not allowed
     * @throws IOException if it is broken
     */
    public static <B, C> B fill(
            XContentParser parser, ObjectParser<B, C> object, B value, C context)
            throws IOException {
        try {
            return object.parse(parser, value, context);
        } catch (XContentParseException e) {
            throw withReason(e);
        }
    }

    /**
     * Declares a parameter of an object.
     *
     * @param object reads the object
     * @param parameter gives name and bounds, and reads the value
     * @param consumer takes the value
     */
    public static <B, C, T> void declare(
            ObjectParser<B, C> object, Parameter<T> parameter, BiConsumer<B, T> consumer) {
        declare(object, parameter.name(), parser -> parameter.parse(value(parser)), consumer);
    }

    /**
     * Declares a text.
     *
     * @param object reads the object
     * @param name the name of the text, behind that of the object and a dot if it is a parameter itself
     * @param consumer takes the text
     */
    public static <B, C> void declareText(
            ObjectParser<B, C> object, String name, BiConsumer<B, String> consumer) {
        declare(object, name, parser -> {
            require(parser.currentToken() == Token.VALUE_STRING, name, "a text", parser);
            return parser.text();
        }, consumer);
    }

    /**
     * Declares a text that may look like a number.
     *
     * @param object reads the object
     * @param name the name of the text
     * @param consumer takes the text
     */
    public static <B> void declareName(
            ObjectParser<B, Void> object, String name, BiConsumer<B, String> consumer) {
        declare(object, name, parser -> {
            Token token = parser.currentToken();
            boolean isName = token == Token.VALUE_STRING || token == Token.VALUE_NUMBER;
            require(isName, name, "a text or a number", parser);
            return parser.text();
        }, consumer);
    }

    /**
     * Declares a switch.
     *
     * @param object reads the object
     * @param name the name of the switch
     * @param consumer takes whether it is on
     */
    public static <B> void declareSwitch(
            ObjectParser<B, Void> object, String name, BiConsumer<B, Boolean> consumer) {
        declare(object, name, parser -> {
            require(parser.isBooleanValue(), name, "[true] or [false]", parser);
            return parser.booleanValue();
        }, consumer);
    }

    /**
     * Declares an object in an object.
     *
     * @param object reads the outer object
     * @param name the name of the inner one
     * @param what what it is, for a message
     * @param reader reads it
     * @param consumer takes what was read
     */
    public static <B, T> void declareObject(
            ObjectParser<B, Void> object,
            String name,
            String what,
            CheckedFunction<XContentParser, T, IOException> reader,
            BiConsumer<B, T> consumer) {
        declare(object, name, parser -> {
            require(parser.currentToken() == Token.START_OBJECT, name, what, parser);
            return reader.apply(parser);
        }, consumer);
    }

    /**
     * Declares an array.
     *
     * @param object reads the object
     * @param name the name of the array
     * @param what what it is, for a message
     * @param reader reads one of its values
     * @param consumer takes what was read
     */
    public static <B, T> void declareArray(
            ObjectParser<B, Void> object,
            String name,
            String what,
            CheckedFunction<XContentParser, T, IOException> reader,
            BiConsumer<B, List<T>> consumer) {
        declare(object, name, parser -> {
            require(parser.currentToken() == Token.START_ARRAY, name, what, parser);
            List<T> values = new ArrayList<>();
            while (parser.nextToken() != Token.END_ARRAY) {
                values.add(reader.apply(parser));
            }
            return values;
        }, consumer);
    }

    /**
     * Declares a query of Elasticsearch.
     *
     * @param object reads the object
     * @param consumer takes the query
     */
    public static <B> void declareQuery(
            ObjectParser<B, Void> object, BiConsumer<B, QueryBuilder> consumer) {
        declareObject(
                object, QUERY, "a query, an object", AbstractQueryBuilder::parseTopLevelQuery,
                consumer);
    }

    /**
     * Declares a name that is none, or none any more, so that whoever writes it learns what to write.
     *
     * @param object reads the object
     * @param name the name
     * @param instead what is said of it
     */
    public static <B> void refuse(ObjectParser<B, Void> object, String name, String instead) {
        object.declareField(
                (parser, value, context) -> {
                    throw new IllegalArgumentException("[" + name + "] " + instead);
                },
                new ParseField(name),
                ValueType.VALUE_OBJECT_ARRAY);
    }

    /**
     * Returns what has to be given.
     *
     * @param name the name of the parameter
     * @param value what was given
     * @return the value
     * @throws IllegalArgumentException if there is none, or an empty text
     */
    public static <T> T requireGiven(String name, T value) {
        if (value == null || value.equals("")) {
            throw new IllegalArgumentException("[" + name + "] must be given, got [" + value + "]");
        }
        return value;
    }

    /**
     * Returns what stands where something else should, for a message.
     *
     * @param parser at a value, an object or an array
     * @return the text of a value, else what begins there
     * @throws IOException if it is broken
     */
    public static Object value(XContentParser parser) throws IOException {
        Token token = parser.currentToken();
        boolean starts = token == Token.START_OBJECT || token == Token.START_ARRAY;
        return starts ? token : parser.textOrNull();
    }

    /** Whatever a value is, its reader says what it should be. */
    private static <B, C, T> void declare(
            ObjectParser<B, C> object,
            String name,
            CheckedFunction<XContentParser, T, IOException> reader,
            BiConsumer<B, T> consumer) {
        object.declareField(
                consumer, reader, new ParseField(name.substring(name.lastIndexOf('.') + 1)),
                ValueType.VALUE_OBJECT_ARRAY);
    }

    private static void require(
            boolean condition, String name, String what, XContentParser parser)
            throws IOException {
        if (condition == false) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be " + what + ", got [" + value(parser) + "]");
        }
    }

    private static void requireObject(Token start) {
        if (start != Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "the body must be one object, got [" + start + "]");
        }
    }

    private static void requireEnd(Token more) {
        if (more != null) {
            throw new IllegalArgumentException(
                    "the body must be one object, got also [" + more + "]");
        }
    }

    /** An object parser says which value it could not read, and leaves it to a cause to say why. */
    private static XContentParseException withReason(XContentParseException refusal) {
        Exception reason = refusal;
        while (reason instanceof XContentParseException
                && (reason.getCause() instanceof IllegalArgumentException
                        || reason.getCause() instanceof ElasticsearchException)) {
            reason = (Exception) reason.getCause();
        }
        return reason == refusal
                ? refusal
                : new XContentParseException(
                        null, refusal.getMessage() + ": " + reason.getMessage(), reason);
    }
}
