package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Two signatures are compared as their sizes and a loop over their components say, from both sides. */
public class SignatureComparisonTest {

    private static final double REJECTED = SignatureComparison.REJECTED;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void equalsALoopAtAnyOffset() {
        Random random = seeded.random();
        for (int i = 0; i < 20_000; i++) {
            int hashCount = 16 + random.nextInt(60);
            byte[] a = randomBytes(hashCount + random.nextInt(9));
            byte[] b = randomBytes(hashCount + random.nextInt(9));
            int offsetA = a.length - hashCount;
            int offsetB = b.length - hashCount;
            System.arraycopy(a, offsetA, b, offsetB, random.nextInt(hashCount + 1));
            int equal = 0;
            for (int j = 0; j < hashCount; j++) {
                equal += a[offsetA + j] == b[offsetB + j] ? 1 : 0;
            }
            int sizeA = 1 + random.nextInt(20);
            int sizeB = 1 + random.nextInt(20);
            double estimate = new SimilarityEstimate(hashCount).similarity(equal);
            double minSimilarity = random.nextBoolean() ? estimate : random.nextDouble();
            boolean sizesAllow =
                    Math.min(sizeA, sizeB) / (double) Math.max(sizeA, sizeB) >= minSimilarity;
            double expected = sizesAllow && estimate >= minSimilarity ? estimate : REJECTED;
            SignatureComparison comparison = new SignatureComparison(hashCount, minSimilarity);
            assertEquals(
                    expected, comparison.similarity(sizeA, a, offsetA, sizeB, b, offsetB), 0);
            assertEquals(
                    expected, comparison.similarity(sizeB, b, offsetB, sizeA, a, offsetA), 0);
        }
    }

    @Test
    public void minimumZeroTakesEverything() {
        byte[] a = randomBytes(40);
        byte[] b = a.clone();
        for (int i = 0; i < b.length; i++) {
            b[i]++;
        }
        SignatureComparison comparison = new SignatureComparison(40, 0);
        assertEquals(0, comparison.similarity(1, a, 0, Integer.MAX_VALUE, b, 0), 0);
        assertEquals(1, comparison.similarity(1, a, 0, Integer.MAX_VALUE, a, 0), 0);
    }

    @Test
    public void minimumOneTakesEqualSignaturesOnly() {
        byte[] a = randomBytes(40);
        byte[] b = a.clone();
        b[39]++;
        SignatureComparison comparison = new SignatureComparison(40, 1);
        assertEquals(1, comparison.similarity(7, a, 0, 7, a, 0), 0);
        assertEquals(REJECTED, comparison.similarity(7, a, 0, 7, b, 0), 0);
        assertEquals(REJECTED, comparison.similarity(7, a, 0, 8, a, 0), 0);
    }

    /** A raised minimum is for estimates; the sizes have to allow the first one only. */
    @Test
    public void raisedMinimum() {
        byte[] a = randomBytes(100);
        byte[] b = a.clone();
        for (int i = 0; i < 20; i++) {
            b[i]++;
        }
        double similarity = new SimilarityEstimate(100).similarity(80);
        SignatureComparison comparison = new SignatureComparison(100, 0.5);
        comparison.raiseMinimum(similarity);
        assertEquals(similarity, comparison.similarity(5, a, 0, 10, b, 0), 0);
        assertEquals(REJECTED, comparison.similarity(5, a, 0, 11, b, 0), 0);
        comparison.raiseMinimum(0.3);
        assertEquals(similarity, comparison.similarity(5, a, 0, 5, b, 0), 0);
        comparison.raiseMinimum(Math.nextUp(similarity));
        assertEquals(REJECTED, comparison.similarity(5, a, 0, 5, b, 0), 0);
        comparison.raiseMinimum(0.3);
        assertEquals("lowered again", REJECTED, comparison.similarity(5, a, 0, 5, b, 0), 0);
    }

    @Test
    public void signatureAndStoredForm() {
        Random random = seeded.random();
        Scheme scheme = SchemeBuilder.scheme().sketch(SketchAlgorithm.MINHASH, 33).build();
        for (int i = 0; i < 100; i++) {
            byte[] wide = randomBytes(33 * Long.BYTES);
            Signature signature = Signature.of(
                    new Sketch(scheme, 1 + random.nextInt(9), wide));
            byte[] low = new byte[33];
            signature.write(low, 0);
            byte[] other = randomBytes(5 + 33);
            System.arraycopy(low, 0, other, 5, random.nextInt(33));
            SignatureComparison comparison = new SignatureComparison(33, random.nextDouble());
            int size = 1 + random.nextInt(9);
            assertEquals(
                    comparison.similarity(signature.shingleCount(), low, 0, size, other, 5),
                    comparison.similarity(signature, size, other, 5), 0);
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        seeded.random().nextBytes(bytes);
        return bytes;
    }
}
