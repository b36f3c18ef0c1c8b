package org.nearduplicate.sketch;

import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Says how similar two documents are. */
interface Estimator {

    double similarity(ShingleHashes one, ShingleHashes other);

    /** Returns the estimator under test: two signatures, and their equal components. */
    static Estimator ofSignatures(SketchAlgorithm algorithm, int hashCount, int bits) {
        Scheme scheme = scheme().sketch(algorithm, hashCount).bits(bits).build();
        ThreadScratch scratch = new ThreadScratch();
        SimilarityEstimate estimate = new SimilarityEstimate(new SignatureFormat(hashCount, bits));
        return (one, other) -> {
            byte[] signature = Signature.encode(scratch.sketch(scheme, other));
            return estimate.similarity(
                    Signature.of(scratch.sketch(scheme, one)).equalComponents(signature, 0, 0));
        };
    }

    /** Returns what it says of random pairs, a sample for each similarity that is possible. */
    default List<EstimateSample> samples(HashFunction function, int union, int size, Random random,
            double... similarities) {
        List<EstimateSample> samples = new ArrayList<>();
        for (double similarity : similarities) {
            samples.add(new EstimateSample(OverlappingTexts.possible(union, similarity)));
        }
        for (int i = 0; i < size; i++) {
            OverlappingTexts texts = new OverlappingTexts(function, union, random);
            for (EstimateSample sample : samples) {
                double similarity = sample.similarity();
                sample.add(similarity(texts.first(similarity), texts.second(similarity)));
            }
        }
        return samples;
    }
}
