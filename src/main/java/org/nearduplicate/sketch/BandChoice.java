package org.nearduplicate.sketch;

import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Bands and rows together with the goal that they meet: pairs of at least its similarity are candidates,
 * as they share a band, with its recall or more.
 *
 * <p>A user states the goal, or the bands and rows, or both; {@link #resolve} fills in what is not
 * said and refuses what cannot be.
 *
 * @param banding bands and rows
 * @param goal the pairs to be candidates, and how surely they are
 */
public record BandChoice(Banding banding, CurveGoal goal) {

    /**
     * Bands of more components would be a sharper curve, and cost a term each, in the index and in every
     * query: no one asks for that who asks for better estimates. Bands and rows can be said.
     */
    private static final int ENOUGH_COMPONENTS = 128;

    /** Returns the Jaccard similarity from which pairs are to be candidates. */
    public double similarity() {
        return goal.similarity();
    }

    /** Returns the least probability with which such pairs are candidates. */
    public double recall() {
        return goal.probability();
    }

    /**
     * Resolves what a user said; {@code null} is what was not said.
     *
     * <ul>
     *   <li>No bands and rows: they are chosen for similarity and recall by {@link #choose}.
     *   <li>Bands and rows alone: similarity is where the curve reaches the recall.
     *   <li>Bands, rows and similarity: recall is what the curve gives at the similarity.
     *   <li>All four: the curve has to meet the goal.
     * </ul>
     *
     * @param bands the number of bands, or null
     * @param rows the rows of a band, or null
     * @param similarity the similarity from which pairs should be found, or null
     * @param recall the probability with which they should be candidates, or null
     * @param hashCount k, the components there are
     * @return the choice, with nothing left open
     * @throws IllegalArgumentException if a value is out of bounds, one of bands and rows is missing,
     *     b·r exceeds the hash count or the goal cannot be met
     */
    public static BandChoice resolve(
            Integer bands, Integer rows, Double similarity, Double recall, int hashCount) {
        CurveGoal goal = CurveGoal.withDefaults(CurveGoal.Kind.FIND, similarity, recall);
        if (bands == null && rows == null) {
            return choose(goal, hashCount);
        }
        Banding banding = given(bands, rows, hashCount);
        if (similarity == null) {
            return new BandChoice(banding, atRecall(banding, goal.probability()));
        }
        if (recall == null) {
            return new BandChoice(banding, atSimilarity(banding, similarity));
        }
        return new BandChoice(banding, requireMet(goal, banding));
    }

    /**
     * Chooses the first of {@link #choices}: the largest r of these, and for it the smallest b, with
     * P(similarity) ≥ recall. Takes O(log hashCount) steps.
     *
     * @param goal the pairs that should be found
     * @param hashCount k, the components there are
     * @return the choice
     * @throws IllegalArgumentException if no bands and rows within the hash count meet the goal
     */
    public static BandChoice choose(CurveGoal goal, int hashCount) {
        return choices(goal, hashCount).findFirst()
                .map(banding -> new BandChoice(banding, goal))
                .orElseThrow(() -> new IllegalArgumentException(
                        String.format(Locale.ROOT,
                                "%s needs %s, got [%d]; that allows %s",
                                goal, hashCountNeeded(goal), hashCount,
                                mostRecall(goal, hashCount))));
    }

    /**
     * Returns the bands and rows to choose from where there may be many components: {@link #alternatives} of
     * at most {@value #ENOUGH_COMPONENTS}, so that the others serve the estimate alone, or of all if these do
     * not meet the goal.
     *
     * @param goal the pairs that should be found
     * @param hashCount k, the components there are
     * @return bands and rows, the sharpest curve first; none if there are none
     */
    public static Stream<Banding> choices(CurveGoal goal, int hashCount) {
        int enough = Math.min(ENOUGH_COMPONENTS, hashCount);
        return alternatives(goal, mostRows(goal, enough) > 0 ? enough : hashCount);
    }

    /**
     * Returns every r with the smallest b that meets a goal, the largest r first: from the sharpest curve
     * to the gentlest. Each is computed when it is asked for; the first takes O(log hashCount) steps.
     *
     * @param goal the pairs that should be found
     * @param hashCount k, the components there are
     * @return bands and rows with b·r ≤ k, none if there are none
     */
    public static Stream<Banding> alternatives(CurveGoal goal, int hashCount) {
        return IntStream.iterate(mostRows(goal, hashCount), rows -> rows >= 1, rows -> rows - 1)
                .mapToObj(rows -> new Banding((int) bandsNeeded(rows, goal), rows));
    }

    /** More rows need as many bands or more: what does not fit with r does not with r + 1 either. */
    private static int mostRows(CurveGoal goal, int hashCount) {
        int fits = 0;
        int tooMany = hashCount + 1;
        while (tooMany - fits > 1) {
            int rows = (fits + tooMany) >>> 1;
            if (bandsNeeded(rows, goal) * rows <= hashCount) {
                fits = rows;
            } else {
                tooMany = rows;
            }
        }
        return fits;
    }

    private static String hashCountNeeded(CurveGoal goal) {
        double needed = bandsNeeded(1, goal);
        int most = Parameters.HASH_COUNT.max();
        return needed <= most
                ? String.format(Locale.ROOT, "a [hash_count] of at least %.0f", needed)
                : "a [hash_count] above " + most + ", which is the most there can be";
    }

    /** Nothing finds more than bands of one row, as many as there can be: J ≥ 1 − (1 − Jʳ)^(1/r). */
    private static String mostRecall(CurveGoal goal, int hashCount) {
        return goal.kind().reachable(goal.similarity(), new Banding(hashCount, 1));
    }

    /** Returns the least b with 1 − (1 − similarityʳ)ᵇ ≥ recall; it may exceed the range of int. */
    private static double bandsNeeded(int rows, CurveGoal goal) {
        double missedByOneBand = Math.log1p(-Math.pow(goal.similarity(), rows));
        double bands = Math.log1p(-goal.probability()) / missedByOneBand;
        return Math.max(1, Math.ceil(bands - Rounding.ERROR));
    }

    private static Banding given(Integer bands, Integer rows, int hashCount) {
        if (bands == null || rows == null) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] and [rows] must be given together, got only [%s] [%s]",
                            bands == null ? "rows" : "bands",
                            bands == null ? rows : bands));
        }
        return new Banding(bands, rows).within(hashCount);
    }

    private static CurveGoal atRecall(Banding banding, double recall) {
        double similarity = banding.similarityAt(recall);
        return CurveGoal.find(Math.max(similarity, Double.MIN_VALUE), recall);
    }

    /** Takes the recall as of an open interval, so that what was resolved can be given back as it is. */
    private static CurveGoal atSimilarity(Banding banding, double similarity) {
        double recall = banding.probability(similarity);
        return CurveGoal.find(
                similarity, Math.clamp(recall, Double.MIN_VALUE, Math.nextDown(1.0)));
    }

    private static CurveGoal requireMet(CurveGoal goal, Banding banding) {
        if (goal.metBy(banding) == false) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] %d and [rows] %d find pairs of [similarity] [%s] with probability %.4f, below [recall] [%s]",
                            banding.bands(), banding.rows(), goal.similarity(),
                            banding.probability(goal.similarity()), goal.probability()));
        }
        return goal;
    }
}
