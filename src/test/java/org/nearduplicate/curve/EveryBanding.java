package org.nearduplicate.curve;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ReferenceBands;

/** The choice of bands by trying all, with what they cost and find by the formulas of the documentation. */
final class EveryBanding {

    static final int MOST_BANDS = 512;
    static final int FEWEST_ROWS = 2;
    static final int MOST_ROWS = 6;

    /** Of each number of bands and rows. */
    private static final double[][] COSTS = new double[MOST_BANDS + 1][MOST_ROWS + 1];

    static {
        of(MOST_ROWS, MOST_BANDS * MOST_ROWS).forEach(
                banding -> COSTS[banding.bands()][banding.rows()] =
                        banding.bands() + candidates(banding) / 2);
    }

    private EveryBanding() {}

    /** Returns all of at most so many rows for which there are enough components. */
    static Stream<Banding> of(int mostRows, int hashCount) {
        return IntStream.rangeClosed(FEWEST_ROWS, mostRows)
                .boxed()
                .flatMap(rows -> IntStream
                        .rangeClosed(1, Math.min(MOST_BANDS, hashCount / rows))
                        .mapToObj(bands -> new Banding(bands, rows)));
    }

    /** Returns the cheapest that does what is wanted. */
    static Optional<Banding> cheapest(CurveGoals goals, int mostRows, int hashCount) {
        return of(mostRows, hashCount)
                .filter(banding -> finds(banding, goals.find())
                        && leavesOut(banding, goals.leaveOut()))
                .min(Comparator.comparingDouble(EveryBanding::cost));
    }

    /** Returns what a mapping has that chooses bands for some rows. */
    static Banding stored(Banding taken, int mostRows, int hashCount) {
        int rows = FEWEST_ROWS;
        while (rows < mostRows && taken.bands() * (rows + 1) <= hashCount) {
            rows++;
        }
        return new Banding(taken.bands(), rows);
    }

    static double cost(Banding banding) {
        return COSTS[banding.bands()][banding.rows()];
    }

    /** Returns how many documents share a band with one, of texts as they usually are. */
    static double candidates(Banding banding) {
        double candidates = 0;
        for (int twentieths = 1; twentieths <= 20; twentieths++) {
            double similarity = twentieths / 20.0;
            double density = 16 / (similarity * similarity * Math.sqrt(similarity));
            candidates += density / 20 * found(banding, similarity);
        }
        return candidates;
    }

    static boolean finds(Banding banding, CurveGoal goal) {
        return found(banding, goal.similarity()) >= goal.probability();
    }

    static boolean leavesOut(Banding banding, CurveGoal goal) {
        return goal == null || found(banding, goal.similarity()) <= goal.probability();
    }

    static double found(Banding banding, double similarity) {
        return ReferenceBands.probability(banding.bands(), banding.rows(), similarity);
    }

    /** Returns whether a banding is so close to a goal that rounding decides about it. */
    static boolean isDecidedByRounding(CurveGoals goals, int hashCount) {
        return goals.list().stream().anyMatch(
                goal -> of(MOST_ROWS, hashCount).anyMatch(
                        banding -> Math.abs(
                                found(banding, goal.similarity()) - goal.probability()) < 1e-8));
    }
}
