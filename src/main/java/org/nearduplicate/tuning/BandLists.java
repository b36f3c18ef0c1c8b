package org.nearduplicate.tuning;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;

/**
 * Which bandings are tried for a hash count and a similarity.
 *
 * @param bands numbers of bands, or empty for those that suit
 * @param rows numbers of rows, or empty for those that suit
 */
public record BandLists(List<Integer> bands, List<Integer> rows) {

    /** The recalls of candidates at the similarity for which bandings are chosen where no list names them. */
    private static final double[] RECALLS = {0.9, 0.99, 0.999};

    /** How many numbers of rows are tried for each of those: the sharpest curve and gentler ones. */
    private static final int CURVES = 3;

    /**
     * Copies and checks the lists.
     *
     * @throws IllegalArgumentException if a number is out of its bounds
     */
    public BandLists {
        bands = List.copyOf(bands);
        rows = List.copyOf(rows);
        bands.forEach(Parameters.BANDS::check);
        rows.forEach(Parameters.ROWS::check);
    }

    /**
     * Returns the bandings.
     *
     * <ul>
     *   <li>Both lists: their combinations with b·r ≤ k.
     *   <li>One of them: the other number is the largest with b·r ≤ k, as ⌊k/b⌋ or ⌊k/r⌋.
     *   <li>None: for each recall of .9, .99 and .999 at the similarity the sharpest curve, which has the
     *       most rows, and the two next with fewer rows, but at least 2; each with the fewest bands.
     * </ul>
     *
     * @param hashCount k
     * @param similarity the similarity from which pairs should be found
     * @return bandings, each once; none if none is possible
     */
    public List<Banding> bandings(int hashCount, double similarity) {
        if (bands.isEmpty() && rows.isEmpty()) {
            return suitable(hashCount, similarity);
        }
        Set<Banding> bandings = new LinkedHashSet<>();
        if (rows.isEmpty()) {
            bands.forEach(b -> addIfPossible(bandings, b, hashCount / b, hashCount));
        } else if (bands.isEmpty()) {
            rows.forEach(r -> addIfPossible(bandings, hashCount / r, r, hashCount));
        } else {
            bands.forEach(b -> rows.forEach(r -> addIfPossible(bandings, b, r, hashCount)));
        }
        return List.copyOf(bandings);
    }

    /**
     * Returns how many combinations of the lists are no bandings, as they do not fit. Where both numbers
     * are chosen, it is one if there is none to choose.
     *
     * @param hashCount k
     * @param similarity the similarity from which pairs should be found
     * @return the combinations that are left out
     */
    public int leftOut(int hashCount, double similarity) {
        int possible = bandings(hashCount, similarity).size();
        return bands.isEmpty() && rows.isEmpty()
                ? Math.max(0, 1 - possible)
                : Math.max(1, bands.size()) * Math.max(1, rows.size()) - possible;
    }

    private static List<Banding> suitable(int hashCount, double similarity) {
        Set<Banding> bandings = new LinkedHashSet<>();
        for (double recall : RECALLS) {
            BandChoice.alternatives(CurveGoal.find(similarity, recall), hashCount)
                    .limit(CURVES)
                    .filter(BandLists::isSelective)
                    .forEach(bandings::add);
        }
        return List.copyOf(bandings);
    }

    /** A band of one component is shared by whoever shares a word or two: everything is a candidate. */
    private static boolean isSelective(Banding banding) {
        return banding.rows() > 1;
    }

    private static void addIfPossible(Set<Banding> bandings, int bands, int rows, int hashCount) {
        if (bands > 0 && rows > 0 && bands * rows <= hashCount) {
            bandings.add(new Banding(bands, rows));
        }
    }
}
