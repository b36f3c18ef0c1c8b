package org.nearduplicate.sketch;

import java.util.Locale;

/**
 * How a signature is cut: b bands of r rows (components) each, and the S-curve that follows.
 *
 * <p>A band of two documents is equal with probability Jʳ, so they share at least one band with
 * probability P(J) = 1 − (1 − Jʳ)ᵇ (Leskovec, Rajaraman, Ullman, <i>Mining of Massive Datasets</i>,
 * chapter 3).
 *
 * @param bands b, the number of bands, 1–1024
 * @param rows r, the components in a band, 1–1024
 */
public record Banding(int bands, int rows) {

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException if one is out of its bounds
     */
    public Banding {
        Parameters.BANDS.check(bands);
        Parameters.ROWS.check(rows);
    }

    /** Returns b·r, the components that are used. */
    public int components() {
        return bands * rows;
    }

    /**
     * Returns this banding, for which there are enough components.
     *
     * @throws IllegalArgumentException if b·r exceeds the hash count k
     */
    Banding within(int hashCount) {
        if (components() > hashCount) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] × [rows] must be at most [hash_count] %d, got [%d] × [%d] = %d",
                            hashCount, bands, rows, components()));
        }
        return this;
    }

    /**
     * Returns the probability that two documents of a similarity share a band term, and so are candidates.
     *
     * @param similarity J in [0,1]
     * @return P(J) in [0,1]; accurate also where it is tiny
     */
    public double probability(double similarity) {
        return -Math.expm1(bands * Math.log1p(-Math.pow(similarity, rows)));
    }

    /**
     * Returns the similarity at which a share of the pairs are candidates: the inverse of {@link
     * #probability}, (1 − (1 − p)^(1/b))^(1/r).
     *
     * @param probability p in (0,1)
     * @return J in [0,1], the ends by rounding only
     */
    public double similarityAt(double probability) {
        double bandProbability = -Math.expm1(Math.log1p(-probability) / bands);
        return Math.pow(bandProbability, 1.0 / rows);
    }

    /**
     * Returns the similarity at which the curve is steepest, where P″(J) = 0: ((r − 1)/(br − 1))^(1/r).
     * Similarities around it are told apart best. A curve of one row is steepest at its start: at 0, which
     * also stands for the straight line of one band of one row. One band of several rows is steepest at 1.
     *
     * @return J in [0,1]
     */
    public double steepest() {
        if (rows == 1) {
            return 0;
        }
        return Math.pow((rows - 1.0) / (components() - 1.0), 1.0 / rows);
    }

    /**
     * Returns what is commonly taken for the steepest point, (1/b)^(1/r) (Leskovec, Rajaraman, Ullman,
     * section 3.4.2). With two rows or more it is above {@link #steepest} by a share of less than 1/(r(r −
     * 1)), or equal if there is one band; with one row it tells nothing.
     *
     * @return J in (0,1]
     */
    public double steepestApproximation() {
        return Math.pow(1.0 / bands, 1.0 / rows);
    }

    @Override
    public String toString() {
        return bands + "×" + rows;
    }
}
