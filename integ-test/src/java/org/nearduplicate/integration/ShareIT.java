package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** A passage is found in longer texts, and what a text consists of: against the shingles as strings, of every document. */
public class ShareIT {

    private static final int VOCABULARY = 3_000;
    private static final List<Double> SHARES = List.of(.3, .8, 1.0);

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
    }

    /**
     * Passages stand in documents whole, edited, split, twice, and in arrays, beside what else these hold. The seeds are always the
     * same, and such that none is missed that has the share.
     */
    @Test
    public void sharesAreTrueAndFound() throws IOException {
        int found = 0;
        for (int oneIn : new int[] {2, 5, 16}) {
            Planted planted = new Planted(oneIn);
            boolean exact = oneIn != 5;
            TestIndex index = TestIndex.create(rest, "share-" + oneIn, TestIndex.settings(3),
                    Map.of("passages", oneIn, "exact", exact));
            index.putSources(planted.sources(), "");
            for (String of : List.of("like", "document")) {
                for (Object like : planted.asked(of)) {
                    for (double least : SHARES) {
                        Answer answer = index.near(
                                Map.of("like", like, "share_of", of, "min_similarity", least));
                        Map<String, Float> truth = planted.shares(like, of, least);
                        assertEquals(
                                least + " of " + of + ": " + like, truth,
                                new HashMap<>(TestIndex.scores(answer)));
                        assertEquals(List.of(), answer.warnings());
                        found += truth.size();
                    }
                }
            }
        }
        assertThat(found, greaterThan(500));
    }

    /** Where a share stands among other queries, it is one of them. */
    @Test
    public void amongOtherQueries() throws IOException {
        String passage = Texts.window("passage", 0, 120);
        TestIndex index = TestIndex.createWith(rest, "share-among", TestIndex.settings(2),
                Map.of("body", TestIndex.textWithNear(Map.of("passages", 4))));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < 9; i++) {
            String text = Texts.window("before" + i, 0, 200) + " "
                    + Texts.window("passage", 0, 120 - 10 * i);
            sources.put("d" + i, Map.of("body", text));
        }
        sources.put("p", Map.of("body", passage));
        index.putSources(sources, "");
        Map<String, Object> near = new LinkedHashMap<>(
                Map.of(
                        "field", "body.near", "like", passage, "share_of", "like",
                        "min_similarity", .5, "_name", "near"));
        Map<String, ?> query = Map.of("near_duplicate", near);
        Map<String, Float> all = TestIndex.scores(index.search(Map.of("query", query)));
        assertEquals(Set.of("p", "d0", "d1", "d2", "d3", "d4", "d5"), all.keySet());
        assertEquals((120 - 10 * 3 - 2) / 118f, all.get("d3"), 0);

        near.put("like", Map.of("_id", "p"));
        assertEquals(
                Set.of("d0", "d1", "d2", "d3", "d4", "d5"),
                TestIndex.scores(index.search(Map.of("query", query))).keySet());

        near.put("like", passage);
        Answer shown = index.search(
                Map.of(
                        "query", query, "explain", true,
                        "highlight",
                        Map.of(
                                "type", "near_duplicate", "fields", Map.of("body", Map.of()),
                                "number_of_fragments", 0)));
        assertThat(
                shown.text(),
                containsString(" <em>" + Texts.window("passage", 0, 90) + "</em>\"]"));
        assertThat(
                shown.text(),
                containsString("share of the shingles of the query that are in the document"));
        assertEquals("near", shown.at("hits", "hits", 0, "matched_queries", 0));

        Answer collapsed = rest.post("/share-among/_search",
                Map.of("retriever", Map.of("near_duplicate_collapse", Map.of("field", "body.near",
                        "retriever", Map.of("standard", Map.of("query", query))))));
        assertEquals(7, TestIndex.scores(collapsed).size());
    }

    /** Documents that hold passages, and what brute force says of them. */
    private static final class Planted {

        private final SplittableRandom random;
        private final int passageWords;
        private final Map<String, List<String>> texts = new LinkedHashMap<>();
        private final List<String> passages = new ArrayList<>();

        /** So long that a passage has seldom fewer than ten sampled shingles. */
        Planted(int oneIn) {
            this.random = new SplittableRandom(oneIn);
            this.passageWords = 20 * oneIn;
            for (int i = 0; i < 8; i++) {
                String passage = words(random.nextInt(passageWords, 2 * passageWords));
                passages.add(passage);
                add(passage);
                add(words(40) + " " + passage + " " + words(200));
                add(words(30) + " " + edited(passage, 1));
                add(edited(passage, passageWords / 20) + " " + words(10));
                add(edited(passage, passageWords / 6));
                add(passage.substring(0, passage.indexOf(' ', passage.length() / 2)) + " "
                        + words(50)
                        + passage.substring(passage.indexOf(' ', passage.length() / 2)));
                add(passage + " " + words(20) + " " + passage);
                add(words(60), passage, words(5));
                add(words(300));
            }
        }

        private void add(String... values) {
            texts.put(Integer.toString(texts.size()), List.of(values));
        }

        private String words(int count) {
            String[] words = new String[count];
            Arrays.setAll(words, i -> "w" + random.nextInt(VOCABULARY));
            return String.join(" ", words);
        }

        private String edited(String text, int edits) {
            String[] words = text.split(" ");
            for (int i = 0; i < edits; i++) {
                words[random.nextInt(words.length)] = "w" + random.nextInt(VOCABULARY);
            }
            return String.join(" ", words);
        }

        Map<String, Map<String, ?>> sources() {
            Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
            texts.forEach((id, values) -> sources.put(id, Map.of(TestIndex.FIELD, values)));
            return sources;
        }

        /** Returns passages, one of which is an array; or texts of several of them. */
        List<Object> asked(String of) {
            if (of.equals("like")) {
                List<Object> asked = new ArrayList<>(passages);
                asked.add(List.of(passages.get(0), words(3 * passageWords)));
                return asked;
            }
            List<Object> asked = new ArrayList<>();
            for (int i = 0; i + 3 <= passages.size(); i += 3) {
                asked.add(String.join(" " + words(30) + " ", passages.subList(i, i + 3)));
                asked.add(passages.subList(i, i + 2));
            }
            return asked;
        }

        Map<String, Float> shares(Object like, String of, double least) {
            Set<String> sought = Texts.shingles(
                    like instanceof String text ? List.of(text) : strings((List<?>) like));
            Map<String, Float> shares = new HashMap<>();
            texts.forEach((id, values) -> {
                Set<String> own = Texts.shingles(values);
                long common = sought.stream().filter(own::contains).count();
                double share =
                        common / (double) (of.equals("like") ? sought.size() : own.size());
                if (share >= least) {
                    shares.put(id, (float) share);
                }
            });
            return shares;
        }

        private static List<String> strings(List<?> values) {
            return values.stream().map(String.class::cast).toList();
        }
    }
}
