package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.analysis.Tokens;

/**
 * All pairs of texts with a Jaccard similarity of at least a minimum, exactly and without hashing:
 * shingles are strings, numbered by how many texts have them.
 *
 * <p>Prefix filtering: of two sorted sets that have ⌈t·n⌉ elements in common, the first n − ⌈t·n⌉ + 1
 * of each have one in common. With the rarest shingles first, few others do.
 */
public final class JaccardJoin {

    private final double minSimilarity;
    private final int[][] sets;

    /**
     * @param shingles the distinct shingles of each text
     */
    JaccardJoin(List<Set<String>> shingles, double minSimilarity) {
        this.minSimilarity = minSimilarity;
        Map<String, Integer> ranks = ranks(shingles);
        this.sets = shingles.stream()
                .map(set -> set.stream().mapToInt(ranks::get).sorted().toArray())
                .toArray(int[][]::new);
    }

    /**
     * Joins texts by their shingles of words, which the default analyzer gives.
     *
     * @param shingleSize words in a shingle
     * @param minSimilarity of the pairs
     */
    public static JaccardJoin of(List<String> texts, int shingleSize, double minSimilarity)
            throws IOException {
        Analyzer analyzer = new NearDuplicateAnalyzer();
        List<Set<String>> shingles = new ArrayList<>();
        for (String text : texts) {
            shingles.add(shingles(Tokens.of(analyzer.tokenStream("", text)), shingleSize));
        }
        return new JaccardJoin(shingles, minSimilarity);
    }

    /**
     * Two texts.
     *
     * @param a the lower number
     * @param b the higher number
     * @param similarity their Jaccard similarity
     */
    public record Pair(int a, int b, double similarity) {}

    /** Returns the pairs; texts without shingles have none. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        Map<Integer, List<Integer>> textsByPrefix = new HashMap<>();
        for (int b = 0; b < sets.length; b++) {
            Set<Integer> candidates = new HashSet<>();
            for (int i = 0; i < prefixLength(sets[b].length); i++) {
                List<Integer> texts = textsByPrefix.computeIfAbsent(
                        sets[b][i], shingle -> new ArrayList<>());
                candidates.addAll(texts);
                texts.add(b);
            }
            for (int a : candidates) {
                double similarity = similarity(sets[a], sets[b]);
                if (similarity >= minSimilarity) {
                    pairs.add(new Pair(a, b, similarity));
                }
            }
        }
        return pairs;
    }

    /** Returns for each text the first that has the same shingles. */
    int[] firstOfSet() {
        Map<List<Integer>, Integer> firsts = new HashMap<>();
        int[] first = new int[sets.length];
        for (int i = 0; i < sets.length; i++) {
            int text = i;
            first[i] = firsts.computeIfAbsent(
                    Arrays.stream(sets[i]).boxed().toList(), set -> text);
        }
        return first;
    }

    private static Set<String> shingles(List<String> tokens, int shingleSize) {
        int size = Math.min(shingleSize, tokens.size());
        Set<String> shingles = new HashSet<>();
        for (int i = 0; size > 0 && i + size <= tokens.size(); i++) {
            shingles.add(String.join(" ", tokens.subList(i, i + size)));
        }
        return shingles;
    }

    private int prefixLength(int size) {
        return size == 0 ? 0 : size - (int) Math.ceil(minSimilarity * size) + 1;
    }

    /** Numbers the shingles, the rarest lowest. */
    private static Map<String, Integer> ranks(List<Set<String>> shingles) {
        Map<String, Integer> frequencies = new HashMap<>();
        shingles.forEach(set -> set.forEach(each -> frequencies.merge(each, 1, Integer::sum)));
        List<String> byFrequency = new ArrayList<>(frequencies.keySet());
        byFrequency.sort((a, b) -> Integer.compare(frequencies.get(a), frequencies.get(b)));
        for (int rank = 0; rank < byFrequency.size(); rank++) {
            frequencies.put(byFrequency.get(rank), rank);
        }
        return frequencies;
    }

    private static double similarity(int[] a, int[] b) {
        int common = 0;
        for (int i = 0, j = 0; i < a.length && j < b.length;) {
            int order = Integer.compare(a[i], b[j]);
            common += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return common / ((double) a.length + b.length - common);
    }
}
