package org.nearduplicate.sketch;

import java.util.Arrays;

/**
 * Fast Similarity Sketching: k bins, into which every element of a set throws a ball in every round. A bin
 * keeps the ball of the first round that hit it, and of that round the ball of least value. As soon as every
 * bin has a ball, after a round, it is done: O(n + k·log k) balls are expected for n elements, and n·k are thrown
 * if someone chose all elements so that they miss one bin. Bins that are
 * empty after k rounds, of sets of very few elements, get the least ball of a round of their own. <a
 * href="https://arxiv.org/abs/1704.04370">Søren Dahlgaard, Mathias Knudsen and Mikkel Thorup, Fast Similarity
 * Sketching, FOCS 2017</a>.
 *
 * <p>Two sets have a bin's ball in common with a probability of their Jaccard similarity J. The number of
 * common ones is concentrated as that of k independent trials is, or better: of few elements its variance is
 * below k·J(1−J), about half of it.
 *
 * <p>The balls of an element are the numbers of a SplitMix64 generator that it seeds, one a round. The upper
 * 32 bits choose the bin, the lower {@value #VALUE_BITS} are the value; a component is round and value. All of
 * that is arithmetic of integers, the same on every machine.
 *
 * <p>Not thread-safe. A round is done in batches: first all balls, a loop that the compiler turns into
 * vector instructions, then their bins, a loop without branches.
 */
final class FastSimilaritySketch {

    /** A round and a value together stay below {@link #EMPTY}: there are at most 2·1024 rounds. */
    private static final int VALUE_BITS = 51;

    private static final long VALUE = (1L << VALUE_BITS) - 1;
    private static final int EMPTY_BIT = 62;
    private static final long EMPTY = Long.MAX_VALUE;

    /** 4 kB of balls. */
    private static final int BATCH = 512;

    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private final long[] bins;
    private final long[] balls = new long[BATCH];

    /** @param hashCount k, the bins */
    FastSimilaritySketch(int hashCount) {
        this.bins = new long[hashCount];
    }

    /** Returns the k components of a set, 8 bytes each, little-endian. Allocates nothing else. */
    byte[] components(Elements set) {
        Arrays.fill(bins, EMPTY);
        int empty = bins.length;
        for (int round = 0; round < bins.length && empty > 0; round++) {
            empty -= play(set, round);
        }
        if (empty > 0) {
            fillEmpty(set);
        }
        byte[] components = new byte[bins.length * Long.BYTES];
        for (int i = 0; i < bins.length; i++) {
            Bytes.LITTLE_LONG.set(components, i * Long.BYTES, bins[i]);
        }
        return components;
    }

    /** Throws the balls of one round, and returns how many empty bins they hit. */
    private int play(Elements set, int round) {
        int hit = 0;
        for (int from = 0; from < set.size(); from += BATCH) {
            int count = Math.min(BATCH, set.size() - from);
            long[] hashes = set.hashes();
            long state = state(round);
            for (int i = 0; i < count; i++) {
                balls[i] = mix(hashes[from + i] + state);
            }
            hit += sort(count, round);
        }
        return hit;
    }

    /** Puts balls into their bins. */
    private int sort(int count, int round) {
        long[] bins = this.bins;
        long first = first(round);
        int hit = 0;
        for (int i = 0; i < count; i++) {
            long ball = balls[i];
            int bin = (int) ((ball >>> Integer.SIZE) * bins.length >>> Integer.SIZE);
            long least = bins[bin];
            hit += (int) (least >>> EMPTY_BIT);
            bins[bin] = Math.min(least, first | ball & VALUE);
        }
        return hit;
    }

    private void fillEmpty(Elements set) {
        for (int bin = 0; bin < bins.length; bin++) {
            if (bins[bin] == EMPTY) {
                int round = bins.length + bin;
                long state = state(round);
                for (int i = 0; i < set.size(); i++) {
                    long ball = mix(set.hashes()[i] + state);
                    bins[bin] = Math.min(bins[bin], first(round) | ball & VALUE);
                }
            }
        }
    }

    /** Returns the least component of a round. */
    private static long first(int round) {
        return (long) round << VALUE_BITS;
    }

    /** Returns what SplitMix64 has added to its seed when it makes the number of a round. */
    private static long state(int round) {
        return (round + 1) * GAMMA;
    }

    /** The output function of SplitMix64. */
    private static long mix(long state) {
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
