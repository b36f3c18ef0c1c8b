package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.Question.Outcome;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/**
 * A node is killed while documents are written and all kinds of questions are asked: no acknowledged
 * document is lost, and no answer is silently wrong.
 */
public class KilledNodeIT {

    private static final String WRITTEN = "killed-written";
    private static final String REPLICATED = "killed-replicated";
    private static final String SINGLE = "killed-single";

    private static final int FAMILY = 4;
    private static final int DOCUMENTS = 3_000;
    private static final double MIN_SIMILARITY = 0.7;
    private static final int QUERIES_AT_A_TIME = 500;

    private static Faults faults;
    private static RestCalls rest;
    private static Map<Question, Object> expected;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        rest = faults.rest();
        keepViewsOfSearches("10s");
        List<Question> questions = new ArrayList<>();
        for (String index : List.of(REPLICATED, SINGLE)) {
            SampleIndex.create(rest, index, Faults.settings(index.equals(SINGLE) ? 0 : 1));
            questions.addAll(SampleIndex.questionsInFaults(index));
        }
        faults.awaitGreen();
        expected = Interrogation.expect(rest, questions);
        SampleIndex.assertMeaningful(expected);
    }

    @After
    public void revive() throws IOException, InterruptedException {
        faults.reviveAll();
        faults.awaitNothingLeft();
    }

    @AfterClass
    public static void deleteIndices() throws IOException {
        keepViewsOfSearches(null);
        rest.call("DELETE", "/" + String.join(",", WRITTEN, REPLICATED, SINGLE)).ok();
    }

    /** What a killed node was fetching hits from stays open on the others for that time, usually 5 minutes. */
    private static void keepViewsOfSearches(String time) throws IOException {
        Map<String, Object> setting = new HashMap<>();
        setting.put("search.default_keep_alive", time);
        rest.call("PUT", "/_cluster/settings", Json.of(Map.of("persistent", setting))).ok();
    }

    @Test
    public void nothingIsLostAndNothingIsWrong() throws Exception {
        for (int round = 0; round < Effort.times(1); round++) {
            killWhileWritingAndAsking(round % Faults.NODES);
        }
    }

    private static void killWhileWritingAndAsking(int victim) throws Exception {
        Map<String, Object> settings = new HashMap<>(Faults.settings(1));
        settings.put("max_result_window", DOCUMENTS);
        TestIndex.create(rest, WRITTEN, settings, Chains.FIELD_PARAMETERS);
        Writes writes;
        try (RestCalls first = faults.to(0);
                RestCalls second = faults.to(1);
                RestCalls third = faults.to(2)) {
            List<RestCalls> all = List.of(first, second, third);
            Interrogation asked = Interrogation.start(expected, all);
            asked.awaitRound();
            writes = Writes.start(WRITTEN, DOCUMENTS, KilledNodeIT::text, all);
            try (asked;
                    writes;
                    Interrogation joining =
                            Interrogation.start(groupsOnly(), List.of(all.get(victim)))) {
                writes.awaitMore(100);
                faults.kill(victim);
                assertThat("written before a node was killed", writes.left(), greaterThan(300));
                writes.awaitMore(100);
                asked.awaitRound();
                faults.reviveAll();
                asked.awaitRound();
                joining.awaitRound();
            }
            System.out.println(
                    "node-" + victim + " killed: answers " + asked + ", "
                            + writes.acknowledged().size() + " documents acknowledged");
            for (Outcome outcome : Outcome.values()) {
                assertThat(outcome.name(), asked.count(outcome), greaterThan(0L));
            }
        }
        faults.awaitNothingLeft();
        assertEquals(expected, Interrogation.expect(rest, List.copyOf(expected.keySet())));
        assertNothingLost(writes.acknowledged());
    }

    /** Asked all the time, they also come while some nodes have yet to hear that the node is back. */
    private static Map<Question, Object> groupsOnly() {
        Map<Question, Object> groups = new HashMap<>(expected);
        groups.keySet().removeIf(question -> question.name().equals("groups") == false);
        return groups;
    }

    private static void assertNothingLost(Map<String, String> acknowledged) throws IOException {
        rest.call("POST", "/" + WRITTEN + "/_refresh").ok();
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
    private static Map<String, String> stored() throws IOException {
        Answer answer = rest.call("GET", "/" + WRITTEN + "/_search?size=" + DOCUMENTS).ok();
        assertEquals(answer.text(), 0, answer.at("_shards", "failed"));
        Map<String, String> stored = new TreeMap<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            Map<?, ?> source = (Map<?, ?>) ((Map<?, ?>) hit).get("_source");
            stored.put(GroupsAnswer.id(hit), (String) source.get(TestIndex.FIELD));
        }
        stored.forEach((id, text) -> assertEquals(text(Integer.parseInt(id)), text));
        return stored;
    }

    private static void assertNeighbours(List<String> ids, Map<String, String> stored)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String id : ids) {
            Map<String, Object> query = TestIndex.withField(
                    Map.of(
                            "like", stored.get(id), "verify", "exact",
                            "min_similarity", MIN_SIMILARITY));
            lines.append("{}\n").append(
                    Json.of(Map.of("query", Map.of("near_duplicate", query)))).append('\n');
        }
        Answer answer = rest.callLines("POST", "/" + WRITTEN + "/_msearch", lines.toString()).ok();
        List<?> responses = (List<?>) answer.at("responses");
        for (int i = 0; i < ids.size(); i++) {
            Map<?, ?> hits = (Map<?, ?>) ((Map<?, ?>) responses.get(i)).get("hits");
            Map<String, Float> found = new TreeMap<>();
            for (Object hit : (List<?>) hits.get("hits")) {
                Number score = (Number) ((Map<?, ?>) hit).get("_score");
                found.put(GroupsAnswer.id(hit), score.floatValue());
            }
            assertEquals(ids.get(i), neighbours(ids.get(i), stored), found);
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

    private static TreeSet<String> groups() throws IOException {
        GroupsAnswer answer = GroupsAnswer.ask(
                rest, WRITTEN,
                Map.of("verify", "exact", "min_similarity", MIN_SIMILARITY, "size",
                        DOCUMENTS / FAMILY));
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
    private static String text(int document) {
        return Texts.window("family" + document / FAMILY, document % FAMILY * 2, 40);
    }
}
