package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The shingle set of a document as distinct 64-bit hashes: an open-addressing table over arrays that
 * are reused from document to document. The set and its order do not depend on the table. Belongs to
 * one thread.
 */
final class DistinctHashes implements ElementHashProvider {

    private static final int INITIAL_CAPACITY = 512;

    /** A table larger than this (512 KiB) is not kept for the next document. */
    private static final int MAX_RETAINED_CAPACITY = 1 << 16;

    /** Marks an empty slot; the hash of the same value is kept in {@link #holdsEmptyMark}. */
    private static final long EMPTY = 0;

    /**
     * Spreads the hashes over the table, differently in every JVM: who writes texts cannot choose
     * words that all take one slot.
     */
    private static final long SPREAD = new SplittableRandom().nextLong() | 1;

    private long[] table = new long[INITIAL_CAPACITY];
    private long[] elements = new long[INITIAL_CAPACITY / 2];
    private int capacityBits;
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

    /**
     * Takes as much of the table as is never more than half full, whatever the repetitions, so that a
     * small document costs little after a large one.
     */
    private void clear(int maxElements) {
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(maxElements) << 2);
        if (capacity > table.length || table.length > MAX_RETAINED_CAPACITY) {
            table = new long[capacity];
            elements = new long[capacity / 2];
        } else {
            Arrays.fill(table, 0, capacity, EMPTY);
        }
        capacityBits = Integer.numberOfTrailingZeros(capacity);
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
        int mask = (1 << capacityBits) - 1;
        int slot = (int) (hash * SPREAD >>> (Long.SIZE - capacityBits));
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
