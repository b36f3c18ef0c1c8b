package org.nearduplicate.tuning;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;

/**
 * Which bandings are tried for a hash count and a similarity.
 *
 * @param bands numbers of bands, or empty for those that suit
 * @param rows numbers of rows, or empty for those that suit
 * @param recall the recall at the similarity that some of those that suit have
 */
public record BandLists(List<Integer> bands, List<Integer> rows, double recall) {

    /** The recalls of candidates at the similarity for which bandings are chosen too where no list names them. */
    private static final double[] RECALLS = {0.9, 0.99, 0.999};

    /** How many numbers of rows are tried for each of those: the sharpest curve and gentler ones. */
    private static final int CURVES = 3;

    /**
     * Copies and checks them; a number that is given twice counts once.
     *
     * @throws IllegalArgumentException if a number is out of its bounds
     */
    public BandLists {
        bands = bands.stream().map(Parameters.BANDS::check).distinct().toList();
        rows = rows.stream().map(Parameters.ROWS::check).distinct().toList();
        Parameters.RECALL.check(recall);
    }

    /**
     * Lists of bands and rows, of which those suit that have the default recall.
     *
     * @param bands numbers of bands, or empty for those that suit
     * @param rows numbers of rows, or empty for those that suit
     */
    public BandLists(List<Integer> bands, List<Integer> rows) {
        this(bands, rows, Parameters.RECALL.defaultValue());
    }

    /**
     * Returns the bandings.
     *
     * <ul>
     *   <li>Both lists: their combinations with b·r ≤ k.
     *   <li>One of them: the other number is the largest with b·r ≤ k, as ⌊k/b⌋ or ⌊k/r⌋.
     *   <li>None: for the recall, and for .9, .99 and .999, at the similarity the sharpest curve that a mapping
     *       would choose, which has the most rows, and the two next with fewer rows, but at least 2; each with the fewest bands.
     * </ul>
     *
     * @param hashCount k
     * @param similarity the similarity from which pairs should be found
     * @return bandings, each once; none if none is possible
     */
    public List<Banding> bandings(int hashCount, double similarity) {
        return isChosen() ? suitable(hashCount, similarity) : listed(hashCount).toList();
    }

    /**
     * Counts the bandings of a hash count and each of some similarities, of which lists are independent.
     *
     * @param hashCount k
     * @param similarities the similarities from which pairs should be found
     * @return how many there are in all
     */
    long count(int hashCount, List<Double> similarities) {
        return isChosen()
                ? similarities.stream().mapToLong(s -> suitable(hashCount, s).size()).sum()
                : similarities.size() * listed(hashCount).count();
    }

    /**
     * Counts the combinations of the lists and some similarities that are no bandings, as they do not fit.
     * Where both numbers are chosen, it is one if there is none to choose.
     *
     * @param hashCount k
     * @param similarities the similarities from which pairs should be found
     * @return the combinations that are left out
     */
    long leftOut(int hashCount, List<Double> similarities) {
        return isChosen()
                ? similarities.stream().filter(s -> suitable(hashCount, s).isEmpty()).count()
                : (long) similarities.size() * Math.max(1, bands.size()) * Math.max(1, rows.size())
                        - count(hashCount, similarities);
    }

    private boolean isChosen() {
        return bands.isEmpty() && rows.isEmpty();
    }

    private Stream<Banding> listed(int hashCount) {
        if (rows.isEmpty()) {
            return bands.stream().filter(b -> b <= hashCount)
                    .map(b -> new Banding(b, hashCount / b));
        }
        if (bands.isEmpty()) {
            return rows.stream().filter(r -> r <= hashCount)
                    .map(r -> new Banding(hashCount / r, r));
        }
        return bands.stream()
                .flatMap(b -> rows.stream()
                        .filter(r -> b * r <= hashCount)
                        .map(r -> new Banding(b, r)));
    }

    private List<Banding> suitable(int hashCount, double similarity) {
        return DoubleStream.concat(DoubleStream.of(RECALLS), DoubleStream.of(recall))
                .mapToObj(least -> CurveGoal.find(similarity, least))
                .flatMap(goal -> BandChoice.choices(goal, hashCount).limit(CURVES))
                .filter(BandLists::isSelective)
                .distinct()
                .toList();
    }

    /** A band of one component is shared by whoever shares a word or two: everything is a candidate. */
    private static boolean isSelective(Banding banding) {
        return banding.rows() > 1;
    }
}
