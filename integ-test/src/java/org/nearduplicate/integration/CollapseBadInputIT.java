package org.nearduplicate.integration;

import static org.nearduplicate.integration.CollapsedSearches.ALL;
import static org.nearduplicate.integration.CollapsedSearches.assertRefused;
import static org.nearduplicate.integration.CollapsedSearches.collapse;
import static org.nearduplicate.integration.CollapsedSearches.create;
import static org.nearduplicate.integration.CollapsedSearches.options;
import static org.nearduplicate.integration.CollapsedSearches.search;
import static org.nearduplicate.integration.CollapsedSearches.text;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;

/** What is wrong with a collapsed search is a 400 that says what, and leaves nothing open. */
public class CollapseBadInputIT {

    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = CollapsedSearches.createIndices();
    }

    @Test
    public void refusals() throws IOException {
        refused(Map.of("size", 11), Map.of("rank_window_size", 10),
                "[near_duplicate_collapse] requires [rank_window_size: 10] to be greater than or"
                        + " equal to [size: 11]");
        refused(Map.of(), Map.of("rank_window_size", 0), "[rank_window_size]");
        refused(Map.of(), Map.of("verify", "guess"), "[verify]");
        refused(Map.of(), Map.of("unknown", 1), "[unknown]");
        refused(Map.of(), Map.of("field", "kind"),
                "[field] must be a field of type [minhash], got [kind] of type [keyword]");
        refused(Map.of(), Map.of("field", "nothing"), "got [nothing] without a mapping");
        refused(Map.of(), Map.of("field", ""), "[field] must be given");
        refused(Map.of(), Map.of("retriever", Map.of("near_duplicate_collapse",
                options(Map.of("rank_window_size", 50)))),
                "[rank_window_size: 100] to be smaller than or equal to that of its retriever"
                        + " [near_duplicate_collapse: 50]");
        refused(Map.of("sort", List.of("rank")), Map.of(), "[sort]");
        refused(Map.of(), Map.of("retriever", Map.of("standard", Map.of("query",
                Map.of("term", Map.of())))), "field name is null or empty");
        refused(Map.of(), Map.of("retriever", Map.of("unheard", Map.of())), "[unheard]");
        refused(Map.of(), Map.of("retriever", Map.of("standard", Map.of("query", ALL,
                "terminate_after", 3))), "[terminate_after]");
        Map<String, Object> noChild = new LinkedHashMap<>(options(Map.of()));
        noChild.remove("retriever");
        assertRefused(rest.post("/collapse-*/_search", search(Map.of(), noChild)),
                "[retriever] must be given");
        assertRefused(
                rest.post("/collapse-*/_search?scroll=1m", search(Map.of(), options(Map.of()))),
                "[scroll]");
    }

    @Test
    public void otherMappingsAreRefused() throws IOException {
        create("other-seed", Map.of("seed", 7)).putSources(
                Map.of("a9", Map.of("body", text("a9"), "rank", 99)), "");
        assertRefused(
                rest.post("/collapse-*,other-seed/_search", search(Map.of(), options(Map.of()))),
                "[field] must have the same [seed] in all indices");
        TestIndex other = TestIndex.createWith(
                rest, "no-field", TestIndex.settings(1), Map.of("rank", Map.of("type", "integer")));
        other.putSources(Map.of("x", Map.of("rank", 1)), "");
        assertRefused(
                rest.post("/collapse-*,no-field/_search", search(Map.of(), options(Map.of()))),
                "got [body.near] without a mapping");
    }

    private static void refused(Map<String, ?> body, Map<String, ?> options, String reason)
            throws IOException {
        assertRefused(collapse(body, options), reason);
    }
}
