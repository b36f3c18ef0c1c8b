package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.MinHashVersion;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import com.dynatrace.hash4j.similarity.SuperMinHashVersion;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The algorithms that reduce a set of hashes to k components, of which two sets have an expected
 * share J in common. Signatures are stored, so the version of each implementation is pinned.
 */
public enum SketchAlgorithm {

    /**
     * Fast Similarity Sketching: about n + k·log k steps for n shingles, and the variance of SuperMinHash. <a
     * href="https://arxiv.org/abs/1704.04370">Søren Dahlgaard, Mathias Knudsen and Mikkel Thorup, Fast
     * Similarity Sketching, 2017</a>.
     */
    FAST_SIMILARITY(hashCount -> new FastSimilaritySketch(hashCount)::components),

    /**
     * SuperMinHash: about n + k·log²k steps for n shingles, and a variance below that of MinHash, half
     * of it on small sets. <a href="https://arxiv.org/abs/1706.05698">Otmar Ertl, SuperMinHash – A New
     * Minwise Hashing Algorithm for Jaccard Similarity Estimation, 2017</a>.
     */
    SUPER_MINHASH(hashCount -> SimilarityHashing
            .superMinHash(hashCount, Long.SIZE, SuperMinHashVersion.V1)
            .createHasher()::compute),

    /**
     * MinHash with k independent hash functions: n·k steps, variance J(1−J)/k. <a
     * href="https://doi.org/10.1109/SEQUEN.1997.666900">Andrei Broder, On the resemblance and
     * containment of documents, 1997</a>.
     */
    MINHASH(hashCount -> SimilarityHashing.minHash(hashCount, Long.SIZE, MinHashVersion.V1)
            .createHasher()::compute);

    private final IntFunction<Function<Elements, byte[]>> components;

    SketchAlgorithm(IntFunction<Function<Elements, byte[]>> components) {
        this.components = components;
    }

    /**
     * Returns the function that computes the k components of a set, 8 bytes each, little-endian. The function
     * is not thread-safe.
     */
    Function<Elements, byte[]> components(int hashCount) {
        return components.apply(hashCount);
    }
}
