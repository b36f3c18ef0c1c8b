package org.nearduplicate.sketch;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.function.LongUnaryOperator;
import org.junit.Rule;
import org.junit.Test;

/**
 * The checks of {@link EstimateTest} refuse estimators that are wrong.
 *
 * <p>Each is wrong by twelve standard deviations or more, twice what is allowed: one passes with a
 * probability below 10⁻⁹.
 */
public class EstimateSampleTest {

    private static final SketchAlgorithm MINHASH = SketchAlgorithm.MINHASH;
    private static final int HASH_COUNT = 128;
    private static final int UNION = 50;
    private static final int SIZE = 10_000;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void refusesComponentsThatAreCountedTwice() {
        EstimateSample sample = sample(.5, ofComponents(HASH_COUNT / 2, 1.0 / 256));
        sample.assertUnbiased(2 * variance(.5));
        assertRefused("variance", () -> sample.assertVariance(variance(.5)));
    }

    @Test
    public void refusesTheVarianceOfAnotherSketch() {
        EstimateSample sample = sample(.5,
                Estimator.ofSignatures(SketchAlgorithm.SUPER_MINHASH, HASH_COUNT, 8));
        sample.assertUnbiased(variance(.5));
        assertRefused("variance", () -> sample.assertVariance(variance(.5)));
    }

    @Test
    public void refusesAnEstimateWithoutTheCorrectionForAccidents() {
        EstimateSample sample = sample(.1, ofComponents(HASH_COUNT, 0));
        assertRefused("bias", () -> sample.assertUnbiased(variance(.1)));
    }

    @Test
    public void refusesACorrectionForSevenBits() {
        EstimateSample sample = sample(.1, ofComponents(HASH_COUNT, 1.0 / 128));
        assertRefused("bias", () -> sample.assertUnbiased(variance(.1)));
    }

    @Test
    public void refusesShingleHashesOf8Bits() {
        EstimateSample sample = sample(.5, ofHashes(hash -> hash & 0xFF));
        assertRefused("bias", () -> sample.assertUnbiased(variance(.5)));
    }

    private EstimateSample sample(double similarity, Estimator estimator) {
        return estimator.samples(HashFunction.XXH3, UNION, SIZE, seeded.random(), similarity)
                .get(0);
    }

    /** An estimator that uses some of the components, and its own probability of accidents. */
    private static Estimator ofComponents(int used, double accident) {
        Sketcher sketcher =
                new Sketcher(scheme().sketch(MINHASH, used).bits(8).build(), new DistinctHashes());
        return (one, other) -> {
            byte[] signature = Signature.encode(sketcher.sketch(other));
            int equal = Signature.of(sketcher.sketch(one)).equalComponents(signature, 0, 0);
            double share = (double) equal / used;
            return (share - accident) / (1 - accident);
        };
    }

    /** The estimator under test on worse shingle hashes. */
    private static Estimator ofHashes(LongUnaryOperator worse) {
        Estimator estimator = Estimator.ofSignatures(MINHASH, HASH_COUNT, 8);
        return (one, other) -> estimator.similarity(worsened(one, worse), worsened(other, worse));
    }

    private static ShingleHashes worsened(ShingleHashes hashes, LongUnaryOperator worse) {
        return Shingling.hashes(
                Shingling.list(hashes).stream().mapToLong(worse::applyAsLong).toArray());
    }

    private static void assertRefused(String reason, Runnable check) {
        String message = assertThrows(AssertionError.class, check::run).getMessage();
        assertTrue(message, message.startsWith(reason + " "));
    }

    private static double variance(double similarity) {
        return Variance.of(MINHASH, similarity, UNION, HASH_COUNT, 8);
    }
}
