package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Two signatures are compared as their sizes and a loop over their components say, from both sides. */
public class SignatureComparisonTest {

    private static final double REJECTED = Jaccard.REJECTED;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void equalsALoopAtAnyOffset() {
        Random random = seeded.random();
        for (int i = 0; i < 20_000; i++) {
            SignatureFormat format =
                    new SignatureFormat(16 + random.nextInt(200), 1 << random.nextInt(4));
            int hashCount = format.hashCount();
            byte[] componentsA = SignatureTest.randomComponents(random, format);
            byte[] componentsB = SignatureTest.randomComponents(random, format);
            System.arraycopy(componentsA, 0, componentsB, 0, random.nextInt(hashCount + 1));
            int equal = 0;
            for (int j = 0; j < hashCount; j++) {
                equal += componentsA[j] == componentsB[j] ? 1 : 0;
            }
            int sizeA = 1 + random.nextInt(20);
            int sizeB = 1 + random.nextInt(20);
            int offsetA = random.nextInt(9);
            int offsetB = random.nextInt(9);
            byte[] a = stored(sizeA, SignatureTest.packed(componentsA, format), offsetA);
            byte[] b = stored(sizeB, SignatureTest.packed(componentsB, format), offsetB);
            double estimate = new SimilarityEstimate(format).similarity(equal);
            double minSimilarity = switch (random.nextInt(6)) {
                case 0 -> 0;
                case 1 -> 1;
                case 2, 3 -> estimate;
                default -> random.nextDouble();
            };
            boolean sizesAllow =
                    Math.min(sizeA, sizeB) / (double) Math.max(sizeA, sizeB) >= minSimilarity;
            double expected = sizesAllow && estimate >= minSimilarity ? estimate : REJECTED;
            SignatureComparison comparison = new SignatureComparison(format, minSimilarity);
            assertEquals(expected, comparison.similarity(a, offsetA, b, offsetB), 0);
            assertEquals(expected, comparison.similarity(b, offsetB, a, offsetA), 0);
            assertEquals(sizesAllow, comparison.sizesAllow(sizeA, sizeB));
            assertEquals(
                    estimate >= minSimilarity ? estimate : REJECTED,
                    comparison.estimate(
                            SignatureTest.signature(componentsA, format, sizeA), b, offsetB),
                    0);
        }
    }

    /** A raised minimum is for estimates; the sizes have to allow the first one only. */
    @Test
    public void raisedMinimum() {
        byte[] a = randomBytes(100);
        byte[] b = a.clone();
        for (int i = 0; i < 20; i++) {
            b[i]++;
        }
        double similarity = new SimilarityEstimate(new SignatureFormat(100, 8)).similarity(80);
        SignatureComparison comparison = new SignatureComparison(new SignatureFormat(100, 8), 0.5);
        comparison.raiseMinimum(similarity);
        assertEquals(similarity, similarity(comparison, 5, a, 10, b), 0);
        assertEquals(REJECTED, similarity(comparison, 5, a, 11, b), 0);
        comparison.raiseMinimum(0.3);
        assertEquals(similarity, similarity(comparison, 5, a, 5, b), 0);
        comparison.raiseMinimum(Math.nextUp(similarity));
        assertEquals(REJECTED, similarity(comparison, 5, a, 5, b), 0);
        comparison.raiseMinimum(0.3);
        assertEquals("lowered again", REJECTED, similarity(comparison, 5, a, 5, b), 0);
    }

    /**
     * Sizes decide as the exact similarity does, estimates only below what such a pair seldom has. What is
     * raised is the exact similarity that matters: estimates may still be as far below it.
     */
    @Test
    public void beforeExact() {
        SignatureComparison comparison =
                SignatureComparison.beforeExact(new SignatureFormat(100, 8), 0.5);
        assertEstimatesFrom(0.5, comparison, 5, 10);
        assertSizesExclude(comparison, 5, 11);
        comparison.raiseMinimum(0.7);
        comparison.raiseMinimum(0.6);
        assertEstimatesFrom(0.7, comparison, 7, 10);
        assertSizesExclude(comparison, 69, 100);
    }

    private void assertEstimatesFrom(
            double similarity, SignatureComparison comparison, int sizeA, int sizeB) {
        SimilarityEstimate estimates = new SimilarityEstimate(new SignatureFormat(100, 8));
        double lowest = estimates.lowest(similarity, 1e-6);
        forEachDifference((a, b, different) -> {
            double estimate = estimates.similarity(100 - different);
            assertEquals(
                    estimate >= lowest ? estimate : REJECTED,
                    similarity(comparison, sizeA, a, sizeB, b), 0);
        });
    }

    private void assertSizesExclude(SignatureComparison comparison, int sizeA, int sizeB) {
        forEachDifference((a, b, different) -> assertEquals(
                REJECTED, similarity(comparison, sizeA, a, sizeB, b), 0));
    }

    /** Two signatures of 100 components, of which so many differ. */
    private interface Difference {
        void check(byte[] a, byte[] b, int different);
    }

    private void forEachDifference(Difference difference) {
        byte[] a = randomBytes(100);
        byte[] b = a.clone();
        for (int different = 0; different <= 100; different++) {
            difference.check(a, b, different);
            b[different % 100]++;
        }
    }

    /** A pair is certain by an estimate that one of a million has that is not similar enough. */
    @Test
    public void certain() {
        double highest = new SimilarityEstimate(new SignatureFormat(100, 8)).highest(0.5, 1e-6);
        SignatureComparison comparison =
                SignatureComparison.beforeExact(new SignatureFormat(100, 8), 0.5);
        assertTrue(comparison.isCertain(highest));
        assertFalse(comparison.isCertain(Math.nextDown(highest)));
        assertFalse(SignatureComparison.beforeExact(new SignatureFormat(100, 8), 1).isCertain(1));
    }

    private static double similarity(
            SignatureComparison comparison, int sizeA, byte[] a, int sizeB, byte[] b) {
        return comparison.similarity(stored(sizeA, a, 0), 0, stored(sizeB, b, 0), 0);
    }

    /** Returns the stored form after as many other bytes. */
    private static byte[] stored(int size, byte[] components, int offset) {
        byte[] stored = SignatureTest.stored(size, components);
        byte[] bytes = new byte[offset + stored.length];
        Arrays.fill(bytes, (byte) 0x55);
        System.arraycopy(stored, 0, bytes, offset, stored.length);
        return bytes;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        seeded.random().nextBytes(bytes);
        return bytes;
    }
}
