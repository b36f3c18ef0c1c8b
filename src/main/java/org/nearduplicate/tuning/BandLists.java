package org.nearduplicate.tuning;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;

/**
 * Which bands and rows are tried for a hash count and a similarity.
 *
 * @param bands numbers of bands, 1–512, each once, or empty for those that suit
 * @param rows the most rows of a band that a query takes, 2–6, each once, or empty for as many as there are components for
 * @param recall the recall at the similarity for which queries take rows
 */
public record BandLists(List<Integer> bands, List<Integer> rows, double recall) {

    /** The recalls at the similarity for which bands are chosen too where no list names them. */
    private static final double[] RECALLS = {0.9, 0.99, 0.999};

    /** The numbers of bands that are tried for each of those recalls: the cheapest. */
    private static final int CURVES = 3;

    /**
     * Returns the bands and rows.
     *
     * <ul>
     *   <li>Bands: each, with each of the rows such that b·r ≤ k, or with the most if there is no list of rows. A query takes as
     *       many of these as have the recall at the similarity, or as the fewest have if that is less.
     *   <li>No bands: for the recall, and for .9, .99 and .999, at the similarity the three numbers of bands that
     *       {@link BandChoice#choices} names first, of at most so many rows.
     * </ul>
     *
     * <p>Of choices whose queries do the same only the first is returned, and none if none is possible within the hash count.
     */
    Collection<BandChoice> choices(int hashCount, double similarity) {
        if (bands.isEmpty()) {
            return suitable(hashCount, similarity);
        }
        CurveGoal goal = CurveGoal.find(similarity, recall);
        return listed(hashCount).map(each -> BandChoice.of(each, goal)).toList();
    }

    /** Counts the choices for a hash count and each of some similarities, of which listed bands are independent. */
    long count(int hashCount, List<Double> similarities) {
        return bands.isEmpty()
                ? similarities.stream().mapToLong(s -> suitable(hashCount, s).size()).sum()
                : similarities.size() * listed(hashCount).count();
    }

    /**
     * Counts the combinations of the lists and some similarities that do not fit. Where bands are chosen, it is one for each
     * similarity for which there are none.
     */
    long leftOut(int hashCount, List<Double> similarities) {
        return bands.isEmpty()
                ? similarities.stream().filter(s -> suitable(hashCount, s).isEmpty()).count()
                : (long) similarities.size() * bands.size() * Math.max(1, rows.size())
                        - count(hashCount, similarities);
    }

    private Stream<Banding> listed(int hashCount) {
        return bands.stream()
                .filter(b -> b * BandRows.FEWEST <= hashCount)
                .flatMap(b -> rows.isEmpty()
                        ? Stream.of(BandChoice.mostRows(b, BandRows.MOST, hashCount))
                        : rows.stream()
                                .filter(r -> b * r <= hashCount)
                                .map(r -> new Banding(b, r)));
    }

    private Collection<BandChoice> suitable(int hashCount, double similarity) {
        return DoubleStream.concat(DoubleStream.of(recall), DoubleStream.of(RECALLS))
                .mapToObj(least -> CurveGoal.find(similarity, least))
                .flatMap(goal -> suitable(hashCount, goal))
                .collect(
                        Collectors.toMap(
                                BandChoice::lookup, Function.identity(), (first, same) -> first,
                                LinkedHashMap::new))
                .values();
    }

    private Stream<BandChoice> suitable(int hashCount, CurveGoal goal) {
        return (rows.isEmpty() ? List.of(BandRows.MOST) : rows).stream()
                .flatMap(most -> BandChoice.choices(goal, most, hashCount).limit(CURVES));
    }
}
