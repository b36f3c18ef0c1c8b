package org.nearduplicate.tuning;

import java.util.Objects;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;

/**
 * What the best setting is best at.
 *
 * @param kind the figure that counts
 * @param recall the recall that {@link Kind#FEWEST_BANDS} requires, in (0,1)
 * @param noise the noise that it allows, in (0,1)
 */
public record Objective(Kind kind, double recall, double noise) {

    /** The parameter by which users choose the kind. */
    public static final ChoiceParameter<Kind> PARAMETER = new ChoiceParameter<>(
            "objective", Kind.SIGNATURE_F1);

    /** What counts. */
    public enum Kind {

        /** The fewest bands that reach a recall, and stay within a noise. */
        FEWEST_BANDS,

        /** The highest F1 of a query by signatures. */
        SIGNATURE_F1,

        /** The highest recall of a query by signatures. */
        SIGNATURE_RECALL,

        /** The highest precision of a query by signatures. */
        SIGNATURE_PRECISION
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
