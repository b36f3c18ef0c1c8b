package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Footers that do not count: in queries, groups, comparisons and statistics, against shingles as strings. */
public class IgnoreIT {

    private static final List<String> FOOTERS =
            List.of(Texts.window("red", 0, 38), Texts.window("blue", 0, 38));
    private static final Map<String, String> MAILS = mails();
    private static final double LEAST = .5;

    private static RestCalls rest;
    private static final List<TestIndex> INDICES = new ArrayList<>();

    /** One of stored sets, in several shards, and one without; bands that find what is similar at all. */
    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        for (boolean exact : new boolean[] {true, false}) {
            TestIndex index = TestIndex.create(
                    rest, "ignore-" + exact, TestIndex.settings(exact ? 3 : 1),
                    Map.of("bands", 64, "rows", 2, "exact", exact));
            index.putTexts(MAILS);
            INDICES.add(index);
        }
    }

    /** Near duplicates under one footer and under two, other texts under one, footers alone, and texts without any. */
    private static Map<String, String> mails() {
        Map<String, String> mails = new LinkedHashMap<>();
        for (int i = 0; i < 5; i++) {
            for (int from = 0; from < 3; from++) {
                mails.put(
                        "near" + i + from,
                        Texts.window("m" + i, 6 * from, 40 + 5 * i) + " " + FOOTERS.get(from % 2));
            }
            mails.put("alone" + i, Texts.window("m" + i, 3, 40 + 5 * i));
        }
        mails.put("yes", "Yes see you at noon " + FOOTERS.getFirst());
        mails.put("no", "No cancel the order " + FOOTERS.getFirst());
        mails.put("empty1", FOOTERS.getFirst());
        mails.put("empty2", FOOTERS.getFirst());
        mails.put("empty3", FOOTERS.getFirst() + " " + FOOTERS.getFirst().substring(0, 60));
        return mails;
    }

    @Test
    public void hitsAreThoseOfWhatCounts() throws IOException {
        for (TestIndex index : INDICES) {
            for (List<String> ignored : List.of(FOOTERS, FOOTERS.subList(0, 1))) {
                for (String like : MAILS.keySet()) {
                    Map<String, Float> truth = new HashMap<>();
                    MAILS.forEach((id, text) -> {
                        double similarity = similarity(MAILS.get(like), text, ignored);
                        if (similarity >= LEAST) {
                            truth.put(id, (float) similarity);
                        }
                    });
                    Answer answer = index.near(
                            Map.of(
                                    "like", MAILS.get(like), "ignore", ignored, "min_similarity",
                                    LEAST));
                    assertEquals(
                            index.name() + ", " + like, truth,
                            new HashMap<>(TestIndex.scores(answer)));
                    assertEquals(List.of(), answer.warnings());
                }
            }
        }
    }

    /** One text, not in an array; a stored document; among other clauses, explained and highlighted. */
    @Test
    public void amongOtherClauses() throws IOException {
        for (TestIndex index : INDICES) {
            assertEquals(
                    Set.of("no", "empty1", "empty2", "empty3"),
                    TestIndex.scores(
                            index.near(Map.of("like", Map.of("_id", "yes"), "min_similarity", .75)))
                            .keySet());
            assertEquals(
                    Set.of(),
                    TestIndex.scores(
                            index.near(
                                    Map.of(
                                            "like", Map.of("_id", "yes"), "min_similarity", .1,
                                            "ignore", FOOTERS.getFirst())))
                            .keySet());
            Map<String, ?> near = TestIndex.query(
                    Map.of(
                            "like", Map.of("_id", "near00"), "ignore", FOOTERS, "min_similarity",
                            LEAST));
            Answer answer = index.search(
                    Map.of(
                            "query",
                            Map.of(
                                    "bool",
                                    Map.of(
                                            "must", near, "filter",
                                            Map.of("ids",
                                                    Map.of("values", List.of("near01", "no"))))),
                            "explain", true,
                            "highlight",
                            Map.of(
                                    "type", "near_duplicate", "fields", Map.of("near", Map.of()),
                                    "number_of_fragments", 0)));
            assertEquals(Set.of("near01"), TestIndex.scores(answer).keySet());
            assertThat(
                    answer.text(),
                    containsString("<em>" + Texts.window("m0", 6, 34) + "</em>"));
            assertThat(answer.text(), containsString("\"ignored shingles\""));
            assertThat(answer.text(), containsString("\"shingles of the query that count\""));
        }
    }

    @Test
    public void groupsAreThoseOfWhatCounts() throws IOException {
        for (TestIndex index : INDICES) {
            for (String method : List.of("star", "components")) {
                GroupsAnswer found = GroupsAnswer.ask(
                        rest, index.name(),
                        Map.of(
                                "ignore", FOOTERS, "method", method, "min_similarity", LEAST,
                                "pairs", true));
                Map<Set<String>, Float> truth = new HashMap<>();
                for (String a : MAILS.keySet()) {
                    for (String b : MAILS.keySet()) {
                        double similarity = similarity(MAILS.get(a), MAILS.get(b), FOOTERS);
                        if (a.compareTo(b) < 0 && similarity >= LEAST) {
                            truth.put(Set.of(a, b), (float) similarity);
                        }
                    }
                }
                Map<Set<String>, Float> pairs = new HashMap<>();
                found.list("pairs").forEach(
                        pair -> pairs.put(
                                Set.of(
                                        GroupsAnswer.id(pair.get("a")),
                                        GroupsAnswer.id(pair.get("b"))),
                                ((Number) pair.get("similarity")).floatValue()));
                assertEquals(truth, pairs);
                Set<Set<String>> groups = new HashSet<>();
                found.groups().forEach(group -> groups.add(new TreeSet<>(group)));
                Set<Set<String>> expected = new HashSet<>(Set.of(Set.of("empty1", "empty2")));
                for (int i = 0; i < 5; i++) {
                    Set<String> near = new TreeSet<>(
                            List.of("near" + i + 0, "near" + i + 1, "near" + i + 2, "alone" + i));
                    if (method.equals("star") && i == 0) {
                        // The shortest text, less similar to the keeper than the others.
                        near.remove("near02");
                    }
                    expected.add(near);
                }
                assertEquals(expected, groups);
            }
        }
    }

    @Test
    public void whatIsIgnoredIsKeptWithWrittenGroups() throws IOException {
        rest.post(
                "/ignore-true/_near_duplicate/groups",
                Map.of(
                        "field", "near", "ignore", FOOTERS, "dest",
                        Map.of("index", "ignore-groups")))
                .ok();
        assertThat(
                rest.call("GET", "/ignore-groups/_mapping").ok().text(),
                containsString("\"ignore\":[\"" + FOOTERS.getFirst().substring(0, 100) + "\","));
    }

    @Test
    public void comparisonsCountTheRest() throws IOException {
        Answer answer = compare(
                Map.of("a", MAILS.get("near00"), "b", Map.of("_id", "near01"), "ignore", FOOTERS));
        // Each has 38 shingles of its own and 2 that reach into the footer, of which 32 are common.
        assertEquals(32 / 48.0, (Double) answer.at("similarity"), 1e-6);
        for (String side : List.of("a", "b")) {
            assertEquals(40, answer.at(side, "shingles"));
            assertEquals(36, answer.at(side, "ignored_shingles"));
            assertEquals(32 / 40.0, (Double) answer.at(side, "share_in_other"), 1e-6);
        }
        assertEquals(32, answer.at("counts", "shingles_in_common"));
        assertEquals(1, answer.at("counts", "passages"));
        assertEquals(32, answer.at("passages", 0, "shingles"));

        Answer copies = compare(
                Map.of("a", MAILS.get("empty1"), "b", MAILS.get("empty2"), "ignore", FOOTERS));
        assertEquals(1.0, copies.at("similarity"));
        assertEquals(0, copies.at("a", "shingles"));
        assertEquals(1.0, copies.at("a", "share_in_other"));

        String page = rest.post(
                "/ignore-true/_near_duplicate/compare?format=html",
                Map.of(
                        "field", "near", "a", MAILS.get("yes"), "b", MAILS.get("no"), "ignore",
                        FOOTERS))
                .text();
        assertThat(page, containsString("\"ignored_shingles\":36"));
        assertThat(page, containsString("\"passages\":[]"));
    }

    /** Statistics say what many have in common, and that, pasted into {@code ignore}, does not count. */
    @Test
    public void statisticsFindTheFooter() throws IOException {
        TestIndex index = TestIndex.create(rest, "ignore-stats", Map.of());
        Map<String, String> mails = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) {
            mails.put("s" + i, Texts.window("only" + i + "x", 0, 4) + " " + FOOTERS.getFirst());
        }
        index.putTexts(mails);
        Answer stats = rest.call("GET", "/ignore-stats/_near_duplicate/stats").ok();
        Object passage = stats.at(
                "indices", "ignore-stats", "fields", "near", "largest_buckets", 0, "shared_passage",
                "text");
        assertEquals(FOOTERS.getFirst(), passage);
        Map<String, Object> query = new HashMap<>(
                Map.of("like", Map.of("_id", "s0"), "min_similarity", .7));
        assertThat(TestIndex.scores(index.near(query)).keySet(), not(Set.of()));
        query.put("ignore", passage);
        assertEquals(Map.of(), TestIndex.scores(index.near(query)));
    }

    @Test
    public void refusals() throws IOException {
        Map<Object, String> wrong = new LinkedHashMap<>();
        wrong.put(List.of(), "[ignore] must hold a text, got []");
        wrong.put("", "[ignore] must hold texts, got a blank one among [1]");
        wrong.put(List.of("a", " "), "[ignore] must hold texts, got a blank one among [2]");
        wrong.put(List.of("a", 5),
                "[ignore] must be a text or an array of texts, got [VALUE_NUMBER] in an array");
        wrong.put(7, "[ignore] must be a text or an array of texts, got [7]");
        wrong.put(Map.of("_id", "yes"), "[ignore] must be a text or an array of texts");
        wrong.put(
                Collections.nCopies(101, "a"),
                "[ignore] must be an array of at most [100] texts, got more");
        wrong.put("a ".repeat(600_000), "[ignore] must have at most [1048576] characters");
        for (Map.Entry<Object, String> each : wrong.entrySet()) {
            Map<String, ?> ignore = Map.of("ignore", each.getKey(), "like", "a b c");
            INDICES.getFirst().near(ignore).refused(400, each.getValue());
            GroupsAnswer.send(rest, "ignore-true", Map.of("ignore", each.getKey()))
                    .refused(400, each.getValue());
            TestIndex.send(
                    rest, "compare", "ignore-true",
                    Map.of("a", "a", "b", "b", "ignore", each.getKey()))
                    .refused(400, each.getValue());
        }
        String bySignature = "[ignore] needs [verify] [exact], got [signature]";
        INDICES.getFirst().near(Map.of("like", "a", "ignore", "b", "verify", "signature"))
                .refused(400, bySignature);
        GroupsAnswer.send(rest, "ignore-true", Map.of("ignore", "b", "verify", "signature"))
                .refused(400, bySignature);
        INDICES.getFirst().near(Map.of("like", "a", "ignore", "b", "share_of", "like"))
                .refused(400, "[ignore] needs [share_of] [union], got [like]");
    }

    /** Indices whose analyzers cut the texts into other words cannot ignore the same. */
    @Test
    public void analyzersThatDiffer() throws IOException {
        TestIndex.create(
                rest, "ignore-white",
                Map.of("bands", 64, "rows", 2, "analyzer", "whitespace"));
        GroupsAnswer.send(rest, "ignore-true,ignore-white", Map.of("ignore", "a-b c d e"))
                .refused(400, "[ignore] must be as many shingles in all indices, got [");
        GroupsAnswer.send(rest, "ignore-true,ignore-white", Map.of("ignore", "a b c d")).ok();
    }

    /** Where no sets can be made there is no falling back to signatures. */
    @Test
    public void withoutTexts() throws IOException {
        TestIndex index = TestIndex.createWithoutSource(
                rest, "ignore-nothing", Map.of("near", TestIndex.minHash(Map.of())));
        index.putTexts(Map.of("a", MAILS.get("yes"), "b", MAILS.get("no")));
        String needs = "[verify] [exact] needs the texts of [near] from [_source]";
        index.near(Map.of("like", MAILS.get("yes"), "ignore", FOOTERS)).refused(400, needs);
        GroupsAnswer.send(rest, index.name(), Map.of("ignore", FOOTERS)).refused(400, needs);
        assertThat(
                rest.call("GET", "/ignore-nothing/_near_duplicate/stats").ok().text(),
                not(containsString("shared_passage")));
    }

    private static Answer compare(Map<String, ?> sides) throws IOException {
        return TestIndex.send(rest, "compare", "ignore-true", sides).ok();
    }

    /** The definition. */
    private static double similarity(String a, String b, List<String> ignored) {
        Set<String> ofA = Texts.shingles(List.of(a.toLowerCase(Locale.ROOT)));
        Set<String> ofB = Texts.shingles(List.of(b.toLowerCase(Locale.ROOT)));
        if (ofA.equals(ofB)) {
            return 1;
        }
        Set<String> nothing = Texts.shingles(ignored);
        ofA.removeAll(nothing);
        ofB.removeAll(nothing);
        int sizes = ofA.size() + ofB.size();
        ofA.retainAll(ofB);
        return ofA.isEmpty() ? 0 : ofA.size() / (double) (sizes - ofA.size());
    }
}
