package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/** The parameter {@code like}: what it takes, and what it refuses. */
public class LikeTests extends ESTestCase {

    public void testTexts() throws IOException {
        assertThat(parse("\"some text\""), equalTo(new Like.Texts(List.of("some text"))));
        assertThat(
                parse("[\"one\", \"\", \"two\"]"),
                equalTo(new Like.Texts(List.of("one", "", "two"))));
    }

    public void testStoredDocument() throws IOException {
        Map<String, DocumentReference> documents = Map.of(
                "{\"_index\": \"i\", \"_id\": \"1\"}", new DocumentReference("i", "1", null),
                "{\"_id\": 1, \"_routing\": 2, \"_index\": \"i\"}",
                new DocumentReference("i", "1", "2"),
                "{\"_id\": \"1\"}", new DocumentReference(null, "1", null));
        for (String json : documents.keySet()) {
            assertThat(parse(json), equalTo(new Like.Document(documents.get(json))));
        }
    }

    public void testWhatIsNoText() {
        for (String wrong : List.of("1", "true", "null", "1.5")) {
            assertRefused(
                    wrong,
                    "[like] must be a text, an array of texts or a stored document"
                            + " {[_index], [_id], [_routing]}, got [" + wrong + "]");
        }
        for (String blank : List.of("\"\"", "\" \\n\"", "[\"\", \" \"]")) {
            assertRefused(blank, "[like] must hold a text, got only blank ones");
        }
        assertRefused("[]", "[like] must hold a text, got []");
        Map.of(
                "[1]", "VALUE_NUMBER", "[\"one\", null]", "VALUE_NULL", "[[\"one\"]]",
                "START_ARRAY",
                "[{\"_id\":\"1\"}]", "START_OBJECT")
                .forEach(
                        (wrong, token) -> assertRefused(
                                wrong,
                                "[like] must be a text, an array of texts or a stored document"
                                        + " {[_index], [_id], [_routing]}, got [" + token
                                        + "] in an array"));
    }

    public void testWhatIsNoDocument() {
        assertRefused("{\"_index\": \"i\"}", "[_id] must be given, got [null]");
        assertRefused("{\"_id\": null}", "[_id] must be a text or a number, got [null]");
        assertRefused("{\"_id\": [\"1\"]}", "[_id] must be a text or a number, got [START_ARRAY]");
        assertRefused("{\"_index\": 7}", "[_index] must be a text, got [7]");
        assertRefused(
                "{\"_index\": \"\", \"_id\": \"1\"}",
                "[_index] must be the name of an index, got []");
        assertRefused("{\"_index\": \"i\", \"_id\": \"\"}", "[_id] must be given, got []");
        assertRefused(
                "{\"_index\": \"i\", \"_id\": \"1\", \"doc\": {}}",
                "[document] unknown field [doc]");
    }

    private void assertRefused(String json, String message) {
        Throwable refusal = expectThrows(IllegalArgumentException.class, () -> parse(json));
        while (refusal.getCause() != null) {
            refusal = refusal.getCause();
        }
        assertThat(refusal.getMessage(), containsString(message));
    }

    private Like parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            parser.nextToken();
            return Like.parse(Like.NAME, Like.WHAT, parser);
        }
    }
}
