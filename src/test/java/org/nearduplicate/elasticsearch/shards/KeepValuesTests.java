package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.search.SearchService;

/** Which fields can choose keepers, what kind of values they have, and which of several counts. */
public class KeepValuesTests extends SessionNodeTestCase {

    private static final String EVERY_TYPE =
            """
                    {"runtime": {"at_runtime": {"type": "long"}}, "properties": {
                      "body": {"type": "minhash"},
                      "keyword": {"type": "keyword"}, "ip": {"type": "ip"},
                      "byte": {"type": "byte"}, "long": {"type": "long"},
                      "float": {"type": "float"}, "double": {"type": "double"},
                      "date": {"type": "date"}, "date_nanos": {"type": "date_nanos"},
                      "boolean": {"type": "boolean"},
                      "text": {"type": "text", "fielddata": true},
                      "place": {"type": "geo_point"}, "range": {"type": "integer_range"},
                      "bytes": {"type": "binary", "doc_values": true},
                      "unsorted": {"type": "keyword", "doc_values": false},
                      "other_name": {"type": "alias", "path": "long"},
                      "parts": {"type": "nested", "properties": {"rank": {"type": "long"}}}
                    }}""";

    private OpenedSessions opener;

    private void createAndIndex(Map<String, Object> document) {
        create(INDEX, 1, EVERY_TYPE);
        index(INDEX, Map.of("only", document));
        opener = new OpenedSessions(
                getInstanceFromNode(SearchService.class), resolveIndex(INDEX));
    }

    public void testKinds() throws IOException {
        createAndIndex(Map.of());
        Map<String, String> kinds = Map.of(
                "keyword", "keyword", "ip", "ip", "byte", "integer", "long", "integer",
                "float", "floating point", "double", "floating point", "date", "date",
                "date_nanos", "date_nanoseconds", "boolean", "boolean", "other_name", "integer");
        for (Map.Entry<String, String> kind : kinds.entrySet()) {
            try (OpenedSessions.Opened session =
                    opener.open(OpenedSessions.keepBy(kind.getKey(), randomBoolean()))) {
                assertThat(session.description().keepValues(), equalTo(kind.getValue()));
            }
        }
    }

    public void testNoKeepFieldNoKeys() throws IOException {
        createAndIndex(Map.of("long", 1));
        assertThat(opener.key(null, randomBoolean()), nullValue());
        try (OpenedSessions.Opened session =
                opener.open(OpenedSessions.keepBy(null, randomBoolean()))) {
            assertThat(session.description().keepValues(), nullValue());
        }
    }

    public void testDocumentWithoutAValue() throws IOException {
        createAndIndex(Map.of());
        for (String field : List.of("keyword", "ip", "long", "double", "date")) {
            assertThat(field, opener.key(field, randomBoolean()), nullValue());
        }
    }

    public void testLowestOrHighestOfSeveral() throws IOException {
        createAndIndex(
                Map.of("keyword", List.of("m", "b", "x"), "long", List.of(5, -7, 9, 9)));
        assertThat(opener.key("keyword", false).utf8ToString(), equalTo("b"));
        assertThat(opener.key("keyword", true).utf8ToString(), equalTo("x"));
        assertThat(opener.key("long", false), equalTo(keyOfLong(-7)));
        assertThat(opener.key("long", true), equalTo(keyOfLong(9)));
    }

    public void testNameOfAnotherField() throws IOException {
        createAndIndex(Map.of("long", 42));
        assertThat(opener.key("other_name", true), equalTo(keyOfLong(42)));
    }

    public void testRefused() {
        createAndIndex(Map.of());
        assertRefused("missing", "which has no mapping");
        assertRefused("text", "of type [text] without doc values");
        assertRefused("unsorted", "of type [keyword] without doc values");
        assertRefused("place", "of type [geo_point] whose values have no order");
        assertRefused("range", "of type [integer_range] whose values have no order");
        assertRefused("bytes", "of type [binary] whose values have no order");
        assertRefused("at_runtime", "of type [long] without doc values");
        assertRefused("parts.rank", "inside of [parts]");
    }

    private void assertRefused(String field, String why) {
        IllegalArgumentException refusal = expectThrows(
                IllegalArgumentException.class,
                () -> opener.open(OpenedSessions.keepBy(field, randomBoolean())));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "[keep.field] must be a field with doc values that have an order, got ["
                                + field + "] of index [" + INDEX + "], " + why));
    }

    /** Big-endian, with the sign bit turned, so that negative numbers come first. */
    private static BytesRef keyOfLong(long value) {
        return new BytesRef(
                ByteBuffer.allocate(8).putLong(value ^ Long.MIN_VALUE).array());
    }
}
