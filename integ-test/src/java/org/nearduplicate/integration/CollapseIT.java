package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.nearduplicate.integration.CollapsedSearches.ALL;
import static org.nearduplicate.integration.CollapsedSearches.assertRefused;
import static org.nearduplicate.integration.CollapsedSearches.collapse;
import static org.nearduplicate.integration.CollapsedSearches.create;
import static org.nearduplicate.integration.CollapsedSearches.ids;
import static org.nearduplicate.integration.CollapsedSearches.nearDuplicates;
import static org.nearduplicate.integration.CollapsedSearches.options;
import static org.nearduplicate.integration.CollapsedSearches.properties;
import static org.nearduplicate.integration.CollapsedSearches.search;
import static org.nearduplicate.integration.CollapsedSearches.text;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerVersion;
/** Search results without near duplicates, as users ask for them. */
public class CollapseIT {

    private static final Map<String, ?> KINDS =
            Map.of("aggs", Map.of("kinds", Map.of("terms", Map.of("field", "kind"))));

    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = CollapsedSearches.createIndices();
    }

    @Before
    public void nothingIsOpen() throws IOException {
        CollapsedSearches.assertNoPointInTime();
    }

    @Test
    public void firstByRankStaysAndTellsOfTheOthers() throws IOException {
        Answer answer = collapse(Map.of("size", 10), Map.of()).ok();
        assertEquals(List.of("a0", "b0", "none", "single0"), ids(answer));
        assertEquals(
                Map.of("value", 3, "relation", "eq"),
                answer.at("hits", "hits", 0, "inner_hits", "near_duplicates", "hits", "total"));
        // 30 words have 28 shingles; each word more at the end is one shingle more.
        assertEquals(
                List.of("collapse-1 a1 0.966", "collapse-2 a2 0.933", "collapse-2 a3 0.903"),
                nearDuplicates(answer, 0));
        assertEquals(List.of("collapse-2 b1 0.966"), nearDuplicates(answer, 1));
        assertFalse(((Map<?, ?>) answer.at("hits", "hits", 2)).containsKey("inner_hits"));
        assertEquals(8, answer.at("hits", "total", "value"));
    }

    @Test
    public void withTheOtherPartsOfASearch() throws IOException {
        Map<String, ?> parts = Map.of(
                "size", 2,
                "_source", List.of("rank"),
                "fields", List.of("kind"),
                "explain", true,
                "aggs", Map.of("kinds", Map.of("terms", Map.of("field", "kind"))),
                "highlight",
                Map.of(
                        "type", "near_duplicate",
                        "highlight_query",
                        Map.of("near_duplicate", Map.of("field", "body.near", "like", text("a0"))),
                        "number_of_fragments", 0,
                        "fields", Map.of("body", Map.of())));
        Answer answer = collapse(parts, Map.of()).ok();
        assertEquals(List.of("a0", "b0"), ids(answer));
        assertEquals(Map.of("rank", 1), answer.at("hits", "hits", 0, "_source"));
        assertEquals(List.of("a"), answer.at("hits", "hits", 0, "fields", "kind"));
        assertEquals(
                List.of("<em>" + text("a0") + "</em>"),
                answer.at("hits", "hits", 0, "highlight", "body"));
        assertEquals(1,
                ((Number) answer.at("hits", "hits", 0, "_explanation", "value")).intValue());
        assertEquals(4, answer.at("aggregations", "kinds", "buckets", 0, "doc_count"));
        assertEquals(3, nearDuplicates(answer, 0).size());
    }

    /** An answer without the hits of a shard would show others in their place. */
    @Test
    public void aShardThatFailsIsAnError() throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>(properties(Map.of()));
        properties.put("kind", Map.of("type", "text"));
        TestIndex.createWith(rest, "kind-of-words", TestIndex.settings(1), properties)
                .putSources(Map.of("z0", Map.of("body", text("z0"), "rank", 0)), "");
        assertRefused(rest.post(
                "/collapse-1,collapse-2,kind-of-words/_search?allow_partial_search_results=true",
                search(KINDS, options(Map.of()))), "Fielddata is disabled on [kind]");
    }

    @Test
    public void pageAfterTheWindow() throws IOException {
        for (int from : new int[] {4, 5}) {
            Answer answer = collapse(
                    Map.of("from", from, "size", 2), Map.of("rank_window_size", 4));
            assertEquals(List.of(), ids(answer));
            assertEquals(
                    List.of(
                            "[from] must be less than [rank_window_size: 4] for the page to have"
                                    + " hits, got [" + from + "]"),
                    answer.warnings());
        }
        assertEquals(List.of(), collapse(
                Map.of("from", 3, "size", 2), Map.of("rank_window_size", 4)).ok().warnings());
    }

    @Test
    public void insideAndAroundOthers() throws IOException {
        Map<String, ?> rescored = Map.of(
                "rescorer",
                Map.of(
                        "retriever", Map.of("standard", Map.of("query", rank("none"))),
                        "rescore", rescore(rank("reciprocal"))));
        assertEquals(
                List.of("a0", "b0", "none", "single0"),
                ids(collapse(Map.of(), Map.of("retriever", rescored))));
        Map<String, ?> nested = Map.of(
                "retriever",
                Map.of("near_duplicate_collapse", options(Map.of("min_similarity", 0.95))));
        Answer twice = collapse(Map.of(), nested).ok();
        assertEquals(List.of("a0", "b0", "none", "single0"), ids(twice));
        assertEquals("what the inner one finds", 5, twice.at("hits", "total", "value"));
        assertEquals(List.of("collapse-2 a2 0.933"), nearDuplicates(twice, 0));
        assertEquals(List.of("single0", "none", "b0", "a0"), ids(around(Map.of())));
    }

    /** Filters of whatever retriever come to the query in the middle. */
    @Test
    public void filtersAround() throws IOException {
        Map<String, ?> filter =
                Map.of("filter", Map.of("range", Map.of("rank", Map.of("gt", 1, "lt", 8))));
        assertEquals(List.of("single0", "none", "a1", "b0"), ids(around(filter)));
        Map<String, Object> outer = new LinkedHashMap<>(filter);
        outer.put("retriever", Map.of("near_duplicate_collapse", options(Map.of())));
        assertEquals(
                List.of("b0", "a1", "none", "single0"), ids(collapse(Map.of(), outer)));
    }

    /** In 9.0 a retriever does not expose the retrievers in it. */
    @Test
    public void nearDuplicatesAreNamedInsideOfOthers() throws IOException {
        ServerVersion.assumeFrom("9.1");
        assertEquals(
                List.of("collapse-1 a1 0.966", "collapse-2 a2 0.933", "collapse-2 a3 0.903"),
                nearDuplicates(around(Map.of()), 3));
    }

    private static Answer around(Map<String, ?> filter) throws IOException {
        Map<String, Object> rescored = new LinkedHashMap<>(filter);
        rescored.put("retriever", Map.of("near_duplicate_collapse", options(Map.of())));
        rescored.put("rescore", rescore(rank("none")));
        return rest.post("/collapse-1,collapse-2/_search",
                Map.of("from", 0, "retriever", Map.of("rescorer", rescored)));
    }

    private static Map<String, ?> rescore(Map<String, ?> query) {
        return Map.of(
                "window_size", 100,
                "query",
                Map.of(
                        "rescore_query", query,
                        "query_weight", 0,
                        "rescore_query_weight", 1));
    }

    private static Map<String, ?> rank(String modifier) {
        return Map.of(
                "function_score",
                Map.of(
                        "query", ALL,
                        "field_value_factor",
                        Map.of("field", "rank", "modifier", modifier)));
    }

    /** A query in the retriever may have inner hits too; if they are called as ours they are the user's. */
    @Test
    public void besideInnerHitsOfNestedDocuments() throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>(properties(Map.of()));
        properties.put(
                "parts",
                Map.of(
                        "type", "nested",
                        "properties", Map.of("colour", Map.of("type", "keyword"))));
        TestIndex index =
                TestIndex.createWith(rest, "with-parts", TestIndex.settings(1), properties);
        Map<String, ?> red = Map.of("colour", "red");
        index.putSources(
                Map.of(
                        "a0", Map.of("body", text("a0"), "rank", 1, "parts", List.of(red)),
                        "a1", Map.of("body", text("a1"), "rank", 2, "parts", List.of(red))),
                "");
        for (String name : List.of("parts", "near_duplicates")) {
            Map<String, ?> parts = Map.of(
                    "nested",
                    Map.of(
                            "path", "parts",
                            "query", Map.of("term", Map.of("parts.colour", "red")),
                            "inner_hits", Map.of("name", name)));
            Map<String, ?> byRank =
                    Map.of("standard", Map.of("query", parts, "sort", List.of("rank")));
            Answer answer = rest.post("/with-parts/_search",
                    search(Map.of(), options(Map.of("retriever", byRank))));
            assertEquals(List.of("a0"), ids(answer));
            assertEquals(
                    "red",
                    answer.at(
                            "hits", "hits", 0, "inner_hits", name, "hits", "hits", 0, "_source",
                            "colour"));
            if (name.equals("parts")) {
                assertEquals(List.of("with-parts a1 0.966"), nearDuplicates(answer, 0));
            }
        }
    }

    @Test
    public void runtimeFieldsOfTheSearch() throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>(properties(Map.of()));
        properties.put("raw", Map.of("type", "object", "enabled", false));
        TestIndex index = TestIndex.createWith(rest, "runtime", TestIndex.settings(1), properties);
        index.putSources(
                Map.of(
                        "a0",
                        Map.of("body", text("a0"), "rank", 1, "raw", Map.of("colour", "red")),
                        "a1", Map.of("body", text("a1"), "rank", 2)),
                "");
        Map<String, ?> red = Map.of(
                "standard", Map.of("query", Map.of("term", Map.of("raw.colour", "red"))));
        Answer answer = rest.post("/runtime/_search",
                search(Map.of("runtime_mappings", Map.of("raw.colour", Map.of("type", "keyword"))),
                        options(Map.of("retriever", red))));
        assertEquals(List.of("a0"), ids(answer));
    }

    /** Each document that is named can be read by its name. */
    @Test
    public void routing() throws IOException {
        TestIndex index = create("routed", Map.of());
        index.putSources(Map.of("a0", Map.of("body", text("a0"), "rank", 1)), "&routing=x");
        index.putSources(Map.of("a1", Map.of("body", text("a1"), "rank", 2)), "&routing=y");
        Answer answer = rest.post("/routed/_search", search(Map.of(), options(Map.of()))).ok();
        assertEquals(List.of("a0"), ids(answer));
        assertEquals("x", answer.at("hits", "hits", 0, "_routing"));
        assertEquals(
                "y",
                answer.at(
                        "hits", "hits", 0, "inner_hits", "near_duplicates", "hits", "hits", 0,
                        "_routing"));
    }

    @Test
    public void severalSearchesAtOnce() throws IOException {
        String line = Json.of(search(Map.of("size", 1), options(Map.of())));
        Answer answer = rest.callLines(
                "POST", "/_msearch", "{\"index\":\"collapse-*\"}\n" + line
                        + "\n{\"index\":\"collapse-2\"}\n" + line + "\n")
                .ok();
        assertEquals("a0", answer.at("responses", 0, "hits", "hits", 0, "_id"));
        assertEquals("a2", answer.at("responses", 1, "hits", "hits", 0, "_id"));
    }

    /** However many copies are in front, the page is full of others; without a size it has all of the window. */
    @Test
    public void manyCopiesInFront() throws IOException {
        TestIndex index = create("copies", Map.of());
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int rank = 0; rank < 9_980; rank++) {
            sources.put("copy-" + rank, Map.of("body", text("a0"), "rank", rank));
        }
        for (int rank = 9_980; rank < 10_010; rank++) {
            String id = "other-" + rank;
            sources.put(id, Map.of("body", text("other" + rank + "x0"), "rank", rank));
        }
        index.putSources(sources, "");
        Answer answer = rest.post("/copies/_search",
                search(Map.of(), options(Map.of("rank_window_size", 10_000)))).ok();
        assertEquals(21, ids(answer).size());
        assertEquals("copy-0", ids(answer).getFirst());
        assertEquals(
                9_979, answer.at("hits", "hits", 0, "inner_hits", "near_duplicates", "hits",
                        "total", "value"));
    }

    @Test
    public void withoutTextsEstimatesAreTaken() throws IOException {
        TestIndex index =
                TestIndex.createWithoutSource(rest, "no-source", properties(Map.of()));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (String id : List.of("a0", "a1", "b0")) {
            sources.put(id, Map.of("body", text(id), "rank", 1));
        }
        index.putSources(sources, "");
        Answer answer = rest.post("/no-source/_search", search(Map.of(), options(Map.of())));
        assertEquals(List.of("a0", "b0"), ids(answer));
        assertEquals(
                List.of(
                        "[verify] [signature] is used for [body.near], so similarities are estimates:"
                                + " [no-source] shows no shingle sets, and [_source] is disabled"),
                answer.warnings());
        assertRefused(
                rest.post("/no-source/_search",
                        search(Map.of(), options(Map.of("verify", "exact")))),
                "[verify] [exact] needs the texts of [body.near] from [_source]");
    }
}
