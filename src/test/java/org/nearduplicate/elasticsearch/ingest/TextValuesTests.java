package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.TestIngestDocument;
import org.elasticsearch.test.ESTestCase;

/** What of a document that comes in is its text. */
public class TextValuesTests extends ESTestCase {

    public void testTexts() {
        assertThat(values("one"), equalTo(List.of("one")));
        assertThat(values(List.of("one", "two")), equalTo(List.of("one", "two")));
        assertThat(
                values(List.of("one", List.of("two", List.of()), List.of("three"))),
                equalTo(List.of("one", "two", "three")));
        assertThat("it is there", values(""), equalTo(List.of("")));
    }

    /** As a field of type text takes them. */
    public void testNumbersAndSwitches() {
        assertThat(values(7), equalTo(List.of("7")));
        assertThat(values(List.of(1.5, true, 1L << 40)),
                equalTo(List.of("1.5", "true", "1099511627776")));
    }

    public void testNothing() {
        assertThat(values(List.of()), equalTo(List.of()));
        assertThat(values(Arrays.asList(null, "one", null)), equalTo(List.of("one")));
        assertThat(values(Arrays.asList(null, null)), equalTo(List.of()));
    }

    public void testAPath() {
        IngestDocument document = TestIngestDocument.withDefaultVersion(
                new HashMap<>(Map.of("a", new HashMap<>(Map.of("b", "one")))));
        assertThat(TextValues.of(document, "a.b", false), equalTo(List.of("one")));
    }

    public void testMissing() {
        Map<String, Object> source = new HashMap<>();
        source.put("body", null);
        source.put("title", "one");
        IngestDocument document = TestIngestDocument.withDefaultVersion(source);
        for (String field : List.of("body", "none", "none.of.these", "title.of")) {
            assertThat(field, TextValues.of(document, field, true), equalTo(List.of()));
            IllegalArgumentException refusal = expectThrows(
                    IllegalArgumentException.class, () -> TextValues.of(document, field, false));
            assertThat(
                    refusal.getMessage(),
                    equalTo(
                            "[field] [" + field
                                    + "] is missing or null, without [ignore_missing] true"));
        }
    }

    public void testOtherTypes() {
        for (boolean ignoreMissing : new boolean[] {false, true}) {
            for (Object wrong : List.of(Map.of("a", "b"), List.of("one", Map.of("a", "b")))) {
                IllegalArgumentException refusal = expectThrows(
                        IllegalArgumentException.class,
                        () -> TextValues.of(document(wrong), "body", ignoreMissing));
                assertTrue(
                        refusal.getMessage(),
                        refusal.getMessage().startsWith(
                                "[field] [body] must be a text or an array of texts, got one of"
                                        + " type ["));
            }
        }
    }

    private static List<String> values(Object value) {
        return TextValues.of(document(value), "body", false);
    }

    private static IngestDocument document(Object value) {
        return TestIngestDocument.withDefaultVersion(new HashMap<>(Map.of("body", value)));
    }
}
