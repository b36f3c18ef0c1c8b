package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/** The parameter {@code like}: what it takes, and what it refuses. */
public class LikeTests extends ESTestCase {

    public void testText() throws IOException {
        assertThat(parse("\"some text\""), equalTo(new Like.Texts(List.of("some text"))));
    }

    public void testArrayOfTexts() throws IOException {
        assertThat(parse("[\"one\", \"\", \"two\"]"),
                equalTo(new Like.Texts(List.of("one", "", "two"))));
    }

    public void testStoredDocument() throws IOException {
        assertThat(
                parse("{\"_index\": \"i\", \"_id\": \"1\"}"),
                equalTo(new Like.Document(new DocumentReference("i", "1", null))));
        assertThat(
                parse("{\"_id\": \"1\", \"_routing\": \"r\", \"_index\": \"i\"}"),
                equalTo(new Like.Document(new DocumentReference("i", "1", "r"))));
        assertThat(
                parse("{\"_id\": 1, \"_routing\": 2, \"_index\": \"i\"}"),
                equalTo(new Like.Document(new DocumentReference("i", "1", "2"))));
    }

    public void testStoredDocumentOfTheIndexThatIsSearched() throws IOException {
        assertThat(
                parse("{\"_id\": \"1\"}"),
                equalTo(new Like.Document(new DocumentReference(null, "1", null))));
    }

    public void testOtherTypesAreRefused() {
        for (String wrong : List.of("1", "true", "null", "1.5")) {
            assertRefused(
                    wrong,
                    "[like] must be a text, an array of texts or a stored document"
                            + " {[_index], [_id], [_routing]}, got [" + wrong + "]");
        }
    }

    public void testNoText() {
        for (String blank : List.of("\"\"", "\" \\n\"", "[\"\", \" \"]")) {
            assertRefused(blank, "[like] must hold a text, got only blank ones");
        }
        assertRefused("[]", "[like] must hold a text, got []");
    }

    public void testArrayOfOtherThingsIsRefused() {
        assertRefused("[1]", "[like] must be an array of texts only, got [VALUE_NUMBER] in it");
        assertRefused(
                "[\"one\", null]", "[like] must be an array of texts only, got [VALUE_NULL] in it");
        assertRefused(
                "[[\"one\"]]", "[like] must be an array of texts only, got [START_ARRAY] in it");
        assertRefused(
                "[{\"_id\":\"1\"}]",
                "[like] must be an array of texts only, got [START_OBJECT] in it");
    }

    public void testIncompleteDocumentIsRefused() {
        assertRefused("{\"_index\": \"i\"}", "[_id] must be given, got [null]");
        assertRefused("{}", "[_id] must be given, got [null]");
        assertRefused("{\"_id\": null}", "[_id] must be a text or a number, got [null]");
        assertRefused("{\"_id\": [\"1\"]}", "[_id] must be a text or a number, got [START_ARRAY]");
        assertRefused("{\"_index\": 7}", "[_index] must be a text, got [7]");
        assertRefused(
                "{\"_index\": \"\", \"_id\": \"1\"}",
                "[_index] must be the name of an index, got []");
        assertRefused("{\"_index\": \"i\", \"_id\": \"\"}", "[_id] must be given, got []");
    }

    public void testUnknownParameterOfADocumentIsRefused() {
        assertRefused(
                "{\"_index\": \"i\", \"_id\": \"1\", \"doc\": {}}",
                "[document] unknown field [doc]");
    }

    public void testNullsAreRefused() {
        expectThrows(
                NullPointerException.class, () -> new Like.Texts(Arrays.asList("one", null)));
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> new DocumentReference("i", null, null));
        assertThat(refusal.getMessage(), equalTo("[_id] must be given, got [null]"));
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
            return Like.parse(Like.NAME, parser);
        }
    }
}
