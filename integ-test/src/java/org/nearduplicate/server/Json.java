package org.nearduplicate.server;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/** JSON from maps, lists, texts and numbers. */
public final class Json {

    private Json() {}

    /** The object on one line. */
    public static String of(Map<String, ?> object) {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.map(object));
        } catch (IOException e) {
            throw new IllegalArgumentException("no JSON can be made of " + object, e);
        }
    }
}
