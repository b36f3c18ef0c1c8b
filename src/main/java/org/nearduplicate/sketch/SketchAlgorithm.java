package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.MinHashVersion;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import com.dynatrace.hash4j.similarity.SuperMinHashVersion;

/**
 * The algorithms that reduce a set of hashes to k components, of which two sets have an expected
 * share J in common. Signatures are stored, so the version of each implementation is pinned.
 */
public enum SketchAlgorithm {

    /**
     * SuperMinHash: about n + k·log²k steps for n shingles, and a variance below that of MinHash, half
     * of it on small sets. <a href="https://arxiv.org/abs/1706.05698">Otmar Ertl, SuperMinHash – A New
     * Minwise Hashing Algorithm for Jaccard Similarity Estimation, 2017</a>.
     */
    SUPER_MINHASH {
        @Override
        SimilarityHashPolicy policy(int hashCount) {
            return SimilarityHashing.superMinHash(hashCount, Long.SIZE, SuperMinHashVersion.V1);
        }
    },

    /**
     * MinHash with k independent hash functions: n·k steps, variance J(1−J)/k. <a
     * href="https://doi.org/10.1109/SEQUEN.1997.666900">Andrei Broder, On the resemblance and
     * containment of documents, 1997</a>.
     */
    MINHASH {
        @Override
        SimilarityHashPolicy policy(int hashCount) {
            return SimilarityHashing.minHash(hashCount, Long.SIZE, MinHashVersion.V1);
        }
    };

    /** Returns an immutable policy for full-width components; its hashers belong to one thread. */
    abstract SimilarityHashPolicy policy(int hashCount);
}
