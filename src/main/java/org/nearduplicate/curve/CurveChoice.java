package org.nearduplicate.curve;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;

/**
 * Bands and rows that were given or chosen for goals, and the alternatives. Pairs that a curve finds are candidates.
 *
 * <p>Without pairs to leave out the choice is that of a mapping, {@link BandChoice#choose}. With both goals it is the
 * cheapest that meets both.
 *
 * @param choice bands and rows, with a goal that they meet, as a mapping states it
 * @param goals what was wanted, which bands and rows that were given need not meet
 * @param hashCount k, the components there are
 */
public record CurveChoice(BandChoice choice, CurveGoals goals, int hashCount) {

    /**
     * Resolves the parameters of a request; null for one that is not given.
     *
     * <ul>
     *   <li>Bands that are given are kept, whether or not they meet the goals, with as many rows as there are components for.
     *   <li>Otherwise they are chosen for the goals. The goal to find pairs then has its defaults if it is not given.
     * </ul>
     *
     * @param hashCount k, the components there are; or null for the default, or as many as bands and
     *     rows that are given need if these are more
     * @throws IllegalArgumentException if a value is out of its bounds, b·r exceeds the hash count, or goals to choose by cannot be met; that names the nearest that can
     */
    public static CurveChoice resolve(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        if (hashCount != null) {
            Parameters.HASH_COUNT.check(hashCount);
        }
        if (bands == null) {
            int components = hashCount == null ? Parameters.HASH_COUNT.defaultValue() : hashCount;
            CurveGoals complete = goals.withFind();
            return new CurveChoice(choose(complete, rows, components), complete, components);
        }
        int components = hashCount == null ? enoughFor(bands, rows) : hashCount;
        return new CurveChoice(describe(bands, rows, goals.find(), components), goals, components);
    }

    /**
     * Returns the alternatives that find the pairs to be found: every r with the smallest b if all r rows are taken, the
     * largest r first. They may have a sharper curve than the choice, and need not meet the other goal.
     *
     * @return the alternatives, without the choice itself; none if no pairs are to be found
     */
    public List<Banding> alternatives() {
        if (goals.find() == null) {
            return List.of();
        }
        return BandChoice.alternatives(goals.find(), BandRows.MOST, hashCount)
                .filter(alternative -> alternative.equals(choice.taken()) == false)
                .toList();
    }

    private static BandChoice choose(CurveGoals goals, Integer rows, int hashCount) {
        CurveGoal leaveOut = goals.leaveOut();
        int most = BandChoice.atMost(rows);
        if (leaveOut == null) {
            return BandChoice.choose(goals.find(), most, hashCount);
        }
        // More bands than the fewest would leave out less.
        return BandChoice.choices(goals.find(), most, hashCount)
                .filter(choice -> leaveOut.metBy(choice.taken()))
                .findFirst()
                .orElseThrow(() -> new Impossible(goals, most, hashCount).refusal());
    }

    /** Bands that miss the goal with any number of rows get the recall that they have at its similarity. */
    private static BandChoice describe(
            Integer bands, Integer rows, CurveGoal find, int hashCount) {
        BandChoice alone = BandChoice.resolve(bands, rows, null, null, hashCount);
        return find == null ? alone : BandChoice.of(alone.banding(), find);
    }

    private static int enoughFor(Integer bands, Integer rows) {
        long needed = (long) bands * (rows == null ? BandRows.FEWEST : rows);
        return Math.clamp(
                needed, Parameters.HASH_COUNT.defaultValue(), Parameters.HASH_COUNT.max());
    }

    /**
     * Two goals that no bands and rows within a hash count meet at once, and the nearest that can be met. Lookups may
     * take so many rows.
     */
    private record Impossible(CurveGoals goals, int rows, int hashCount) {

        /** Returns the refusal, which names the goals and for each number of theirs what could be had. */
        IllegalArgumentException refusal() {
            return new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "%s and %s cannot both be met with [hash_count] [%d]; the nearest that can be: %s,"
                                    + " or %s, or %s",
                            goals.find(), goals.leaveOut(), hashCount, leastNoise(), mostRecall(),
                            leastHashCount()));
        }

        private String leastNoise() {
            double similarity = goals.leaveOut().similarity();
            return BandChoice.alternatives(goals.find(), rows, hashCount)
                    .min(Comparator.comparingDouble(banding -> banding.probability(similarity)))
                    .map(banding -> goals.leaveOut().kind().reachable(similarity, banding))
                    .orElse("no [noise] at that recall");
        }

        private String mostRecall() {
            double similarity = goals.find().similarity();
            return IntStream.rangeClosed(BandRows.FEWEST, rows)
                    .mapToObj(this::mostBands)
                    .flatMap(Optional::stream)
                    .max(Comparator.comparingDouble(banding -> banding.probability(similarity)))
                    .map(banding -> goals.find().kind().reachable(similarity, banding))
                    .orElse("no [recall] at that noise");
        }

        /** Returns the most bands of some rows that still leave out, which find the most. */
        private Optional<Banding> mostBands(int taken) {
            return IntStream.rangeClosed(1, BandChoice.mostBands(taken, hashCount))
                    .mapToObj(bands -> new Banding(bands, taken))
                    .takeWhile(goals.leaveOut()::metBy)
                    .reduce((fewer, more) -> more);
        }

        private String leastHashCount() {
            int most = Parameters.HASH_COUNT.max();
            OptionalInt needed = BandChoice.alternatives(goals.find(), rows, most)
                    .filter(goals.leaveOut()::metBy)
                    .mapToInt(Banding::components)
                    .min();
            return needed.isPresent()
                    ? "both with [hash_count] [" + needed.getAsInt() + "]"
                    : "both with no [hash_count] up to " + most;
        }
    }
}
