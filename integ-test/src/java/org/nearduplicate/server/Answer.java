package org.nearduplicate.server;

import java.io.IOException;
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

    /** This answer, if it tells of success. */
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

    private Object json() throws IOException {
        try (XContentParser parser = parser()) {
            return parser.nextToken() == Token.START_ARRAY ? parser.list() : parser.mapOrdered();
        }
    }

    private XContentParser parser() throws IOException {
        return JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, text);
    }
}
