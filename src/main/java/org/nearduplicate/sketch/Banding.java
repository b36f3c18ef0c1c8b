package org.nearduplicate.sketch;

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
     * Returns the probability that two documents of a similarity share a band term.
     *
     * @param similarity J in [0,1]
     * @return P(J) in [0,1]; accurate also where it is tiny
     */
    public double probability(double similarity) {
        return -Math.expm1(bands * Math.log1p(-Math.pow(similarity, rows)));
    }

    /**
     * Returns the similarity at which a share of the pairs is found: the inverse of {@link
     * #probability}, (1 − (1 − p)^(1/b))^(1/r).
     *
     * @param probability p in (0,1)
     * @return J in (0,1)
     */
    public double similarityAt(double probability) {
        double bandProbability = -Math.expm1(Math.log1p(-probability) / bands);
        return Math.pow(bandProbability, 1.0 / rows);
    }

    @Override
    public String toString() {
        return bands + "×" + rows;
    }
}
