package org.nearduplicate.sketch;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The sketches as the papers have them: every element draws its values from a SplitMix64 generator seeded with
 * it, and each component keeps the least of those it is offered.
 */
public final class ReferenceSketch {

    private static final long LOW_32_BITS = 0xFFFFFFFFL;

    private ReferenceSketch() {}

    static long[] of(Scheme scheme, Collection<Long> hashes) {
        if (scheme.sketch() == SketchAlgorithm.FAST_SIMILARITY) {
            return fastSimilarity(scheme.hashCount(), hashes);
        }
        long[] components = new long[scheme.hashCount()];
        int[] rounds = new int[components.length];
        Arrays.fill(components, Long.MAX_VALUE);
        Arrays.fill(rounds, Integer.MAX_VALUE);
        for (long hash : hashes) {
            if (scheme.sketch() == SketchAlgorithm.MINHASH) {
                minHash(new SplitMix64(hash), components);
            } else {
                superMinHash(new SplitMix64(hash), components, rounds);
            }
        }
        return components;
    }

    /**
     * Every element draws a random number a round, whose upper 32 bits are a fraction of k: the bin. A bin takes
     * the least of its first round, by round and the lower 51 bits. After k rounds each empty bin has one
     * round for itself, that of its number after k, in which all elements are offered to it.
     */
    public static long[] fastSimilarity(int k, Collection<Long> hashes) {
        List<SplitMix64> elements = hashes.stream().map(SplitMix64::new).toList();
        TreeMap<Integer, Long> bins = new TreeMap<>();
        for (int round = 0; round < 2 * k && bins.size() < k; round++) {
            TreeMap<Integer, Long> offers = new TreeMap<>();
            for (SplitMix64 element : elements) {
                long number = element.next();
                BigInteger upper = BigInteger.valueOf(number >>> Integer.SIZE);
                int bin = round < k
                        ? upper.multiply(BigInteger.valueOf(k)).shiftRight(Integer.SIZE).intValue()
                        : round - k;
                BigInteger lower = BigInteger.valueOf(number).mod(BigInteger.TWO.pow(51));
                offers.merge(
                        bin, BigInteger.valueOf(round).shiftLeft(51).add(lower).longValueExact(),
                        Math::min);
            }
            offers.forEach(bins::putIfAbsent);
        }
        return bins.values().stream().mapToLong(Long::longValue).toArray();
    }

    private static void minHash(SplitMix64 random, long[] components) {
        for (int i = 0; i < components.length; i++) {
            components[i] = Math.min(components[i], random.next());
        }
    }

    /** The j-th component of a random permutation gets the value j plus a random fraction. */
    private static void superMinHash(SplitMix64 random, long[] fractions, int[] rounds) {
        int[] permutation = new int[fractions.length];
        Arrays.setAll(permutation, i -> i);
        for (int j = 0; j < permutation.length; j++) {
            long fraction = random.next();
            swap(permutation, j, j + random.below(permutation.length - j));
            int i = permutation[j];
            if (j < rounds[i] || j == rounds[i] && fraction < fractions[i]) {
                rounds[i] = j;
                fractions[i] = fraction;
            }
        }
    }

    private static void swap(int[] array, int i, int j) {
        int value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    /** https://prng.di.unimi.it/splitmix64.c */
    private static final class SplitMix64 {

        private long state;

        SplitMix64(long seed) {
            state = seed;
        }

        long next() {
            state += 0x9E3779B97F4A7C15L;
            long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            return mixed ^ mixed >>> 31;
        }

        /** Multiplies 32 random bits by the bound and rejects what would favour some results. */
        int below(int bound) {
            long product;
            do {
                product = (next() & LOW_32_BITS) * bound;
            } while ((product & LOW_32_BITS) < (1L << Integer.SIZE) % bound);
            return (int) (product >>> Integer.SIZE);
        }
    }
}
