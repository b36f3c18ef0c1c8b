package org.nearduplicate.tuning;

import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * What the best setting is best at.
 *
 * @param kind the figure that counts
 * @param recall the recall that {@link Kind#LOWEST_COST} requires, in (0,1)
 * @param noise the noise that it allows, in (0,1); or null for the default, or for 1.5 times the noise of the default
 *     mapping if that is more, up to 0.1
 */
public record Objective(Kind kind, double recall, Double noise) {

    /** The parameter for the kind. The default depends on how queries verify by default. */
    public static final ChoiceParameter<Kind> PARAMETER = new ChoiceParameter<>(
            "objective", Kind.of(Verify.PARAMETER.defaultValue()));

    private static final double OF_DEFAULT_MAPPING = 1.5;

    /** Bands with more noise are of little use, whatever the texts. */
    private static final double MOST = 0.1;

    /** What counts. */
    public enum Kind {

        /** The lowest cost that reaches a recall, and stays within a noise. */
        LOWEST_COST(Verify.EXACT),

        /** The highest F1 of a query by signatures. */
        SIGNATURE_F1(Verify.SIGNATURE),

        /** The highest recall of a query by signatures. */
        SIGNATURE_RECALL(Verify.SIGNATURE),

        /** The highest precision of a query by signatures. */
        SIGNATURE_PRECISION(Verify.SIGNATURE);

        private final Verify verify;

        Kind(Verify verify) {
            this.verify = verify;
        }

        /** Returns the default kind for queries that verify in a way. */
        public static Kind of(Verify verify) {
            return switch (verify) {
                case EXACT -> LOWEST_COST;
                case SIGNATURE -> SIGNATURE_F1;
            };
        }

        /** Returns how the queries verify that the kind is about. */
        public Verify verify() {
            return verify;
        }
    }

    /**
     * Returns the noise that is allowed. In a sample of similar texts, or one enriched with near duplicates, even the
     * default mapping has more noise than elsewhere.
     *
     * @param ofDefault the noise of the default mapping, 0 if it is not known
     */
    double noise(double ofDefault) {
        return noise == null
                ? Math.clamp(
                        OF_DEFAULT_MAPPING * ofDefault, CurveGoal.NOISE.defaultValue(), MOST)
                : noise;
    }
}
