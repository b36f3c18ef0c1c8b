package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import java.util.Arrays;

/**
 * The shingle set of a document as distinct 64-bit hashes: an open-addressing table over arrays that
 * are reused from document to document. The values are hashes already, so their low bits are the
 * table index. Belongs to one thread.
 */
final class DistinctHashes implements ElementHashProvider {

    private static final int INITIAL_CAPACITY = 512;

    /** A table larger than this (512 KiB) is not kept for the next document. */
    private static final int MAX_RETAINED_CAPACITY = 1 << 16;

    /** Marks an empty slot; the hash of the same value is kept in {@link #holdsEmptyMark}. */
    private static final long EMPTY = 0;

    private long[] table = new long[INITIAL_CAPACITY];
    private long[] elements = new long[INITIAL_CAPACITY / 2];
    private int size;
    private boolean holdsEmptyMark;

    /** Replaces the content by the distinct values of {@code hashes}. O(number of hashes). */
    void set(ShingleHashes hashes) {
        clear(hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            add(hashes.get(i));
        }
    }

    @Override
    public long getElementHash(int elementIndex) {
        return elements[elementIndex];
    }

    @Override
    public int getNumberOfElements() {
        return size;
    }

    /** Sizes the table so that it is never more than half full, whatever the repetitions. */
    private void clear(int maxElements) {
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(maxElements) << 2);
        if (capacity > table.length || table.length > MAX_RETAINED_CAPACITY) {
            table = new long[capacity];
            elements = new long[capacity / 2];
        } else {
            Arrays.fill(table, EMPTY);
        }
        size = 0;
        holdsEmptyMark = false;
    }

    private void add(long hash) {
        if (hash == EMPTY) {
            if (holdsEmptyMark == false) {
                holdsEmptyMark = true;
                elements[size++] = hash;
            }
            return;
        }
        int mask = table.length - 1;
        int slot = (int) hash & mask;
        while (table[slot] != EMPTY) {
            if (table[slot] == hash) {
                return;
            }
            slot = (slot + 1) & mask;
        }
        table[slot] = hash;
        elements[size++] = hash;
    }
}
