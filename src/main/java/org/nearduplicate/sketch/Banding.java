package org.nearduplicate.sketch;

import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a sketch is cut: b bands of r rows (components) each, and the S-curve that follows.
 *
 * <p>The rows of two documents are equal with probability J, or else by accident in the aᵢ = 2^−βᵢ of cases that
 * the bits of {@link BandRows} leave. So a band is equal with probability Π(J + (1 − J)·aᵢ), about Jʳ, and they share at
 * least one band with P(J) = 1 − (1 − Π(J + (1 − J)·aᵢ))ᵇ (Leskovec, Rajaraman, Ullman, <i>Mining of Massive
 * Datasets</i>, chapter 3).
 *
 * @param bands b, the number of bands, 1–512
 * @param rows r, the components in a band, 2–6
 */
public record Banding(int bands, int rows) {

    /** @throws IllegalArgumentException if one is out of its bounds */
    public Banding {
        Parameters.BANDS.check(bands);
        Parameters.ROWS.check(rows);
    }

    /** Returns the number of the first component of a band, both from 0. */
    public int firstComponent(int band) {
        return band * rows;
    }

    /**
     * Returns the keys of the terms of all bands, under which a document is indexed.
     *
     * @param sketch has as many components as are cut, or more
     * @return a key for each band, ascending
     */
    public long[] keys(Sketch sketch) {
        long[] keys = new long[bands];
        for (int band = 0; band < bands; band++) {
            keys[band] = key(sketch, band);
        }
        return keys;
    }

    /** Returns the key of the term of one band, from 0: bits of its components, in the {@linkplain BandTermFormat format} that keeps 42. */
    public long key(Sketch sketch, int band) {
        return BandTermFormat.key(
                band,
                BandRows.pack(sketch.components(), firstComponent(band) * Long.BYTES, rows));
    }

    /** Returns b·r, the components that are used. */
    public int components() {
        return bands * rows;
    }

    /** Returns the bands as a lookup sees them that takes their first rows, 2 or more: of so many rows, or of all if these are fewer. */
    public Banding ofRows(int taken) {
        return new Banding(bands, Math.min(rows, taken));
    }

    /** Returns the bands with each number of rows that a lookup may take, the most first. */
    public Stream<Banding> lookups() {
        return IntStream.iterate(rows, taken -> taken >= BandRows.FEWEST, taken -> taken - 1)
                .mapToObj(this::ofRows);
    }

    /**
     * Returns this banding, for which there are enough components.
     *
     * @throws IllegalArgumentException if b·r exceeds the hash count k
     */
    public Banding within(int hashCount) {
        if (components() > hashCount) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] × [rows] must be at most [hash_count] %d, got [%d] × [%d] = %d",
                            hashCount, bands, rows, components()));
        }
        return this;
    }

    /** Returns the probability that a band of two documents of a similarity is equal. */
    public double bandProbability(double similarity) {
        double equal = 1;
        for (int row = 0; row < rows; row++) {
            equal *= similarity + (1 - similarity) * BandRows.accident(row);
        }
        return equal;
    }

    /** Returns the probability that two documents of a similarity share a band, and so are candidates; accurate also where it is tiny. */
    public double probability(double similarity) {
        return -Math.expm1(bands * Math.log1p(-bandProbability(similarity)));
    }

    /**
     * Returns the similarity at which a share of the pairs are candidates: the inverse of {@link #probability}, by
     * bisection.
     *
     * @param probability p in (0,1)
     * @return J in [0,1]; 0 if accidents alone make so many
     */
    public double similarityAt(double probability) {
        double below = 0;
        double above = 1;
        while (Math.nextUp(below) < above) {
            double middle = (below + above) / 2;
            if (probability(middle) < probability) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return below == 0 ? 0 : above;
    }

    /**
     * Returns the similarity at which the curve is steepest, where P″(J) = 0: ((r − 1)/(br − 1))^(1/r), accidents
     * aside, which make it up to .0125 less. Similarities around it are distinguished best. One band is steepest at 1.
     *
     * @return J in [0,1]
     */
    public double steepest() {
        return Math.pow((rows - 1.0) / (components() - 1.0), 1.0 / rows);
    }

    /**
     * Returns what is commonly taken for the steepest point, (1/b)^(1/r) (Leskovec, Rajaraman, Ullman,
     * section 3.4.2). It is above {@link #steepest} by a share of less than 1/(r(r − 1)), or equal if there is one band.
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
