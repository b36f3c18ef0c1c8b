package org.nearduplicate.curve;

import java.util.Objects;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.SampledShingles;

/**
 * Prints that were given, or chosen for a goal.
 *
 * @param sampled one of how many shingles is a sampled shingle
 * @param goal what was wanted, which sampled shingles that were given need not meet; or null
 */
public record PassageChoice(SampledShingles sampled, PassageGoal goal) {

    /** Requires the sampled shingles. */
    public PassageChoice {
        Objects.requireNonNull(sampled);
    }

    /**
     * Resolves what a user said; {@code null} is what was not said.
     *
     * @param oneIn p, or null to choose it for the goal
     * @param shortest the shingles of the shortest passage to be found, or null for no goal
     * @param recall the probability with which it has a sampled shingle, or null for the default
     * @return the choice, or null if neither sampled shingles nor a goal were said
     * @throws IllegalArgumentException if a number is out of its bounds, or the goal cannot be met
     */
    public static PassageChoice resolve(Integer oneIn, Integer shortest, Double recall) {
        if (oneIn == null && shortest == null) {
            return null;
        }
        PassageGoal goal = shortest == null
                ? null
                : new PassageGoal(
                        shortest, recall == null ? Parameters.RECALL.defaultValue() : recall);
        return new PassageChoice(oneIn == null ? goal.choose() : new SampledShingles(oneIn), goal);
    }
}
