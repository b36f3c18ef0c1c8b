package org.nearduplicate.sketch;

import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.Rule;
import org.junit.Test;

/**
 * Estimates from stored signatures have no bias and the variance of the theory, at all sizes.
 *
 * <p>166 checks, each with a false alarm in two to five of 10⁹ runs: together in less than one of
 * 10⁶. Of 3,000 estimates the variance may be off by a sixth, of 400, where each takes the most time, the
 * mean by 0.3 of a standard deviation.
 */
public class EstimateTest {

    private static final int HASH_COUNT = 128;
    private static final double[] SIMILARITIES = {.1, .3, .5, .8, .95};

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void minHash() {
        assertSamples(SketchAlgorithm.MINHASH, 10, 4_000, SIMILARITIES);
        assertSamples(SketchAlgorithm.MINHASH, 50, 2_000, SIMILARITIES);
        assertSamples(SketchAlgorithm.MINHASH, 200, 800, SIMILARITIES);
        assertSamples(SketchAlgorithm.MINHASH, 1_000, 400, SIMILARITIES);
        assertSamples(SketchAlgorithm.MINHASH, 10_000, 400, .5);
    }

    @Test
    public void superMinHash() {
        assertSamples(SketchAlgorithm.SUPER_MINHASH, 10, 3_000, SIMILARITIES);
        assertSamples(SketchAlgorithm.SUPER_MINHASH, 50, 2_000, SIMILARITIES);
        assertSamples(SketchAlgorithm.SUPER_MINHASH, 200, 1_500, SIMILARITIES);
        assertSamples(SketchAlgorithm.SUPER_MINHASH, 1_000, 600, SIMILARITIES);
        assertSamples(SketchAlgorithm.SUPER_MINHASH, 10_000, 400, SIMILARITIES);
    }

    @Test
    public void fastSimilarity() {
        assertSamples(SketchAlgorithm.FAST_SIMILARITY, 10, 3_000, SIMILARITIES);
        assertSamples(SketchAlgorithm.FAST_SIMILARITY, 200, 1_500, SIMILARITIES);
        assertSamples(SketchAlgorithm.FAST_SIMILARITY, 1_000, 600, SIMILARITIES);
        assertSamples(SketchAlgorithm.FAST_SIMILARITY, 10_000, 400, SIMILARITIES);
    }

    @Test
    public void everyHashFunction() {
        for (HashFunction function : HashFunction.values()) {
            assertSamples(SketchAlgorithm.FAST_SIMILARITY, function, 200, 800, 8, .2, .8);
        }
    }

    @Test
    public void everyNumberOfBits() {
        for (int bits : new int[] {1, 2, 4}) {
            assertSamples(
                    SketchAlgorithm.FAST_SIMILARITY, HashFunction.XXH3, 200, 1_000, bits, .3, .5,
                    .8);
        }
    }

    private void assertSamples(SketchAlgorithm algorithm, int union, int size,
            double... similarities) {
        assertSamples(algorithm, HashFunction.XXH3, union, size, 8, similarities);
    }

    private void assertSamples(SketchAlgorithm algorithm, HashFunction function, int union,
            int size, int bits, double... similarities) {
        Scheme scheme = scheme().sketch(algorithm, HASH_COUNT).bits(bits).build();
        ThreadScratch scratch = new ThreadScratch();
        SimilarityEstimate estimate = new SimilarityEstimate(scheme.signatureFormat());
        List<EstimateSample> samples = DoubleStream.of(similarities)
                .mapToObj(each -> new EstimateSample(OverlappingTexts.possible(union, each)))
                .toList();
        for (int i = 0; i < size; i++) {
            OverlappingTexts texts = new OverlappingTexts(function, union, seeded.random());
            for (EstimateSample sample : samples) {
                double similarity = sample.similarity();
                Sketch first = scratch.sketch(scheme, texts.first(similarity));
                Sketch second = scratch.sketch(scheme, texts.second(similarity));
                sample.add(
                        estimate.similarity(
                                Signature.of(first)
                                        .equalComponents(Signature.of(second).stored(), 0, 0)));
            }
        }
        for (EstimateSample sample : samples) {
            double variance = Variance.of(
                    algorithm, sample.similarity(), union, HASH_COUNT, bits);
            sample.assertUnbiased(variance);
            sample.assertVariance(variance);
        }
    }
}
