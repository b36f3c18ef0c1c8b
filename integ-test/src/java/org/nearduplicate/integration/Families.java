package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/** An index that is written while something happens, of families of four near duplicates. */
final class Families {

    private static final int FAMILY = 4;
    private static final double MIN_SIMILARITY = 0.7;
    private static final int QUERIES_AT_A_TIME = 500;

    private final RestCalls rest;
    private final String index;
    private final int documents;

    private Families(RestCalls rest, String index, int documents) {
        this.rest = rest;
        this.index = index;
        this.documents = documents;
    }

    /** Creates the index, anew if it exists, for some documents at most. */
    static Families create(RestCalls rest, String index, Map<String, ?> settings, int documents)
            throws IOException {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("max_result_window", documents);
        TestIndex.create(rest, index, all, Chains.FIELD_PARAMETERS);
        return new Families(rest, index, documents);
    }

    /** Checks that every acknowledged document is there, and found with those that are near to it. */
    void assertNothingLost(Map<String, String> acknowledged) throws IOException {
        rest.call("POST", "/" + index + "/_refresh").ok();
        Map<String, String> stored = stored();
        Map<String, String> lost = new TreeMap<>(acknowledged);
        lost.entrySet().removeAll(stored.entrySet());
        assertEquals("acknowledged documents that are lost or changed", Map.of(), lost);
        List<String> ids = List.copyOf(stored.keySet());
        for (int from = 0; from < ids.size(); from += QUERIES_AT_A_TIME) {
            assertNeighbours(
                    ids.subList(from, Math.min(from + QUERIES_AT_A_TIME, ids.size())), stored);
        }
        assertEquals(familiesOf(stored.keySet()), groups());
    }

    /** The documents that are there: those that were acknowledged, and perhaps others. */
    private Map<String, String> stored() throws IOException {
        Answer answer = rest.call("GET", "/" + index + "/_search?size=" + documents).ok();
        assertEquals(answer.text(), 0, answer.at("_shards", "failed"));
        Map<String, String> stored = new TreeMap<>();
        for (Map<?, ?> hit : answer.objects("hits", "hits")) {
            Map<?, ?> source = (Map<?, ?>) hit.get("_source");
            stored.put(GroupsAnswer.id(hit), (String) source.get(TestIndex.FIELD));
        }
        stored.forEach((id, text) -> assertEquals(text(Integer.parseInt(id)), text));
        return stored;
    }

    private void assertNeighbours(List<String> ids, Map<String, String> stored)
            throws IOException {
        List<Map<String, ?>> searches = ids.stream()
                .<Map<String, ?>>map(
                        id -> Map.of(
                                "query",
                                TestIndex.query(
                                        Map.of(
                                                "like", stored.get(id), "verify", "exact",
                                                "min_similarity", MIN_SIMILARITY))))
                .toList();
        List<Map<?, ?>> responses = rest.searches(index, searches);
        for (int i = 0; i < ids.size(); i++) {
            assertEquals(
                    ids.get(i), neighbours(ids.get(i), stored),
                    TestIndex.scores(responses.get(i)));
        }
    }

    /** Texts of other families have no word in common. */
    private static Map<String, Float> neighbours(String id, Map<String, String> stored) {
        Map<String, Float> neighbours = new TreeMap<>();
        int first = Integer.parseInt(id) / FAMILY * FAMILY;
        for (int i = first; i < first + FAMILY; i++) {
            String text = stored.get(Crowds.id(i));
            if (text != null) {
                neighbours.put(Crowds.id(i), (float) Texts.jaccard(stored.get(id), text));
            }
        }
        return neighbours;
    }

    private TreeSet<String> groups() throws IOException {
        GroupsAnswer answer = GroupsAnswer.ask(
                rest, index,
                Map.of("verify", "exact", "min_similarity", MIN_SIMILARITY, "size",
                        documents / FAMILY));
        TreeSet<String> groups = new TreeSet<>();
        answer.groups().forEach(group -> groups.add(new TreeSet<>(group).toString()));
        return groups;
    }

    private static TreeSet<String> familiesOf(Iterable<String> ids) {
        Map<Integer, TreeSet<String>> families = new HashMap<>();
        for (String id : ids) {
            families.computeIfAbsent(Integer.parseInt(id) / FAMILY, any -> new TreeSet<>()).add(id);
        }
        TreeSet<String> groups = new TreeSet<>();
        families.values().stream()
                .filter(family -> family.size() > 1)
                .forEach(family -> groups.add(family.toString()));
        return groups;
    }

    /** Any two of a family have a similarity of 32/44 at least. */
    static String text(int document) {
        return Texts.window("family" + document / FAMILY, document % FAMILY * 2, 40);
    }
}
