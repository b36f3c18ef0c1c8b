package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.lucene.Verify;

/** The parameter {@code ignore} as users write it: what it takes, and what it refuses. */
public class IgnoredTextsTests extends ESTestCase {

    private static final RequestBody BODY =
            new RequestBody("test").value(IgnoredTexts.NAME, IgnoredTexts::parse);

    public void testOneTextOrSeveral() throws IOException {
        assertThat(parse("\"a footer\"").texts(), equalTo(List.of("a footer")));
        assertThat(parse("[\"b\", \"a\"]").texts(), equalTo(List.of("b", "a")));
        assertThat(BODY.read(Requests.of(NamedXContentRegistry.EMPTY, "{}")).get("ignore"),
                nullValue());
    }

    public void testBounds() throws IOException {
        String most = "\"a\", ".repeat(IgnoredTexts.MAX_TEXTS - 1) + "\"a\"";
        assertThat(parse("[" + most + "]").texts().size(), equalTo(100));
        assertRefused("[" + most + ", \"a\"]",
                "[ignore] must be an array of at most [100] texts, got more");
        String half = "a".repeat(IgnoredTexts.MAX_LENGTH / 2);
        assertThat(parse("[\"" + half + "\", \"" + half + "\"]").texts().size(), equalTo(2));
        assertRefused(
                "[\"" + half + "\", \"" + half + "b\"]",
                "[ignore] must have at most [1048576] characters, got [1048577]");
    }

    public void testWhatIsNoText() {
        assertRefused("[]", "[ignore] must hold a text, got []");
        assertRefused("\" \"", "[ignore] must hold texts, got a blank one among [1]");
        assertRefused("[\"a\", \"\\n\"]", "[ignore] must hold texts, got a blank one among [2]");
        assertRefused("[\"a\", 7]",
                "[ignore] must be a text or an array of texts, got [VALUE_NUMBER] in an array");
        assertRefused("[\"a\", null]",
                "[ignore] must be a text or an array of texts, got [VALUE_NULL] in an array");
        assertRefused("7", "[ignore] must be a text or an array of texts, got [7]");
        assertRefused("null", "[ignore] must be a text or an array of texts, got [null]");
        assertRefused("{\"_id\": \"1\"}",
                "[ignore] must be a text or an array of texts, got [START_OBJECT]");
    }

    public void testOnlySetsSayWhatCounts() throws IOException {
        for (Verify any : new Verify[] {null, Verify.EXACT, Verify.SIGNATURE}) {
            assertThat(IgnoredTexts.NONE.verify(any), equalTo(any));
        }
        IgnoredTexts some = parse("\"a\"");
        assertThat(some.verify(null), equalTo(Verify.EXACT));
        assertThat(some.verify(Verify.EXACT), equalTo(Verify.EXACT));
        assertThat(
                expectThrows(IllegalArgumentException.class, () -> some.verify(Verify.SIGNATURE))
                        .getMessage(),
                equalTo("[ignore] needs [verify] [exact], got [signature]"));
    }

    private static IgnoredTexts parse(String json) throws IOException {
        return BODY.read(Requests.of(NamedXContentRegistry.EMPTY, "{\"ignore\": " + json + "}"))
                .get(IgnoredTexts.NAME);
    }

    private static void assertRefused(String json, String message) {
        Exception refusal = expectThrows(IllegalArgumentException.class, () -> parse(json));
        assertThat(refusal.getMessage(), containsString(message));
    }
}
