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
 * Bands and rows together with a goal that they meet: pairs of at least its similarity are candidates, as they share the rows
 * that are taken of a band, with its recall or more. The goal is that of lookups that say nothing else; for others {@link #taken(double,
 * Double)} takes more rows, or fewer.
 *
 * <p>A user states the goal, or the bands and rows, or both; {@link #resolve} fills in what is not
 * said and refuses what cannot be.
 *
 * <p>The most rows of a band are {@value BandRows#FEWEST}–{@value BandRows#MOST} wherever they are asked for, and a hash count is k, the
 * components there are.
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

    /** Returns what lookups from the similarity on do, which is the same for many a recall: equal where that is. */
    public Lookup lookup() {
        return new Lookup(banding, taken(), similarity());
    }

    /** What lookups do: of bands they take some rows, from a similarity on. */
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
     * Resolves what a user said; {@code null} is what was not said.
     *
     * <ul>
     *   <li>No bands: they are chosen for similarity and recall by {@link #choose}, of at most so many rows.
     *   <li>No rows: as many as there are components for.
     *   <li>Bands without a similarity: it is where all rows reach the recall.
     *   <li>Bands and similarity: the recall is the default, or what the fewest rows reach if that is less.
     *   <li>Bands, similarity and recall: some number of rows has to meet the goal.
     * </ul>
     *
     * @return the choice, with nothing left open
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

    /** Takes bands as they are, with the goal, or with the recall of the fewest rows if that is less. */
    public static BandChoice of(Banding banding, CurveGoal goal) {
        double most = banding.ofRows(BandRows.FEWEST).probability(goal.similarity());
        // Of an open interval, so that what was resolved can be given back as it is.
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
     * Returns the {@link #alternatives} in the order in which to choose them: what costs the least first, by terms and by
     * candidates of texts as they usually are. Each has as many rows as there are components for, of which lookups take those of the
     * alternative, or more if more meet the goal.
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
     * @return bands and rows with b·r ≤ k, none if there are none
     */
    public static Stream<Banding> alternatives(CurveGoal goal, int hashCount) {
        return alternatives(goal, BandRows.MOST, hashCount);
    }

    /** Returns those of at most so many rows. */
    static Stream<Banding> alternatives(CurveGoal goal, int most, int hashCount) {
        return IntStream.iterate(most, rows -> rows >= BandRows.FEWEST, rows -> rows - 1)
                .filter(rows -> bandsNeeded(rows, goal) <= mostBands(rows, hashCount))
                .mapToObj(rows -> new Banding((int) bandsNeeded(rows, goal), rows));
    }

    /**
     * Returns what the bands of a document cost, of which lookups take all rows, in the unit of one band: a term in the index (7 bytes
     * and 1.3 µs of Lucene's work) and a seek in each query (.7 µs), and half of that for each candidate of a query: comparing its
     * signature takes a tenth of a seek, reading its text, where that has to be done, fifty.
     *
     * <p>How many candidates there are hangs on how similar texts are to each other. Of real texts so many have a similarity of
     * about J to a document as fall with J^−2.5, which was measured on 64,000 short texts and on agency news, of which
     * there are fewer, but in the same proportion.
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

    /** Returns the most rows that a user allows. */
    static int atMost(Integer rows) {
        return rows == null ? BandRows.MOST : Parameters.ROWS.check(rows);
    }

    /**
     * Returns bands of as many rows as there are components for.
     *
     * @param bands the number of bands, 1–512
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

    /** Nothing finds more than as many bands of the fewest rows as there can be. */
    private static String mostRecall(CurveGoal goal, int hashCount) {
        return goal.kind().reachable(
                goal.similarity(),
                new Banding(mostBands(BandRows.FEWEST, hashCount), BandRows.FEWEST));
    }

    /** Returns the least b that finds enough; it may exceed the range of int. */
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
