package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.function.BiConsumer;
import org.junit.Rule;
import org.junit.Test;

/** The estimate is (p − 2⁻ᵇ) / (1 − 2⁻ᵇ), and its inverse the least number that reaches it. */
public class SimilarityEstimateTest {

    private static final double EXACT = 1e-15;
    private static final int[] BITS = {1, 2, 4, 8};

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void formula() {
        for (int hashCount : new int[] {16, 100, 128, 255, 256, 1024}) {
            for (int bits : BITS) {
                SimilarityEstimate estimate = estimate(hashCount, bits);
                double values = Math.pow(2, bits);
                for (int equal = 0; equal <= hashCount; equal++) {
                    double expected = (values * equal / hashCount - 1) / (values - 1);
                    assertEquals(Math.max(0, expected), estimate.similarity(equal), EXACT);
                }
                assertEquals(0, estimate.similarity(0), 0);
                assertEquals(1, estimate.similarity(hashCount), 0);
            }
        }
    }

    /** A minimum that is the similarity of a hit finds that hit again. */
    @Test
    public void equalComponentsForAnEstimateIsItsNumber() {
        for (int hashCount = 16; hashCount <= 1024; hashCount++) {
            SimilarityEstimate estimate = estimate(hashCount, bits(hashCount));
            for (int equal = (hashCount >> bits(hashCount)) + 1; equal <= hashCount; equal++) {
                double similarity = estimate.similarity(equal);
                assertEquals(equal, estimate.equalComponentsFor(similarity));
                assertEquals(Math.min(hashCount, equal + 1),
                        estimate.equalComponentsFor(Math.min(1, Math.nextUp(similarity))));
            }
        }
    }

    /** By summing up the binomial distribution. */
    @Test
    public void fewPairsStayBelowTheLowest() {
        forEachFormat((hashCount, estimate) -> {
            for (double similarity = 0.1; similarity < 0.95; similarity += 0.1) {
                double lowest = estimate.lowest(similarity, 1e-6);
                assertTrue(lowest < similarity);
                double below = HitCount.probability(
                        0, estimate.equalComponentsFor(lowest) - 1, hashCount,
                        similarity + (1 - similarity) * estimate.format().accident());
                assertTrue(estimate + " of " + similarity + ": " + below, below <= 1e-6);
            }
            assertEquals(0, estimate.lowest(0, 1e-6), 0);
        });
    }

    /** By summing up the binomial distribution. */
    @Test
    public void fewPairsReachTheHighest() {
        forEachFormat((hashCount, estimate) -> {
            for (double similarity = 0; similarity < 0.95; similarity += 0.1) {
                double highest = estimate.highest(similarity, 1e-6);
                assertTrue(highest > similarity);
                double probability = similarity + (1 - similarity) * estimate.format().accident();
                double reached = highest > 1 ? 0
                        : HitCount.probability(
                                estimate.equalComponentsFor(highest), hashCount, hashCount,
                                probability);
                assertTrue(estimate + " of " + similarity + ": " + reached, reached <= 1e-6);
                assertTrue(highest <= 1 || Math.pow(probability, hashCount) > 1e-6);
            }
            assertTrue(estimate.highest(1, 1e-6) > 1);
        });
        assertTrue(
                "too few by accident are no sign of similarity",
                estimate(1024, 8).highest(0, 0.1) > 0);
    }

    private static void forEachFormat(BiConsumer<Integer, SimilarityEstimate> check) {
        for (int hashCount : new int[] {16, 128, 1024}) {
            for (int bits : BITS) {
                check.accept(hashCount, estimate(hashCount, bits));
            }
        }
    }

    private static SimilarityEstimate estimate(int hashCount, int bits) {
        return new SimilarityEstimate(new SignatureFormat(hashCount, bits));
    }

    /** Returns the bits of each in turn, so that every test has all of them. */
    private static int bits(int hashCount) {
        return BITS[hashCount % BITS.length];
    }
}
