package org.nearduplicate.lucene;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The terms that a query looks up, as their keys. Immutable, equal by them.
 *
 * @param keys in the order of {@link BandTermFormat}, ascending; not copied
 */
record TermKeys(long[] keys) {

    private static final int HASHED = 16;

    /** Returns how many there are. */
    int count() {
        return keys.length;
    }

    /** Returns one of the terms, in bytes of its own. */
    BytesRef term(int number) {
        BytesRef term = new BytesRef(new byte[BandTermFormat.WIDTH]);
        BandTermFormat.write(keys[number], term.bytes);
        term.length = BandTermFormat.WIDTH;
        return term;
    }

    /** Returns these without some. */
    TermKeys without(BitSet numbers) {
        long[] kept = new long[keys.length - numbers.cardinality()];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (numbers.get(i) == false) {
                kept[count++] = keys[i];
            }
        }
        return new TermKeys(kept);
    }

    long ramBytesUsed() {
        return RamUsageEstimator.sizeOf(keys);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TermKeys that && Arrays.equals(keys, that.keys);
    }

    /** By some of them: there may be millions, and the least differ as soon as texts do. */
    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(keys, Math.min(keys.length, HASHED)));
    }
}
