package org.nearduplicate.lucene;

import java.util.Locale;
import org.nearduplicate.lucene.JaccardJoin.Pair;
import org.nearduplicate.sketch.Banding;

/** How many of the true pairs were missed, and how many the S-curve lets expect. */
public final class Recall {

    private final Banding banding;
    private int pairs;
    private int missed;
    private double expected;
    private double variance;

    /**
     * @param banding the bands of the curve
     */
    public Recall(Banding banding) {
        this.banding = banding;
    }

    /** Counts a pair. */
    public void add(Pair pair, boolean found) {
        double probability = banding.probability(pair.similarity());
        pairs++;
        missed += found ? 0 : 1;
        expected += 1 - probability;
        variance += probability * (1 - probability);
    }

    int pairs() {
        return pairs;
    }

    int missed() {
        return missed;
    }

    double found() {
        return 1 - (double) missed / pairs;
    }

    /** Returns the share that the S-curve lets expect. */
    double expected() {
        return 1 - expected / pairs;
    }

    /**
     * Returns whether no more, and no fewer, were missed than the S-curve lets expect, and one.
     *
     * @param sigmas standard deviations that are allowed
     */
    public boolean fits(double sigmas) {
        return Math.abs(missed - expected) <= sigmas * Math.sqrt(variance) + 1;
    }

    double sigmas() {
        return Math.abs(missed - expected) / Math.sqrt(variance);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d pairs, %d missed (found %.5f), expected to miss %.2f \u00B1 %.2f, %.2f sigma",
                pairs, missed, found(), expected, Math.sqrt(variance), sigmas());
    }
}
