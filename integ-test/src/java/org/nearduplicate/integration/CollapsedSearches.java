package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Two indices whose near duplicates are in each other, and searches without them. */
final class CollapsedSearches {

    static final Map<String, ?> ALL = Map.of("match_all", Map.of());
    private static final Map<String, ?> BY_RANK =
            Map.of("standard", Map.of("query", ALL, "sort", List.of("rank")));

    /** Two texts and their versions, from the first rank to the last; one without words; one alone. */
    private static final List<String> RANKED =
            List.of("a0", "b0", "a1", "none", "a2", "b1", "single0", "a3");

    private static RestCalls rest;

    private CollapsedSearches() {}

    /** Creates both, anew if they exist, and returns the connection to their server. */
    static RestCalls createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex first = create("collapse-1", Map.of());
        TestIndex second = create("collapse-2", Map.of());
        Map<String, Map<String, ?>> firstHalf = new LinkedHashMap<>();
        Map<String, Map<String, ?>> secondHalf = new LinkedHashMap<>();
        for (int rank = 0; rank < RANKED.size(); rank++) {
            String id = RANKED.get(rank);
            boolean isFirst = rank < 4;
            (isFirst ? firstHalf : secondHalf).put(
                    id,
                    Map.of(
                            "body", text(id), "rank", rank + 1, "kind", id.substring(0, 1), "half",
                            isFirst ? "first" : "second"));
        }
        first.putSources(firstHalf, "");
        second.putSources(secondHalf, "");
        return rest;
    }

    static TestIndex create(String name, Map<String, ?> parameters) throws IOException {
        return TestIndex.createWith(rest, name, TestIndex.settings(2), properties(parameters));
    }

    static Map<String, ?> properties(Map<String, ?> parameters) {
        return Map.of("body", TestIndex.textWithNear(parameters), "rank", Map.of("type", "integer"),
                "kind", Map.of("type", "keyword"), "half", Map.of("type", "keyword"));
    }

    /** A version has as many words more as its name says. */
    static String text(String id) {
        return id.equals("none")
                ? ""
                : Texts.window(
                        id.substring(0, id.length() - 1), 0,
                        30 + Math.max(0, Character.digit(id.charAt(id.length() - 1), 10)));
    }

    static Answer collapse(Map<String, ?> body, Map<String, ?> options)
            throws IOException {
        return rest.post("/collapse-1,collapse-2/_search", search(body, options(options)));
    }

    static Map<String, Object> options(Map<String, ?> options) {
        Map<String, Object> all = new LinkedHashMap<>(options);
        all.putIfAbsent("field", "body.near");
        all.putIfAbsent("retriever", BY_RANK);
        return all;
    }

    static Map<String, ?> search(Map<String, ?> body, Map<String, ?> options) {
        Map<String, Object> search = new LinkedHashMap<>(body);
        search.put("retriever", Map.of("near_duplicate_collapse", options));
        return search;
    }

    static List<String> ids(Answer answer) throws IOException {
        return answer.ok().objects("hits", "hits").stream().map(GroupsAnswer::id).toList();
    }

    static List<String> nearDuplicates(Answer answer, int hit) throws IOException {
        List<String> names = new ArrayList<>();
        for (Map<?, ?> found : answer.objects(
                "hits", "hits", hit, "inner_hits", "near_duplicates", "hits", "hits")) {
            names.add(
                    found.get("_index") + " " + found.get("_id") + " "
                            + String.format(Locale.ROOT, "%.3f", found.get("_score")));
        }
        return names;
    }

    static void assertRefused(Answer answer, String reason) throws IOException {
        answer.refused(400, reason);
        assertNoPointInTime();
    }

    static void assertNoPointInTime() throws IOException {
        Answer stats = rest.call("GET", "/_stats/search?filter_path=_all.total.search").ok();
        assertEquals(0, stats.at("_all", "total", "search", "open_contexts"));
    }
}
