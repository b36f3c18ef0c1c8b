package org.nearduplicate.sketch;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Bands and rows that were given or chosen for goals, and what else could have been chosen. What a curve
 * finds are candidates.
 *
 * <p>Without pairs to leave out the choice is that of a mapping, {@link BandChoice#choose}. With both goals it is the cheapest that meets them: the
 * fewest bands, then the fewest components.
 *
 * @param choice bands and rows, with a goal that they meet, as a mapping states it
 * @param goals what was wanted, which bands and rows that were given need not meet
 * @param hashCount k, the components there are
 */
public record CurveChoice(BandChoice choice, CurveGoals goals, int hashCount) {

    /** Requires all. */
    public CurveChoice {
        Objects.requireNonNull(choice);
        Objects.requireNonNull(goals);
    }

    /**
     * Resolves what a user said; {@code null} is what was not said.
     *
     * <ul>
     *   <li>Bands and rows are taken as they are, whether or not they meet the goals.
     *   <li>Without them they are chosen for the goals, pairs to be found being always one of these.
     * </ul>
     *
     * @param bands the number of bands, or null
     * @param rows the rows of a band, or null
     * @param goals what is wanted
     * @param hashCount k, the components there are; or null for the default, or as many as bands and
     *     rows that are given need if these are more
     * @return the choice
     * @throws IllegalArgumentException if a value is out of its bounds, one of bands and rows is missing,
     *     b·r exceeds the hash count, or goals to choose by cannot be met; that names the nearest that can
     */
    public static CurveChoice resolve(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        if (hashCount != null) {
            Parameters.HASH_COUNT.check(hashCount);
        }
        if (bands == null && rows == null) {
            int components = hashCount == null ? Parameters.HASH_COUNT.defaultValue() : hashCount;
            CurveGoals complete = goals.withFind();
            return new CurveChoice(choose(complete, components), complete, components);
        }
        int components = hashCount == null ? enoughFor(bands, rows) : hashCount;
        return new CurveChoice(describe(bands, rows, goals.find(), components), goals, components);
    }

    /**
     * Returns what else finds the pairs that should be found: every r with the smallest b, the largest r
     * first, which may be a sharper curve than the choice. They need not meet the other goal.
     *
     * @return the alternatives, without the choice itself; none if no pairs are to be found
     */
    public List<Banding> alternatives() {
        if (goals.find() == null) {
            return List.of();
        }
        return BandChoice.alternatives(goals.find(), hashCount)
                .filter(alternative -> alternative.equals(choice.banding()) == false)
                .toList();
    }

    private static BandChoice choose(CurveGoals goals, int hashCount) {
        CurveGoal leaveOut = goals.leaveOut();
        if (leaveOut == null) {
            return BandChoice.choose(goals.find(), hashCount);
        }
        // More bands than the fewest would leave out less; and with fewer rows the fewest are never more,
        // so that the fewest components are those of the fewest bands.
        return BandChoice.alternatives(goals.find(), hashCount)
                .filter(leaveOut::metBy)
                .min(Comparator.comparingInt(Banding::components))
                .map(banding -> new BandChoice(banding, goals.find()))
                .orElseThrow(() -> new ImpossibleGoals(goals, hashCount).refusal());
    }

    /** Bands and rows that miss the goal are said to find what they do find of its similarity. */
    private static BandChoice describe(
            Integer bands, Integer rows, CurveGoal find, int hashCount) {
        BandChoice alone = BandChoice.resolve(bands, rows, null, null, hashCount);
        if (find == null) {
            return alone;
        }
        return find.metBy(alone.banding())
                ? new BandChoice(alone.banding(), find)
                : BandChoice.resolve(bands, rows, find.similarity(), null, hashCount);
    }

    private static int enoughFor(Integer bands, Integer rows) {
        long needed = bands == null || rows == null ? 0 : (long) bands * rows;
        return Math.clamp(
                needed, Parameters.HASH_COUNT.defaultValue(), Parameters.HASH_COUNT.max());
    }
}
