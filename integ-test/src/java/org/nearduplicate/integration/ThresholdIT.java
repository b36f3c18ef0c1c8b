package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.Test;
import org.nearduplicate.demo.Licence;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.JaccardJoin.Pair;
import org.nearduplicate.lucene.Recall;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.lucene.TextIndex;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;
import org.nearduplicate.sketch.Banding;

/**
 * A query finds pairs of the similarity that it asks for, and no others. Real texts are on a server of three shards, in a field
 * that stores no shingles and names no similarity; one more field is for the lowest similarity. Each text that is like another
 * one is searched for, and some others. What is found is compared with the exact similarity of all pairs, which uses no
 * hash. The thorough build takes all news texts, and searches for all.
 *
 * <p>Texts, schemes and so all figures are the same in every run.
 */
public class ThresholdIT {

    /** What a query takes for a similarity: of the default field, but for the lowest. */
    private static final Map<Double, Banding> BANDINGS = new TreeMap<>(
            Map.of(
                    0.5, new Banding(34, 3), 0.6, new Banding(12, 2), 0.7, new Banding(12, 3), 0.8,
                    new Banding(12, 5), 0.9, new Banding(12, 6)));

    private static final double LOWEST = 0.5;

    /** Pairs from the threshold to this much above it are looked at alone. */
    private static final double JUST_ABOVE = 0.02;

    private static final int BATCH = 200;

    private static final int USUAL_NEWS_TEXTS = 6_000;

    /** Of so many texts that are like none one is asked for: they can only be found wrongly. */
    private static final int ONE_OF = 20;

    @Test
    public void newsTexts() throws IOException, InterruptedException {
        List<String> texts = ReutersCorpus.bodies();
        int count = Effort.isUsual() ? USUAL_NEWS_TEXTS : texts.size();
        List<Pair> truth = ReutersCorpus.join(0.5).pairs().stream()
                .filter(pair -> Math.max(pair.a(), pair.b()) < count)
                .toList();
        new Corpus("threshold-reuters", texts.subList(0, count), truth).check();
    }

    @Test
    public void licences() throws IOException, InterruptedException {
        List<String> texts = Licence.readAll().stream().map(Licence::text).toList();
        new Corpus("threshold-licences", texts, JaccardJoin.of(texts, 3, 0.5).pairs()).check();
    }

    /** Some texts, indexed. */
    private static final class Corpus {

        private final RestCalls rest = SharedCluster.ONE_NODE.rest();
        private final String index;
        private final List<String> texts;
        private final List<Pair> truth;
        private final List<Integer> asked;
        private final Map<Long, Double> similarities = new HashMap<>();

        Corpus(String index, List<String> texts, List<Pair> truth)
                throws IOException, InterruptedException {
            this.index = index;
            this.texts = texts;
            this.truth = truth;
            truth.forEach(
                    pair -> similarities.put(TextIndex.key(pair.a(), pair.b()), pair.similarity()));
            this.asked = asked();
            Map<String, Object> fields = Map.of(
                    "near", TestIndex.minHash(Map.of()),
                    "half", TestIndex.minHash(Map.of("similarity", LOWEST)));
            TestIndex created = TestIndex.createWith(rest, index, TestIndex.settings(3),
                    Map.of("body", Map.of("type", "text", "fields", fields)));
            Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
            for (int i = 0; i < texts.size(); i++) {
                sources.put(Integer.toString(i), Map.of("body", texts.get(i)));
            }
            created.putSources(sources, "");
        }

        private List<Integer> asked() {
            Set<Integer> alike = new HashSet<>();
            for (Pair pair : truth) {
                alike.add(pair.a());
                alike.add(pair.b());
            }
            return IntStream.range(0, texts.size())
                    .filter(
                            text -> Effort.isUsual() == false || alike.contains(text)
                                    || text % ONE_OF == 0)
                    .boxed()
                    .toList();
        }

        void check() throws IOException {
            for (Map.Entry<Double, Banding> mapping : BANDINGS.entrySet()) {
                check(mapping.getKey(), mapping.getValue());
            }
        }

        private void check(double threshold, Banding banding) throws IOException {
            Map<Long, Float> found = askAll(threshold, Map.of());
            Map<Long, Float> expected = new HashMap<>();
            found.keySet().forEach(
                    key -> expected.put(
                            key, similarities.getOrDefault(key, 0.0).floatValue()));
            assertEquals("similarities of what is found at " + threshold, expected, found);
            assertTrue(found.values().stream().allMatch(score -> score >= (float) threshold));
            assertFits(recall(banding, found, threshold, threshold + JUST_ABOVE));
            assertFits(recall(banding, found, threshold, 2));
            report("default", threshold, banding, found);
            if (Effort.isUsual() == false) {
                report(
                        "signature", threshold, banding,
                        askAll(threshold, Map.of("verify", "signature")));
            }
        }

        /** Pairs of one family of texts are found or missed together, which the variance does not know. */
        private static void assertFits(Recall recall) {
            assertTrue(recall.toString(), recall.fits(5));
        }

        private Recall recall(Banding banding, Map<Long, Float> found, double from, double to) {
            Recall recall = new Recall(banding);
            truth.stream()
                    .filter(pair -> pair.similarity() >= from && pair.similarity() < to)
                    .forEach(pair -> recall.add(pair,
                            found.containsKey(TextIndex.key(pair.a(), pair.b()))));
            return recall;
        }

        private void report(
                String verify, double threshold, Banding banding, Map<Long, Float> found) {
            long wrong = found.keySet().stream()
                    .filter(key -> similarities.getOrDefault(key, 0.0) < threshold)
                    .count();
            System.out.println(
                    index + " at " + threshold + " by " + verify + ": up to " + JUST_ABOVE
                            + " above "
                            + recall(banding, found, threshold, threshold + JUST_ABOVE) + "; all "
                            + recall(banding, found, threshold, 2) + "; wrong " + wrong);
        }

        private Map<Long, Float> askAll(double threshold, Map<String, ?> verify)
                throws IOException {
            Map<Long, Float> scores = new HashMap<>();
            for (int from = 0; from < asked.size(); from += BATCH) {
                List<Integer> batch = asked.subList(from, Math.min(from + BATCH, asked.size()));
                List<Map<?, ?>> responses = rest.searches(
                        index,
                        batch.stream().map(text -> search(text, threshold, verify)).toList());
                for (int i = 0; i < batch.size(); i++) {
                    int text = batch.get(i);
                    TestIndex.scores(responses.get(i)).forEach((id, score) -> {
                        if (Integer.parseInt(id) != text) {
                            scores.put(TextIndex.key(text, Integer.parseInt(id)), score);
                        }
                    });
                }
            }
            return scores;
        }

        private Map<String, ?> search(int text, double threshold, Map<String, ?> verify) {
            Map<String, Object> near = new HashMap<>(verify);
            near.put("field", "body." + (threshold == LOWEST ? "half" : "near"));
            near.put("min_similarity", threshold);
            near.put("like", texts.get(text));
            return Map.of(
                    "size", 1000, "_source", false, "query", Map.of("near_duplicate", near));
        }
    }
}
