package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;

/**
 * Pairs are found by their signatures as often as is said, and as often as counting all signatures says.
 *
 * <p>Some 28 bounds that fail by chance in one of 10⁹ runs: together in less than one of 10⁶.
 */
public class SignatureCurveTest {

    private static final List<SketchAlgorithm> OTHERS =
            List.of(SketchAlgorithm.SUPER_MINHASH, SketchAlgorithm.FAST_SIMILARITY);
    private static final Banding STORED = new Banding(12, 6);
    private static final Banding BANDING = STORED.ofRows(5);
    private static final SignatureFormat FORMAT = new SignatureFormat(
            Parameters.HASH_COUNT.defaultValue(), Parameters.SIGNATURE_BITS.defaultValue());
    private static final double MIN_SIMILARITY = .8;
    private static final double[] SIMILARITIES = {.65, .75, .8, .85, .9};

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void everySignatureOfAFewComponents() {
        for (int[] shape : new int[][] {{1, 2, 2}, {2, 2, 4}, {2, 2, 6}, {1, 4, 5}, {1, 6, 6}}) {
            Banding banding = new Banding(shape[0], shape[1]);
            for (double similarity : new double[] {0, .1, .5, .9, 1}) {
                for (double minSimilarity : new double[] {.01, .3, .5, .75, 1}) {
                    for (int bits : new int[] {1, 2, 4, 8}) {
                        SignatureFormat format = new SignatureFormat(shape[2], bits);
                        assertEquals(
                                counted(banding, format, similarity, minSimilarity),
                                new SignatureCurve(banding, format)
                                        .probability(similarity, minSimilarity),
                                1e-12);
                    }
                }
            }
        }
    }

    /** Adds up all ways in which components are equal, or agree by accident in their band, their signature or both. */
    private static double counted(
            Banding banding, SignatureFormat format, double similarity, double minSimilarity) {
        int hashCount = format.hashCount();
        double values = Math.pow(2, format.bits());
        double found = 0;
        for (int ways = 0; ways < Math.pow(5, hashCount); ways++) {
            boolean[] inBand = new boolean[hashCount];
            int agree = 0;
            double probability = 1;
            for (int i = 0, rest = ways; i < hashCount; i++, rest /= 5) {
                boolean isEqual = rest % 5 == 4;
                boolean inSignature = isEqual || (rest % 5 & 1) == 1;
                inBand[i] = isEqual || (rest % 5 & 2) == 2;
                agree += inSignature ? 1 : 0;
                double accident = BandRows.accident(i % banding.rows());
                probability *= isEqual ? similarity
                        : (1 - similarity)
                                * (inSignature ? 1 / values : 1 - 1 / values)
                                * (inBand[i] ? accident : 1 - accident);
            }
            double estimate = Math.max(0, (values * agree / hashCount - 1) / (values - 1));
            found += isCandidate(banding, inBand) && estimate >= minSimilarity ? probability : 0;
        }
        return found;
    }

    private static boolean isCandidate(Banding banding, boolean[] equal) {
        return IntStream.range(0, banding.bands())
                .anyMatch(
                        band -> IntStream.range(0, banding.rows())
                                .allMatch(row -> equal[band * banding.rows() + row]));
    }

    @Test
    public void othersAreFoundAsOftenAsIsSaidOnLargeSets() {
        for (SketchAlgorithm algorithm : OTHERS) {
            found(algorithm, 10_000, 300).forEach(
                    (similarity, count) -> count.assertFits(said(similarity)));
        }
    }

    @Test
    public void othersErrNoMoreOnSmallSets() {
        for (SketchAlgorithm algorithm : OTHERS) {
            Map<Double, HitCount> found = found(algorithm, 200, 1_500);
            for (double similarity : new double[] {.65, .75}) {
                found.get(similarity).assertNotAbove(said(similarity));
            }
            for (double similarity : new double[] {.85, .9}) {
                found.get(similarity).assertNotBelow(said(similarity));
            }
        }
    }

    @Test
    public void anyMinimumThatIsReachedLeavesTheBands() {
        SignatureCurve curve = new SignatureCurve(BANDING, FORMAT);
        for (double similarity : SIMILARITIES) {
            assertEquals(
                    BANDING.probability(similarity), curve.probability(similarity, 1e-9), 1e-6);
            assertTrue(said(similarity) < BANDING.probability(similarity));
        }
        assertEquals(1, curve.probability(1, 1), 0);
        assertEquals(0, curve.probability(0, .5), 1e-15);
        assertThrows(
                IllegalArgumentException.class,
                () -> new SignatureCurve(new Banding(FORMAT.hashCount() / 6 + 1, 6), FORMAT));
    }

    private static double said(double similarity) {
        return new SignatureCurve(BANDING, FORMAT).probability(similarity, MIN_SIMILARITY);
    }

    private Map<Double, HitCount> found(SketchAlgorithm algorithm, int union, int pairs) {
        Scheme scheme = scheme().sketch(algorithm, FORMAT.hashCount()).bits(FORMAT.bits())
                .banding(STORED.bands(), STORED.rows())
                .build();
        ThreadScratch scratch = new ThreadScratch();
        Map<Double, HitCount> counts = new LinkedHashMap<>();
        for (double similarity : SIMILARITIES) {
            counts.put(similarity, new HitCount(BANDING, similarity));
        }
        for (int i = 0; i < pairs; i++) {
            OverlappingTexts texts = new OverlappingTexts(
                    HashFunction.XXH3, union, seeded.random());
            counts.forEach((similarity, count) -> {
                Sketch first = scratch.sketch(scheme, texts.first(similarity));
                Sketch second = scratch.sketch(scheme, texts.second(similarity));
                count.add(isCandidate(first, second) && isSimilar(first, second));
            });
        }
        return counts;
    }

    private static boolean isCandidate(Sketch first, Sketch second) {
        return HitCount.shareRows(BANDING.keys(first), BANDING.keys(second), BANDING.rows());
    }

    private static boolean isSimilar(Sketch first, Sketch second) {
        return new SignatureComparison(FORMAT, MIN_SIMILARITY)
                .similarity(Signature.of(first).stored(), 0, Signature.of(second).stored(),
                        0) != Jaccard.REJECTED;
    }
}
