package org.nearduplicate.sketch.sets;

import java.util.Arrays;
import org.nearduplicate.job.BudgetedSort;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.ShingleHashes;

/**
 * Samples one in p of the distinct shingles of a document: those whose hash is below 2⁶⁴/p. The hash alone decides. So a
 * shingle is sampled in every document that has it, or in none, and the sampled shingles that two documents have in
 * common are a sample of all shingles that they have in common (Irber et al., <a
 * href="https://doi.org/10.1101/2022.01.11.475838">FracMinHash</a>, 2022).
 *
 * <p>Of a hash the upper {@value #HASH_BITS} bits count. A sampled shingle is stored as the term of its
 * <b>key</b>: the upper 42 bits of hash·p, in the {@linkplain BandTermFormat format} of the terms of a single band.
 *
 * @param oneIn p, 2–64
 */
public record SampledShingles(int oneIn) {

    /** The parameter of a mapping; there are no sampled shingles unless it is given. */
    public static final IntParameter PARAMETER = new IntParameter("passages", null, 2, 64);

    /** How the terms of keys are written: as those of a single band. */
    public static final BandTermFormat TERMS = new BandTermFormat(1);

    private static final int HASH_BITS = 48;
    private static final int DROPPED_BITS = Long.SIZE - HASH_BITS;

    /** @throws IllegalArgumentException if it is out of its bounds */
    public SampledShingles {
        PARAMETER.check(oneIn);
    }

    /**
     * Returns the keys of the sampled shingles of a document. O(n), and the sampled shingles are sorted.
     *
     * @param hashes the shingle hashes of the document, in any order; they may lose their order and repetitions
     * @return the distinct keys, ascending; none if no shingle is sampled
     */
    public long[] keys(ShingleHashes hashes) {
        if (hashes.isLarge()) {
            hashes.makeDistinct();
        }
        hashes.reserveCopies(1);
        try {
            return distinct(sortedKeys(hashes));
        } finally {
            hashes.reserveCopies(-1);
        }
    }

    /**
     * Returns the shingles of a set that are sampled: one for each key, unless keys differ in bits that are not in the set. O(sampled
     * shingles).
     *
     * @return the shingles, ascending; none if no shingle is sampled
     */
    public long[] shingles(ShingleSet set) {
        // They come first.
        int count = 0;
        while (count < set.size() && isSampled(set.get(count))) {
            count++;
        }
        long[] shingles = new long[count];
        for (int i = 0; i < count; i++) {
            shingles[i] = set.get(i);
        }
        return shingles;
    }

    /** Returns whether a shingle of a set is sampled: if the lowest hash is that has its bits. Only hashes at the edge may not be. */
    public boolean isSampled(long shingle) {
        return isSampled(shingle, ShingleSet.BITS);
    }

    /** Returns whether a hash is sampled, by so many upper bits of it. */
    private boolean isSampled(long upper, int bits) {
        return upper * oneIn < 1L << bits;
    }

    private long[] sortedKeys(ShingleHashes hashes) {
        long[] keys = new long[count(hashes)];
        int count = 0;
        for (int i = 0; i < hashes.size(); i++) {
            long upper = hashes.get(i) >>> DROPPED_BITS;
            if (isSampled(upper, HASH_BITS)) {
                keys[count++] =
                        BandTermFormat.key(0, upper * oneIn >>> HASH_BITS - BandRows.BITS);
            }
        }
        Arrays.sort(keys);
        return keys;
    }

    private int count(ShingleHashes hashes) {
        int count = 0;
        for (int i = 0; i < hashes.size(); i++) {
            count += isSampled(hashes.get(i) >>> DROPPED_BITS, HASH_BITS) ? 1 : 0;
        }
        return count;
    }

    private static long[] distinct(long[] ascending) {
        int distinct = BudgetedSort.distinct(ascending, ascending.length);
        return distinct == ascending.length ? ascending : Arrays.copyOf(ascending, distinct);
    }
}
