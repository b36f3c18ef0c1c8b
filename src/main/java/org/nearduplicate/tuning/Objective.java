package org.nearduplicate.tuning;

import java.util.Objects;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;

/**
 * What the best setting is best at.
 *
 * @param kind the figure that counts
 * @param recall the recall of the bands that {@link Kind#FEWEST_BANDS} requires, in (0,1)
 * @param noise the noise that it allows, in (0,1)
 */
public record Objective(Kind kind, double recall, double noise) {

    /** The parameter by which users choose the kind. */
    public static final ChoiceParameter<Kind> PARAMETER = new ChoiceParameter<>(
            "objective", Kind.F1);

    /** What counts. */
    public enum Kind {

        /** The highest F1 of a query by signatures. */
        F1,

        /** The highest recall of a query by signatures. */
        RECALL,

        /** The highest precision of a query by signatures. */
        PRECISION,

        /** The fewest bands that reach a recall, and stay within a noise, before verification. */
        FEWEST_BANDS
    }

    /**
     * Checks the budgets.
     *
     * @throws IllegalArgumentException if one is out of its bounds
     */
    public Objective {
        Objects.requireNonNull(kind);
        Parameters.RECALL.check(recall);
        CurveGoal.NOISE.check(noise);
    }
}
