package org.nearduplicate.curve;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Rounding;

/**
 * Bands and rows together with a goal that they meet: pairs of its similarity or more are candidates with its recall or
 * more. The goal is the default of lookups; for another one {@link #taken(double, Double)} takes more or fewer rows of
 * each band.
 *
 * <p>A user states the goal, or the bands and rows, or both. {@link #resolve} adds what is missing, and refuses what is
 * not possible.
 *
 * <p>The most rows of a band are {@value BandRows#FEWEST}–{@value BandRows#MOST}. A hash count is k, the number of components.
 *
 * @param banding bands and rows, of which lookups take as many as they need
 * @param goal the pairs to be candidates, and how surely they are
 */
public record BandChoice(Banding banding, CurveGoal goal) {

    private static final int STEPS = 20;
    private static final double TEXTS = 16;
    private static final double FALL = -2.5;
    private static final double CANDIDATE = 0.5;

    /** Returns the Jaccard similarity from which pairs are to be candidates. */
    public double similarity() {
        return goal.similarity();
    }

    /** Returns the least probability with which such pairs are candidates. */
    public double recall() {
        return goal.probability();
    }

    /** Returns what lookups from the similarity on do. It is equal for all recalls for which they do the same. */
    public Lookup lookup() {
        return new Lookup(banding, taken(), similarity());
    }

    /** The bands, the rows of them that lookups take, and the similarity from which they find pairs. */
    public record Lookup(Banding banding, Banding taken, double similarity) {}

    /** Returns the bands of as many rows as meet the goal. */
    public Banding taken() {
        return goal.taken(banding);
    }

    /** Returns the bands of the most rows that meet the {@link #goal(double, Double) goal} of a lookup, or of the fewest if none do. */
    public Banding taken(double similarity, Double recall) {
        return goal(similarity, recall).taken(banding);
    }

    /**
     * Returns the goal of a lookup.
     *
     * @param similarity the Jaccard similarity from which it finds pairs
     * @param recall the least probability with which such pairs are to be candidates; or null for that of the goal
     */
    public CurveGoal goal(double similarity, Double recall) {
        return CurveGoal.find(similarity, recall == null ? recall() : recall);
    }

    /**
     * Resolves parameters; null for one that is not given.
     *
     * <ul>
     *   <li>No bands: they are chosen for similarity and recall by {@link #choose}. Rows are the most that a band may have.
     *   <li>No rows: as many as there are components for.
     *   <li>Bands without a similarity: it is where all rows reach the recall.
     *   <li>Bands and similarity: the recall is the default, or what the fewest rows reach if that is less.
     *   <li>Bands, similarity and recall: some number of rows has to meet the goal.
     * </ul>
     *
     * @throws IllegalArgumentException if a value is out of bounds, b·r exceeds the hash count or the goal cannot be met
     */
    public static BandChoice resolve(
            Integer bands, Integer rows, Double similarity, Double recall, int hashCount) {
        CurveGoal goal = CurveGoal.withDefaults(CurveGoal.Kind.FIND, similarity, recall);
        if (bands == null) {
            return choose(goal, atMost(rows), hashCount);
        }
        Banding banding = rows == null
                ? mostRows(bands, BandRows.MOST, hashCount)
                : new Banding(bands, rows).within(hashCount);
        if (similarity == null) {
            return new BandChoice(banding, atRecall(banding, goal.probability()));
        }
        if (recall == null) {
            return of(banding, goal);
        }
        return new BandChoice(banding, requireMet(goal, banding));
    }

    /** Returns given bands with a goal, or with the recall of the fewest rows if that is less. */
    public static BandChoice of(Banding banding, CurveGoal goal) {
        double most = banding.ofRows(BandRows.FEWEST).probability(goal.similarity());
        // Within the open interval of the parameter, so that the choice can be written into a mapping.
        double recall = Math.clamp(
                Math.min(most, goal.probability()), Double.MIN_VALUE, Math.nextDown(1.0));
        return new BandChoice(banding, CurveGoal.find(goal.similarity(), recall));
    }

