package org.nearduplicate.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * What the server answered.
 *
 * @param status of HTTP
 * @param text the body as it came
 * @param warnings the texts of the warning headers
 */
public record Answer(int status, String text, List<String> warnings) {

    private static final int MOST_SHOWN = 10_000;

    /** Checks that this is a success, and returns it. */
    public Answer ok() {
        if (status < 200 || status > 299) {
            throw new AssertionError("Status " + status + ": " + text);
        }
        return this;
    }

    /** The body as a JSON object. */
    public Map<String, Object> body() throws IOException {
        try (XContentParser parser = parser()) {
            return parser.map();
        }
    }

    /**
     * A value in the body, which is a JSON object or an array.
     *
     * @param path names of fields, and indexes into arrays
     * @return a map, a list, a string, a number, a boolean or null
     */
    public Object at(Object... path) throws IOException {
        Object value = json();
        for (Object step : path) {
            if (step instanceof Integer index && value instanceof List<?> list
                    && index < list.size()) {
                value = list.get(index);
            } else if (value instanceof Map<?, ?> map && map.containsKey(step)) {
                value = map.get(step);
            } else {
                throw new AssertionError("No [" + step + "] of " + List.of(path) + " in " + text);
            }
        }
        return value;
    }

    /** The objects of an array in the body, at a path as for {@link #at}. */
    public List<Map<?, ?>> objects(Object... path) throws IOException {
        List<Map<?, ?>> objects = new ArrayList<>();
        ((List<?>) at(path)).forEach(object -> objects.add((Map<?, ?>) object));
        return objects;
    }

    /** Checks that this is a refusal with a status and with some texts, and returns it. */
    public Answer refused(int expectedStatus, String... texts) {
        if (status != expectedStatus || text.contains("null_pointer")
                || List.of(texts).stream().allMatch(text::contains) == false) {
            throw new AssertionError(
                    "Not status " + expectedStatus + " with " + List.of(texts) + " but " + status
                            + ": " + text.substring(0, Math.min(MOST_SHOWN, text.length())));
        }
        return this;
    }

    private Object json() throws IOException {
        try (XContentParser parser = parser()) {
            return parser.nextToken() == Token.START_ARRAY ? parser.list() : parser.mapOrdered();
        }
    }

    private XContentParser parser() throws IOException {
        return JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, text);
    }
}
