package org.nearduplicate.sketch;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/**
 * Pairs of documents share the first rows of a band as often as the S-curve says, for each number of rows that a lookup
 * takes.
 *
 * <p>Some 500 bounds, each with a false alarm in one of 10⁹ runs, and one direction that is
 * nine standard deviations away: together in less than one of 10⁶.
 */
public class HitRateTest {

    private static final int HASH_COUNT = 192;
    private static final List<SketchAlgorithm> OTHERS =
            List.of(SketchAlgorithm.SUPER_MINHASH, SketchAlgorithm.FAST_SIMILARITY);

    private static final Banding DEFAULT = new Banding(12, 6);
    private static final List<Banding> STORED = List.of(DEFAULT, new Banding(34, 5));

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void minHashFollowsTheCurve() {
        double[] similarities = {.01, .02, .1, .3, .5, .7, .8, .9, .99};
        for (Banding stored : STORED) {
            counts(SketchAlgorithm.MINHASH, HASH_COUNT, stored, 100, 1_000, similarities)
                    .forEach(count -> count.assertFits(count.theory()));
        }
    }

    @Test
    public void othersFollowTheCurveOnLargeSets() {
        double[] similarities = {.01, .1, .3, .5, .7, .8, .9};
        for (SketchAlgorithm algorithm : OTHERS) {
            for (Banding stored : STORED) {
                counts(algorithm, HASH_COUNT, stored, 10_000, 100, similarities)
                        .forEach(count -> count.assertFits(count.theory()));
            }
        }
    }

    /**
     * Its components agree more evenly, so the curve is steeper, most if all of them are in bands: of 2,000,000 pairs of
     * similarity .8 it found .9871 instead of .9769, of similarity .5 it found .1765 instead of .1903.
     */
    @Test
    public void superMinHashIsSharperOnSmallSets() {
        HitCount similar = ofSixRows(.8);
        assertTrue(similar.toString(), similar.rate() > similar.theory());
        similar.assertFits(.9871);
        HitCount dissimilar = ofSixRows(.5);
        dissimilar.assertFits(.1765);
        dissimilar.assertNotAbove(dissimilar.theory());
    }

    private HitCount ofSixRows(double similarity) {
        return counts(SketchAlgorithm.SUPER_MINHASH, 72, DEFAULT, 10, 10_000, similarity)
                .getFirst();
    }

    @Test
    public void othersLoseNoneOfTheSimilarPairs() {
        for (int union : new int[] {10, 50, 200, 1_000}) {
            for (SketchAlgorithm algorithm : OTHERS) {
                counts(algorithm, HASH_COUNT, DEFAULT, union, 1_000, .7, .8).stream()
                        .filter(count -> count.theory() > .9)
                        .forEach(count -> count.assertNotBelow(count.theory()));
            }
        }
    }

    /** The check has teeth: a row more or less is another curve. */
    @Test
    public void anotherBandingDoesNotFit() {
        for (HitCount count : counts(
                SketchAlgorithm.MINHASH, HASH_COUNT, DEFAULT, 50, 4_000, .6)) {
            int rows = count.banding().rows();
            for (int other = 2; other <= 6; other++) {
                double probability = new Banding(12, other).probability(.6);
                if (other == rows) {
                    count.assertFits(probability);
                } else {
                    assertThrows(AssertionError.class, () -> count.assertFits(probability));
                }
            }
        }
    }

    /** Of so many pairs, rows of a few bits find more than whole components would, and as many as the curve says. */
    @Test
    public void bitsThatAreLeftOutAddWhatTheCurveSays() {
        Random random = seeded.random();
        double similarity = .5;
        Banding banding = new Banding(20, 6);
        HitCount count = new HitCount(banding, similarity);
        Scheme scheme = scheme().sketch(SketchAlgorithm.MINHASH, 120).banding(20, 6).build();
        Sketcher sketcher = new Sketcher(scheme, new DistinctHashes());
        for (int i = 0; i < 50_000; i++) {
            OverlappingTexts texts = new OverlappingTexts(HashFunction.XXH3, 4, random);
            count.add(
                    HitCount.shareRows(
                            scheme.banding().keys(sketcher.sketch(texts.first(similarity))),
                            scheme.banding().keys(sketcher.sketch(texts.second(similarity))), 6));
        }
        count.assertFits(count.theory());
        double whole = 1 - Math.pow(1 - Math.pow(similarity, 6), 20);
        assertThrows(AssertionError.class, () -> count.assertFits(whole));
    }

    /** Counts the hits of lookups of each number of rows. */
    private List<HitCount> counts(SketchAlgorithm algorithm, int hashCount, Banding stored,
            int union, int pairs, double... similarities) {
        Scheme scheme = scheme().sketch(algorithm, hashCount)
                .banding(stored.bands(), stored.rows())
                .build();
        Sketcher sketcher = new Sketcher(scheme, new DistinctHashes());
        List<HitCount> all = new ArrayList<>();
        Map<Double, List<HitCount>> bySimilarity = new HashMap<>();
        for (double similarity : similarities) {
            bySimilarity.put(similarity,
                    stored.lookups().map(banding -> new HitCount(banding, similarity)).toList());
            all.addAll(bySimilarity.get(similarity));
        }
        for (int i = 0; i < pairs; i++) {
            OverlappingTexts texts = new OverlappingTexts(HashFunction.XXH3, union,
                    seeded.random());
            bySimilarity.forEach((similarity, counts) -> {
                long[] first = scheme.banding().keys(sketcher.sketch(texts.first(similarity)));
                long[] second = scheme.banding().keys(sketcher.sketch(texts.second(similarity)));
                counts.forEach(
                        count -> count.add(
                                HitCount.shareRows(first, second, count.banding().rows())));
            });
        }
        return all;
    }
}
