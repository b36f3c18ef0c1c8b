package org.nearduplicate.curve;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;

/**
 * The goals for an S-curve: one of each kind, or one alone, or none. To find a pair means to make a candidate of it.
 *
 * @param find the pairs that should be found, of that kind, or null
 * @param leaveOut the pairs that should be left out, of that kind, less similar than those; or null
 */
public record CurveGoals(CurveGoal find, CurveGoal leaveOut) {

    /**
     * Checks that no pair is both to be found and to be left out.
     *
     * @throws IllegalArgumentException if the similarity of {@code leaveOut} is not below that of {@code
     *     find}
     */
    public CurveGoals {
        if (find != null && leaveOut != null && leaveOut.similarity() >= find.similarity()) {
            throw new IllegalArgumentException(
                    "[" + CurveGoal.NOISE_SIMILARITY.name() + "] must be below ["
                            + Parameters.SIMILARITY.name() + "] [" + find.similarity() + "], got ["
                            + leaveOut.similarity() + "]");
        }
    }

    /**
     * Returns the goals of parameters; null for one that is not given. A goal of which one number is given has the
     * default of the other, but noise needs its similarity.
     *
     * @throws IllegalArgumentException if a value is out of its bounds, noise has no similarity, or the
     *     similarity of the noise is not below the other
     */
    public static CurveGoals of(
            Double similarity, Double recall, Double noiseSimilarity, Double noise) {
        if (noise != null && noiseSimilarity == null) {
            throw new IllegalArgumentException(
                    "[" + CurveGoal.NOISE.name() + "] must be given with ["
                            + CurveGoal.NOISE_SIMILARITY.name() + "], got only ["
                            + CurveGoal.NOISE.name() + "] [" + noise + "]");
        }
        return new CurveGoals(
                goal(CurveGoal.Kind.FIND, similarity, recall),
                goal(CurveGoal.Kind.LEAVE_OUT, noiseSimilarity, noise));
    }

    /**
     * Returns the goals with the default of {@link #find()} if it is null.
     *
     * @throws IllegalArgumentException if pairs of the default similarity are to be left out
     */
    public CurveGoals withFind() {
        if (find != null) {
            return this;
        }
        return new CurveGoals(
                CurveGoal.withDefaults(CurveGoal.Kind.FIND, null, null), leaveOut);
    }

    /** Returns the goals that are not null, {@link #find()} first. */
    public List<CurveGoal> list() {
        return Stream.of(find, leaveOut).filter(Objects::nonNull).toList();
    }

    /** Returns whether a curve meets all goals; true if there are none. */
    public boolean metBy(Banding banding) {
        return list().stream().allMatch(goal -> goal.metBy(banding));
    }

    private static CurveGoal goal(CurveGoal.Kind kind, Double similarity, Double probability) {
        return similarity == null && probability == null
                ? null
                : CurveGoal.withDefaults(kind, similarity, probability);
    }
}
