package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Which document of a group is kept: by length or by any field whose values have an order. */
public class GroupsKeepIT {

    /** Four times the same text, and once with three words more: the similarity is 40 / 43. */
    private static final String TEXT = Texts.window("k", 0, 42);
    private static final String LONGER = Texts.window("k", 0, 45);

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of()));
        for (String type : List.of("keyword", "double", "ip")) {
            properties.put(type, Map.of("type", type));
        }
        TestIndex index = TestIndex.createWith(rest, "keep", TestIndex.settings(3), properties);
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        sources.put("e", source(LONGER, List.of(), 0.5));
        sources.put("d", source(TEXT, List.of("m"), -2.5));
        sources.put("c", source(TEXT, List.of("z", "b"), 1e300));
        sources.put("b", source(TEXT, "", -1e-300));
        sources.put("a", source(TEXT, "é", null));
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

    private static Map<String, ?> source(String text, Object keyword, Double fraction) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(TestIndex.FIELD, text);
        source.put("keyword", keyword);
        source.put("double", fraction);
        return source;
    }
}
