package org.nearduplicate.sketch;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;

/**
 * Pairs of documents share a band term as often as the S-curve says.
 *
 * <p>Some 230 bounds, each with a false alarm in one of 10⁹ runs, and one direction that is almost
 * seven standard deviations away: together in less than one of 10⁶.
 */
public class HitRateTest {

    private static final int HASH_COUNT = 128;
    private static final List<SketchAlgorithm> OTHERS =
            List.of(SketchAlgorithm.SUPER_MINHASH, SketchAlgorithm.FAST_SIMILARITY);
    private static final Banding SHARP = new Banding(18, 7);
    private static final List<Banding> BANDINGS = List.of(new Banding(42, 3), new Banding(25, 5),
            SHARP, new Banding(16, 6), new Banding(128, 1));

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void minHashFollowsTheCurve() {
        double[] similarities = {.01, .02, .1, .3, .5, .7, .8, .9, .99};
        counts(SketchAlgorithm.MINHASH, BANDINGS, 100, 1_000, similarities)
                .forEach(count -> count.assertFits(count.theory()));
    }

    @Test
    public void othersFollowTheCurveOnLargeSets() {
        double[] similarities = {.01, .1, .3, .5, .7, .8, .9};
        for (SketchAlgorithm algorithm : OTHERS) {
            counts(algorithm, BANDINGS, 10_000, 200, similarities)
                    .forEach(count -> count.assertFits(count.theory()));
        }
    }

    /**
     * Its components agree more evenly, so the curve is steeper: of 150,000 pairs of similarity .8
     * it found .9917 instead of .9855, of similarity .5 it found .1220 instead of .1317.
     */
    @Test
    public void superMinHashIsSharperOnSmallSets() {
        List<Banding> sharp = List.of(SHARP);
        HitCount similar = counts(SketchAlgorithm.SUPER_MINHASH, sharp, 10, 10_000, .8).get(0);
        assertTrue(similar.toString(), similar.rate() > similar.theory());
        similar.assertFits(.9917);
        HitCount dissimilar = counts(SketchAlgorithm.SUPER_MINHASH, sharp, 10, 5_000, .5).get(0);
        dissimilar.assertFits(.1220);
        dissimilar.assertNotAbove(dissimilar.theory());
    }

    /** But for the smallest sets by SuperMinHash, whose curve is that much steeper. */
    @Test
    public void othersLoseNoneOfTheSimilarPairs() {
        for (int union : new int[] {10, 50, 200, 1_000}) {
            for (SketchAlgorithm algorithm : union == 10 ? OTHERS.subList(1, 2) : OTHERS) {
                for (HitCount count : counts(algorithm, List.of(SHARP), union, 1_000, .7, .8)) {
                    count.assertNotBelow(count.theory());
                }
            }
        }
    }

    /** The check has teeth: a row more or less is another curve. */
    @Test
    public void anotherBandingDoesNotFit() {
        Banding banding = new Banding(16, 6);
        HitCount count = counts(SketchAlgorithm.MINHASH, List.of(banding), 50, 4_000, .7).get(0);
        count.assertFits(count.theory());
        for (int rows : new int[] {5, 7}) {
            double other = new Banding(16, rows).probability(.7);
            assertThrows(AssertionError.class, () -> count.assertFits(other));
        }
    }

    private List<HitCount> counts(SketchAlgorithm algorithm, List<Banding> bandings, int union,
            int pairs, double... similarities) {
        Sketcher sketcher =
                new Sketcher(scheme().sketch(algorithm, HASH_COUNT).build(), new DistinctHashes());
        List<HitCount> all = new ArrayList<>();
        Map<Double, List<HitCount>> bySimilarity = new HashMap<>();
        for (double similarity : similarities) {
            bySimilarity.put(similarity,
                    bandings.stream().map(banding -> new HitCount(banding, similarity)).toList());
            all.addAll(bySimilarity.get(similarity));
        }
        for (int i = 0; i < pairs; i++) {
            OverlappingTexts texts = new OverlappingTexts(HashFunction.XXH3, union,
                    seeded.random());
            bySimilarity.forEach((similarity, counts) -> {
                Sketch first = sketcher.sketch(texts.first(similarity));
                Sketch second = sketcher.sketch(texts.second(similarity));
                counts.forEach(count -> count.add(shareATerm(count.banding(), first, second)));
            });
        }
        return all;
    }

    /** The components of a sketch do not depend on the banding. */
    private static boolean shareATerm(Banding banding, Sketch first, Sketch second) {
        Scheme scheme = scheme().banding(banding.bands(), banding.rows()).build();
        List<String> terms =
                Output.terms(new Sketch(scheme, new Fingerprint(1, 0), first.components()));
        List<String> others =
                Output.terms(new Sketch(scheme, new Fingerprint(1, 0), second.components()));
        return IntStream.range(0, terms.size()).anyMatch(i -> terms.get(i).equals(others.get(i)));
    }
}
