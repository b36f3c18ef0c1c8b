package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.sketch.Parameter;

/** What the bodies of all requests have in common: one object, and parameters that check themselves. */
public final class RequestBody {

    private RequestBody() {}

    /**
     * Reads a body.
     *
     * @param parser stands before the body
     * @param reader reads its object
     * @return what was read
     * @throws IllegalArgumentException if more follows the object
     * @throws IOException if it is broken
     */
    public static <B> B read(
            XContentParser parser, CheckedFunction<XContentParser, B, IOException> reader)
            throws IOException {
        B body = reader.apply(parser);
        XContentParser.Token more = parser.nextToken();
        if (more != null) {
            throw new IllegalArgumentException(
                    "the body must be one object, got also [" + more + "]");
        }
        return body;
    }

    /**
     * Declares a parameter of an object.
     *
     * @param object reads the object
     * @param parameter gives name and bounds, and reads the value
     * @param consumer takes the value
     */
    public static <B, T> void declare(
            ObjectParser<B, Void> object, Parameter<T> parameter, BiConsumer<B, T> consumer) {
        CheckedFunction<XContentParser, T, IOException> reader =
                parser -> parameter.parse(parser.textOrNull());
        object.declareField(
                consumer, reader, new ParseField(parameter.name()), ValueType.VALUE);
    }
}
