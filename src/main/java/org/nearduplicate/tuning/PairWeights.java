package org.nearduplicate.tuning;

/** How many pairs of documents a content, or a pair of contents, stands for. */
final class PairWeights {

    private PairWeights() {}

    /** Returns the pairs among n documents: n·(n−1)/2. */
    static long within(int documents) {
        return (long) documents * (documents - 1) / 2;
    }

    /** Returns the pairs of documents of two contents. */
    static long between(ShingledSample sample, int a, int b) {
        return (long) sample.copies(a) * sample.copies(b);
    }
}
