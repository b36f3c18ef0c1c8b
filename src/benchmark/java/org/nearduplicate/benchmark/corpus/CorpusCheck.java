package org.nearduplicate.benchmark.corpus;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Compares what a corpus says of its planted similarities with brute force over the words of its texts.
 * They differ a little where a text repeats a shingle.
 */
public final class CorpusCheck {

    private static final double MEAN_ERROR = 0.001;
    private static final double MAX_ERROR = 0.05;

    private int pairs;
    private int copies;
    private double lowest = 1;
    private double sumOfErrors;
    private double maxError;

    /**
     * Checks all planted pairs of a corpus.
     *
     * @return what was found, in one sentence
     * @throws IllegalStateException if a planted similarity is not what it is said to be
     */
    public static String run(Corpus corpus) {
        CorpusCheck check = new CorpusCheck();
        check.compare(corpus);
        double meanError = check.sumOfErrors / check.pairs;
        String found = String.format(Locale.ROOT,
                "%d planted pairs by brute force: similarity %.2f to 1, %d exact copies; difference from what was planted %.5f on average, %.3f at most",
                check.pairs, check.lowest, check.copies, meanError, check.maxError);
        if (check.pairs == 0 || meanError > MEAN_ERROR || check.maxError > MAX_ERROR) {
            throw new IllegalStateException(found);
        }
        return found;
    }

    private void compare(Corpus corpus) {
        Map<Integer, Set<String>> originals = new HashMap<>();
        for (int document = 0; document < corpus.size(); document++) {
            Clusters.Place place = corpus.clusters().place(document);
            if (place != null && place.member() == 0) {
                originals.put(place.cluster(), shingles(corpus.text(document)));
            }
        }
        for (int document = 0; document < corpus.size(); document++) {
            Clusters.Place place = corpus.clusters().place(document);
            if (place != null && place.member() > 0) {
                compare(
                        originals.get(place.cluster()),
                        shingles(corpus.text(document)),
                        corpus.similarity(document));
            }
        }
    }

    private void compare(Set<String> original, Set<String> version, double planted) {
        Set<String> common = new HashSet<>(original);
        common.retainAll(version);
        double similarity = common.size()
                / (double) (original.size() + version.size() - common.size());
        double error = Math.abs(similarity - planted);
        pairs++;
        copies += similarity == 1 ? 1 : 0;
        lowest = Math.min(lowest, similarity);
        sumOfErrors += error;
        maxError = Math.max(maxError, error);
    }

    private static Set<String> shingles(String text) {
        String[] words = text.split(" ");
        Set<String> shingles = new HashSet<>();
        for (int i = 0; i + 3 <= words.length; i++) {
            shingles.add(words[i] + " " + words[i + 1] + " " + words[i + 2]);
        }
        return shingles;
    }
}
