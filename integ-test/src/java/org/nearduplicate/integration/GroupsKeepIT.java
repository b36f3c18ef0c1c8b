package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Which document of a group is kept: by length or by any field whose values have an order. */
public class GroupsKeepIT {

    /** Four times the same text, and once with three words more: the similarity is 40 / 43. */
    private static final String TEXT = Texts.window("k", 0, 42);
    private static final String LONGER = Texts.window("k", 0, 45);

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of()));
        for (String type : List.of(
                "keyword", "long", "short", "double", "half_float", "date", "date_nanos", "boolean",
                "ip")) {
            properties.put(type, Map.of("type", type));
        }
        properties.put("alias", Map.of("type", "alias", "path", "long"));
        properties.put("inner", Map.of("properties", Map.of("deep", Map.of("type", "long"))));
        TestIndex index = TestIndex.createWith(
                rest, "keep", Map.of("number_of_shards", 3, "number_of_replicas", 0), properties);
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        sources.put("e", source(LONGER, List.of(), -1, 0.5, "2026-01-02", null));
        sources.put("d", source(TEXT, List.of("m"), 5, -2.5, "1960-01-01", false));
        sources.put("c", source(TEXT, List.of("z", "b"), List.of(7, -7), 1e300, null, true));
        sources.put("b", source(TEXT, "", null, -1e-300, "2026-01-01", true));
        sources.put("a", source(TEXT, "é", 5, null, "2026-01-01T00:00:00.001Z", false));
        index.putSources(sources, "");
    }

    @Test
    public void theLongestAndThenTheLowestIdentifier() throws IOException {
        assertKept("e a b c d", Map.of("by", "longest"));
        assertKept("e a b c d", Map.of());
        assertKept("e a b c d", null);
    }

    @Test
    public void byKeyword() throws IOException {
        // Of several values the lowest or the highest counts; who has none comes last.
        assertKeeper("b", "keyword", "asc");
        assertKeeper("a", "keyword", "desc");
        assertKeeper("c", "keyword", "asc", "c", "d", "e");
        assertKeeper("c", "keyword", "desc", "c", "d", "e");
        assertKeeper("d", "keyword", "asc", "d", "e");
        assertKeeper("d", "keyword", "desc", "d", "e");
    }

    @Test
    public void byWholeNumber() throws IOException {
        for (String field : List.of("long", "short", "alias", "inner.deep")) {
            assertKeeper("c", field, "asc");
            assertKeeper("c", field, "desc");
            assertKeeper("e", field, "asc", "a", "b", "d", "e");
            assertKeeper("a", field, "desc", "a", "b", "d", "e");
            assertKeeper("d", field, "asc", "b", "d");
            assertKeeper("d", field, "desc", "b", "d");
        }
    }

    @Test
    public void byFloatingPoint() throws IOException {
        assertKeeper("d", "double", "asc");
        assertKeeper("c", "double", "desc");
        assertKeeper("b", "double", "asc", "a", "b", "e");
        assertKeeper("e", "double", "desc", "a", "b", "e");
        assertKeeper("d", "half_float", "asc", "a", "d", "e");
        assertKeeper("e", "half_float", "desc", "a", "d", "e");
    }

    @Test
    public void byDate() throws IOException {
        for (String field : List.of("date", "date_nanos")) {
            assertKeeper("b", field, "asc", "a", "b", "c", "e");
            assertKeeper("e", field, "desc");
            assertKeeper("b", field, "asc", "a", "b");
            assertKeeper("a", field, "desc", "a", "b");
        }
        assertKeeper("d", "date", "asc");
    }

    @Test
    public void byBoolean() throws IOException {
        assertKeeper("a", "boolean", "asc");
        assertKeeper("b", "boolean", "desc");
        assertKeeper("a", "boolean", "asc", "a", "e");
    }

    @Test
    public void withoutAnyValueTheLowestIdentifierStays() throws IOException {
        for (String order : List.of("asc", "desc")) {
            assertKept("a b c d e", byField("ip", order));
        }
    }

    @Test
    public void theOrderIsAscendingUnlessSaidOtherwise() throws IOException {
        assertKept("d b c a e", Map.of("by", "field", "field", "double"));
    }

    private static Map<String, ?> byField(String field, String order) {
        return Map.of("by", "field", "field", field, "order", order);
    }

    private static void assertKeeper(String keeper, String field, String order, String... of)
            throws IOException {
        Map<String, ?> query = of.length == 0
                ? Map.of("match_all", Map.of())
                : Map.of("ids", Map.of("values", List.of(of)));
        GroupsAnswer answer = ask(Map.of("keep", byField(field, order), "query", query));
        assertEquals(field + " " + order, keeper, answer.groups().get(0).get(0));
    }

    /** Checks the one group: members of one similarity are listed in the order of keepers. */
    private static void assertKept(String ids, Map<String, ?> keep) throws IOException {
        GroupsAnswer answer = ask(keep == null ? Map.of() : Map.of("keep", keep));
        assertEquals(List.of(List.of(ids.split(" "))), answer.groups());
    }

    private static GroupsAnswer ask(Map<String, ?> body) throws IOException {
        return GroupsAnswer.ask(rest, "keep", body);
    }

    private static Map<String, ?> source(
            String text, Object keyword, Object number, Double fraction, String date,
            Boolean flag) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(TestIndex.FIELD, text);
        source.put("keyword", keyword);
        source.put("long", number);
        source.put("short", number);
        source.put("inner", number == null ? null : Map.of("deep", number));
        source.put("double", fraction);
        source.put(
                "half_float", fraction == null || Math.abs(fraction) > 1e4 ? null : fraction);
        source.put("date", date);
        source.put("date_nanos", date == null || date.startsWith("19") ? null : date);
        source.put("boolean", flag);
        return source;
    }
}
