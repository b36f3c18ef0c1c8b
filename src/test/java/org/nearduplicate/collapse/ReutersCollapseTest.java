package org.nearduplicate.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;

/**
 * Real news that have a word in common: no two that stay are near duplicates, by brute force, and each that joins one is.
 * Skipped where {@code corpus.reuters} names no file.
 */
public class ReutersCollapseTest extends LuceneTestCase {

    private static final int WINDOW = 1_000;
    private static final int WORDS = 8;

    /** The windows are the same in every run, and so is its outcome: no run fails by bad luck. */
    private static final long SHUFFLE = 21_578;

    private final TextSketcher sketcher =
            new TextSketcher("near", new NearDuplicateAnalyzer(), Schemes.words(3, 192, 16, 6));

    /** A pair is misjudged by its signatures with a probability of one in a million; few are so similar. */
    public void testNoTwoThatStayAreNearDuplicates() throws IOException {
        List<String> bodies = ReutersCorpus.bodies();
        Map<String, List<Integer>> byWord = byWord(bodies);
        List<String> words = new ArrayList<>(new TreeSet<>(byWord.keySet()));
        words.removeIf(word -> byWord.get(word).size() < WINDOW / 2);
        Random random = new Random(SHUFFLE);
        Collections.shuffle(words, random);
        words = words.subList(0, Math.min(words.size(), WORDS * RANDOM_MULTIPLIER));
        List<JaccardJoin.Pair> all = ReutersCorpus.join(0.5).pairs();
        for (double minSimilarity : new double[] {0.5, 0.8}) {
            Set<List<Integer>> pairs = all.stream()
                    .filter(pair -> pair.similarity() >= minSimilarity)
                    .map(pair -> pair(pair.a(), pair.b()))
                    .collect(Collectors.toSet());
            int joined = 0;
            for (String word : words) {
                List<Integer> window = new ArrayList<>(byWord.get(word));
                Collections.shuffle(window, random);
                joined += assertCollapsed(
                        word, window.subList(0, Math.min(WINDOW, window.size())), bodies, pairs,
                        minSimilarity);
            }
            assertTrue("joined " + joined, joined > WORDS);
        }
    }

    private static List<Integer> pair(int a, int b) {
        return List.of(Math.min(a, b), Math.max(a, b));
    }

    private int assertCollapsed(
            String word, List<Integer> window, List<String> bodies, Set<List<Integer>> pairs,
            double minSimilarity) {
        List<KeptHit> all = collapse(window, bodies, minSimilarity);
        Set<Integer> kept = new HashSet<>();
        int joined = 0;
        for (KeptHit hit : all) {
            int document = window.get(hit.hit());
            for (int other : kept) {
                assertFalse(
                        word + ": " + document + ", " + other,
                        pairs.contains(pair(document, other)));
            }
            kept.add(document);
            joined += hit.total();
            for (KeptHit.NearDuplicate near : hit.nearDuplicates()) {
                int other = window.get(near.hit());
                assertTrue(
                        word + ": " + document + ", " + other,
                        pairs.contains(pair(document, other)));
            }
        }
        assertEquals(window.size(), kept.size() + joined);
        return joined;
    }

    private List<KeptHit> collapse(
            List<Integer> documents, List<String> bodies, double minSimilarity) {
        List<byte[]> signatures = new ArrayList<>();
        for (int document : documents) {
            ShingleHashes hashes = hashes(bodies.get(document));
            signatures.add(
                    hashes.isEmpty() ? null : Signature.encode(sketcher.sketch(hashes)));
        }
        WindowCollapse collapse = new WindowCollapse(
                sketcher.scheme().signatureFormat(), signatures, minSimilarity, WINDOW,
                JobMonitor.NONE);
        try (WindowSets sets = new WindowSets(collapse, JobMonitor.NONE)) {
            List<KeptHit> kept = collapse.bySets(sets);
            while (sets.areWanted()) {
                for (int hit : sets.nextWanted(Long.MAX_VALUE)) {
                    sets.put(
                            hit,
                            ShingleSet.of(hashes(bodies.get(documents.get(hit)))).toBytes());
                }
                kept = collapse.bySets(sets);
            }
            return kept;
        }
    }

    private ShingleHashes hashes(String text) {
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return hashes;
    }

    private static Map<String, List<Integer>> byWord(List<String> bodies) {
        Map<String, List<Integer>> byWord = new HashMap<>();
        for (int i = 0; i < bodies.size(); i++) {
            int document = i;
            new HashSet<>(List.of(bodies.get(i).toLowerCase(Locale.ROOT).split("[^a-z]+")))
                    .forEach(word -> byWord.computeIfAbsent(word, unused -> new ArrayList<>())
                            .add(document));
        }
        return byWord;
    }
}