    /**
     * Chooses the first of {@link #choices}.
     *
     * @throws IllegalArgumentException if no bands and rows within the hash count meet the goal
     */
    static BandChoice choose(CurveGoal goal, int rows, int hashCount) {
        return choices(goal, rows, hashCount).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        String.format(Locale.ROOT,
                                "%s needs %s, got [%d]; that allows %s",
                                goal, hashCountNeeded(goal), hashCount,
                                mostRecall(goal, hashCount))));
    }

    /**
     * Returns the {@link #alternatives}, the cheapest first, by their terms and by the candidates of usual texts. Each
     * has as many rows as there are components for. Lookups take those of the alternative, or more if more meet the goal.
     */
    public static Stream<BandChoice> choices(CurveGoal goal, int rows, int hashCount) {
        return alternatives(goal, rows, hashCount)
                .sorted(Comparator.comparingDouble(BandChoice::cost))
                .map(taken -> new BandChoice(mostRows(taken.bands(), rows, hashCount), goal));
    }

    /**
     * Returns each number of rows with the fewest bands that meet a goal if all these rows are taken, the most rows
     * first: from the sharpest curve to the gentlest.
     *
     * @param most the most rows
     * @return bands and rows with b·r ≤ k
     */
    static Stream<Banding> alternatives(CurveGoal goal, int most, int hashCount) {
        return IntStream.iterate(most, rows -> rows >= BandRows.FEWEST, rows -> rows - 1)
                .filter(rows -> bandsNeeded(rows, goal) <= mostBands(rows, hashCount))
                .mapToObj(rows -> new Banding((int) bandsNeeded(rows, goal), rows));
    }

    /**
     * Returns the cost of the bands of a document if lookups take all rows. The unit is one band: a term in the index (7
     * bytes and 1.3 µs of Lucene's work) and a seek in each query (.7 µs). A candidate of a query costs half a unit:
     * comparing its signature takes a tenth of a seek, reading its text, where that is needed, fifty.
     *
     * <p>The number of candidates depends on how similar texts are to each other. The number of real texts with a
     * similarity of about J to a document falls with J^−2.5. This was measured on 64,000 short texts; agency news have
     * fewer, in the same proportion.
     */
    static double cost(Banding banding) {
        double candidates = 0;
        for (int step = 1; step <= STEPS; step++) {
            double similarity = (double) step / STEPS;
            candidates += TEXTS / STEPS * Math.pow(similarity, FALL)
                    * banding.probability(similarity);
        }
        return banding.bands() + CANDIDATE * candidates;
    }

    /** Returns the most rows that a parameter allows. */
    static int atMost(Integer rows) {
        return rows == null ? BandRows.MOST : Parameters.ROWS.check(rows);
    }

    /**
     * Returns bands with as many rows as there are components for.
     *
     * @param bands the number of bands, 1–512
     * @param rows the most rows
     * @throws IllegalArgumentException if there are too few for the fewest rows
     */
    public static Banding mostRows(int bands, int rows, int hashCount) {
        Parameters.BANDS.check(bands);
        return new Banding(bands, Math.clamp(hashCount / bands, BandRows.FEWEST, rows))
                .within(hashCount);
    }

    /** Returns the most bands of so many rows that there are components for. */
    static int mostBands(int rows, int hashCount) {
        return Math.min(hashCount / rows, Parameters.BANDS.max());
    }

    private static String hashCountNeeded(CurveGoal goal) {
        double needed = bandsNeeded(BandRows.FEWEST, goal) * BandRows.FEWEST;
        int most = Parameters.HASH_COUNT.max();
        return needed <= most
                ? String.format(Locale.ROOT, "a [hash_count] of at least %.0f", needed)
                : "a [hash_count] above " + most + ", which is the most there can be";
    }

    /** As many bands as possible, of the fewest rows, find the most. */
    private static String mostRecall(CurveGoal goal, int hashCount) {
        return goal.kind().reachable(
                goal.similarity(),
                new Banding(mostBands(BandRows.FEWEST, hashCount), BandRows.FEWEST));
    }

    /** Returns the least b that meets the goal; it may exceed the range of int. */
    private static double bandsNeeded(int rows, CurveGoal goal) {
        double missedByOneBand =
                Math.log1p(-new Banding(1, rows).bandProbability(goal.similarity()));
        double bands = Math.log1p(-goal.probability()) / missedByOneBand;
        return Math.max(1, Math.ceil(bands - Rounding.ERROR));
    }

    private static CurveGoal atRecall(Banding banding, double recall) {
        double similarity = banding.similarityAt(recall);
        return CurveGoal.find(Math.max(similarity, Double.MIN_VALUE), recall);
    }

    private static CurveGoal requireMet(CurveGoal goal, Banding banding) {
        Banding fewest = banding.ofRows(BandRows.FEWEST);
        if (goal.metBy(fewest) == false) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[bands] %d find pairs of [similarity] [%s] with probability %.4f at most, below [recall] [%s]",
                            banding.bands(), goal.similarity(),
                            fewest.probability(goal.similarity()), goal.probability()));
        }
        return goal;
    }
}
