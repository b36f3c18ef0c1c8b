package org.nearduplicate.sketch;

import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Bands and rows together with the goal that they meet: pairs of at least {@code similarity} share a
 * band with probability {@code recall} or more.
 *
 * <p>A user states the goal, or the bands and rows, or both; {@link #resolve} fills in what is not
 * said and refuses what cannot be.
 *
 * @param banding bands and rows
 * @param similarity the Jaccard similarity from which pairs are found
 * @param recall the least probability with which they are found
 */
public record BandChoice(Banding banding, double similarity, double recall) {

    /** What rounding may add to a number of bands. */
    private static final double ROUNDING = 1e-9;

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
     * @param recall the probability with which they should be found, or null
     * @param hashCount k, the components there are
     * @return the choice, with nothing left open
     * @throws IllegalArgumentException if a value is out of bounds, one of bands and rows is missing,
     *     b·r exceeds the hash count or the goal cannot be met
     */
    public static BandChoice resolve(
            Integer bands, Integer rows, Double similarity, Double recall, int hashCount) {
        if (similarity != null) {
            Parameters.SIMILARITY.check(similarity);
        }
        if (recall != null) {
            Parameters.RECALL.check(recall);
        }
        if (bands == null && rows == null) {
            return choose(
                    similarity == null ? Parameters.SIMILARITY.defaultValue() : similarity,
                    recall == null ? Parameters.RECALL.defaultValue() : recall,
                    hashCount);
        }
        return describe(given(bands, rows, hashCount), similarity, recall);
    }

    /**
     * Chooses the largest r, and for it the smallest b, with P(similarity) ≥ recall and b·r ≤
     * hashCount: the sharpest curve that still finds the pairs. Takes O(hashCount) steps.
     *
     * @param similarity the similarity from which pairs should be found, in (0,1]
     * @param recall the probability with which they should be found, in (0,1)
     * @param hashCount k, the components there are
     * @return the choice
     * @throws IllegalArgumentException if no bands and rows within the hash count meet the goal
     */
    public static BandChoice choose(double similarity, double recall, int hashCount) {
        return alternatives(similarity, recall, hashCount).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        String.format(Locale.ROOT,
                                "[similarity] [%s] with [recall] [%s] needs %s, got [%d]; that allows %s",
                                similarity, recall, hashCountNeeded(similarity, recall), hashCount,
                                mostRecall(similarity, hashCount))));
    }

    /**
     * Returns every r with the smallest b that meets a goal, the largest r first: from the sharpest curve
     * to the gentlest. Each is computed when it is asked for; all take O(hashCount) steps.
     *
     * @param similarity the similarity from which pairs should be found, in (0,1]
     * @param recall the probability with which they should be found, in (0,1)
     * @param hashCount k, the components there are
     * @return the choices with b·r ≤ k, none if there is none
     */
    public static Stream<BandChoice> alternatives(
            double similarity, double recall, int hashCount) {
        return IntStream.iterate(hashCount, rows -> rows >= 1, rows -> rows - 1)
                .filter(rows -> bandsNeeded(rows, similarity, recall) * rows <= hashCount)
                .mapToObj(rows -> new Banding((int) bandsNeeded(rows, similarity, recall), rows))
                .map(banding -> new BandChoice(banding, similarity, recall));
    }

    private static String hashCountNeeded(double similarity, double recall) {
        double needed = bandsNeeded(1, similarity, recall);
        int most = Parameters.HASH_COUNT.max();
        return needed <= most
                ? String.format(Locale.ROOT, "a [hash_count] of at least %.0f", needed)
                : "a [hash_count] above " + most + ", which is the most there can be";
    }

    /** Nothing finds more than bands of one row, as many as there can be: J ≥ 1 − (1 − Jʳ)^(1/r). */
    private static String mostRecall(double similarity, int hashCount) {
        return CurveGoal.Kind.FIND.reachable(similarity, new Banding(hashCount, 1));
    }

    /** Returns the least b with 1 − (1 − similarityʳ)ᵇ ≥ recall; it may exceed the range of int. */
    private static double bandsNeeded(int rows, double similarity, double recall) {
        double missedByOneBand = Math.log1p(-Math.pow(similarity, rows));
        return Math.max(1, Math.ceil(Math.log1p(-recall) / missedByOneBand - ROUNDING));
    }

    private static Banding given(Integer bands, Integer rows, int hashCount) {
        if (bands == null || rows == null) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] and [rows] must be given together, got only [%s] [%s]",
                            bands == null ? "rows" : "bands",
                            bands == null ? rows : bands));
        }
        Banding banding = new Banding(bands, rows);
        if (banding.components() > hashCount) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] × [rows] must be at most [hash_count] %d, got [%d] × [%d] = %d",
                            hashCount, bands, rows, banding.components()));
        }
        return banding;
    }

    private static BandChoice describe(Banding banding, Double similarity, Double recall) {
        if (similarity == null) {
            double found = recall == null ? Parameters.RECALL.defaultValue() : recall;
            return new BandChoice(banding, banding.similarityAt(found), found);
        }
        double probability = banding.probability(similarity);
        if (recall == null) {
            // As an open interval, so that what was resolved can be given back as it is.
            double found = Math.clamp(probability, Double.MIN_VALUE, Math.nextDown(1.0));
            return new BandChoice(banding, similarity, found);
        }
        if (new CurveGoal(CurveGoal.Kind.FIND, similarity, recall).metBy(banding) == false) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] %d and [rows] %d find pairs of [similarity] [%s] with probability %.4f, below [recall] [%s]",
                            banding.bands(), banding.rows(), similarity, probability,
                            recall));
        }
        return new BandChoice(banding, similarity, recall);
    }
}
