package org.nearduplicate.lucene;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The terms that a query looks up, by keys: each the term of a key, or all that agree with a key in the band and its first
 * rows. Immutable, equal by them.
 *
 * @param keys in the order of {@link BandTermFormat}, ascending; not copied
 * @param rows for each key the first rows that count; not copied
 */
record TermKeys(long[] keys, byte[] rows) {

    private static final int HASHED = 16;

    /** Returns the terms of keys. */
    static TermKeys whole(long[] keys) {
        return ofRows(keys, BandRows.MOST);
    }

    /** Returns the terms that agree with those of bands in some rows, at least {@value BandRows#FEWEST}. */
    static TermKeys ofRows(long[] keys, int rows) {
        byte[] all = new byte[keys.length];
        Arrays.fill(all, (byte) rows);
        return new TermKeys(keys, all);
    }

    /** Returns how many there are. */
    int count() {
        return keys.length;
    }

    /** Returns whether that is a term alone. */
    boolean isWhole(int number) {
        return rows[number] == BandRows.MOST;
    }

    /** Returns one of the terms or the least of its prefix, in bytes of its own. */
    BytesRef first(int number) {
        return term(BandRows.first(keys[number], rows[number]));
    }

    /** Returns one of the terms or the greatest of its prefix, in bytes of its own. */
    BytesRef last(int number) {
        return term(BandRows.last(keys[number], rows[number]));
    }

    private static BytesRef term(long key) {
        BytesRef term = new BytesRef(new byte[BandTermFormat.WIDTH]);
        BandTermFormat.write(key, term.bytes);
        term.length = BandTermFormat.WIDTH;
        return term;
    }

    /** Returns these, of which rows count, without some. */
    TermKeys without(BitSet numbers) {
        long[] kept = new long[keys.length - numbers.cardinality()];
        byte[] rowsKept = new byte[kept.length];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (numbers.get(i) == false) {
                kept[count] = keys[i];
                rowsKept[count++] = rows[i];
            }
        }
        return new TermKeys(kept, rowsKept);
    }

    long ramBytesUsed() {
        return RamUsageEstimator.sizeOf(keys) + RamUsageEstimator.sizeOf(rows);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TermKeys that
                && Arrays.equals(keys, that.keys)
                && Arrays.equals(rows, that.rows);
    }

    /** By some of them: there may be millions, and the least differ as soon as texts do. */
    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(keys, Math.min(keys.length, HASHED)));
    }
}
