package org.nearduplicate.curve;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Rounding;
import org.nearduplicate.sketch.ShareParameter;

/**
 * A goal for an S-curve: that pairs of a similarity are candidates often enough, or seldom enough. Verification is no
 * part of it.
 *
 * @param kind whether such pairs are to be found or to be left out
 * @param similarity the Jaccard similarity of the pairs, in (0,1]
 * @param probability the probability with which they are candidates at least, or at most, in (0,1)
 */
public record CurveGoal(Kind kind, double similarity, double probability) {

    /** The similarity up to which pairs should be left out; it has no default. */
    public static final ShareParameter NOISE_SIMILARITY = new ShareParameter("noise_similarity",
            null, true);

    /** The highest probability with which a pair of that similarity may be a candidate. */
    public static final ShareParameter NOISE = new ShareParameter("noise", 0.01, false);

    /** What is wanted of pairs of a similarity, with the parameters for its two numbers. */
    public enum Kind {

        /** They are candidates with the probability or more. */
        FIND(Parameters.SIMILARITY, Parameters.RECALL, RoundingMode.FLOOR),

        /** They are candidates with the probability or less. */
        LEAVE_OUT(NOISE_SIMILARITY, NOISE, RoundingMode.CEILING);

        private static final int DIGITS = 4;

        private final ShareParameter similarity;
        private final ShareParameter probability;
        private final MathContext easier;

        Kind(ShareParameter similarity, ShareParameter probability, RoundingMode easier) {
            this.similarity = similarity;
            this.probability = probability;
            this.easier = new MathContext(DIGITS, easier);
        }

        /** Returns the parameter that gives the similarity. */
        public ShareParameter similarity() {
            return similarity;
        }

        /** Returns the parameter that gives the probability. */
        public ShareParameter probability() {
            return probability;
        }

        /**
         * Writes the probability that a curve reaches at a similarity, and the bands and rows: in four digits, rounded to
         * the side on which the curve still meets it.
         */
        String reachable(double similarity, Banding banding) {
            return "[" + probability.name() + "] [" + easier(banding.probability(similarity))
                    + "] with " + banding + " bands × rows";
        }

        /** Returns a probability in four digits, rounded to the side on which it is still met. */
        public BigDecimal easier(double reached) {
            return new BigDecimal(reached).round(easier).stripTrailingZeros();
        }
    }

    /** @throws IllegalArgumentException if one is out of its bounds, naming its parameter */
    public CurveGoal {
        kind.similarity().check(similarity);
        kind.probability().check(probability);
    }

    /** Returns the goal that pairs of a similarity are found with a recall or more. */
    public static CurveGoal find(double similarity, double recall) {
        return new CurveGoal(Kind.FIND, similarity, recall);
    }

    /** Returns the goal of a kind with the default of each number that is null. */
    static CurveGoal withDefaults(Kind kind, Double similarity, Double probability) {
        return new CurveGoal(
                kind,
                similarity == null ? kind.similarity().defaultValue() : similarity,
                probability == null ? kind.probability().defaultValue() : probability);
    }

    /** Returns whether a curve meets the goal, rounding aside. Noise may be tiny, so its rounding error is relative. */
    public boolean metBy(Banding banding) {
        double found = banding.probability(similarity);
        return switch (kind) {
            case FIND -> found >= probability - Rounding.ERROR;
            case LEAVE_OUT -> found <= probability * (1 + Rounding.ERROR);
        };
    }

    /**
     * Returns the bands with the most rows that meet the goal: more rows leave out more pairs that are not similar. If no
     * number of rows meets the goal, {@value BandRows#FEWEST}.
     */
    public Banding taken(Banding banding) {
        return banding.lookups().filter(this::metBy).findFirst()
                .orElse(banding.ofRows(BandRows.FEWEST));
    }

    /** Returns the goal as users write it: both parameters with their values. */
    @Override
    public String toString() {
        return "[" + kind.similarity().name() + "] [" + similarity + "] with ["
                + kind.probability().name() + "] [" + probability + "]";
    }
}
