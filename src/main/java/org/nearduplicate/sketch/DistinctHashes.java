package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The shingle set of a document as distinct 64-bit hashes, in the order of their first occurrence: an
 * open-addressing table of places, and arrays that are reused from document to document. Not
 * thread-safe.
 *
 * <p>The table is at most a quarter full, because a slot that is taken unexpectedly costs more than the
 * room: the processor has then begun to work on the wrong branch.
 */
final class DistinctHashes {

    private static final int INITIAL_CAPACITY = 1 << 10;
    private static final int SLOTS_PER_ELEMENT = 4;

    /** A table larger than this (512 KiB) is not kept for the next document, nor are its elements. */
    private static final int MAX_RETAINED_CAPACITY = 1 << 17;

    private static final int EMPTY = 0;

    /**
     * Spreads the hashes over the table, differently in every JVM: nobody can write texts whose
     * words all take one slot.
     */
    private static final long SPREAD = new SplittableRandom().nextLong() | 1;

    /** One more than the place of an element, or {@link #EMPTY}. */
    private int[] table;

    private long[] elements;
    private int capacityBits;
    private int size;

    DistinctHashes() {
        allocate(INITIAL_CAPACITY);
    }

    /** Returns the distinct values of {@code hashes}, valid until the next call. O(number of hashes). */
    Elements of(ShingleHashes hashes) {
        makeRoom(hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            add(hashes.get(i));
        }
        return new Elements(elements, size);
    }

    /** Forgets the memory of a large document. */
    void releaseLarge() {
        if (table.length > MAX_RETAINED_CAPACITY) {
            allocate(INITIAL_CAPACITY);
        }
    }

    /** Takes as much of the table as is needed, so that a small document costs little after a large one. */
    private void makeRoom(int maxElements) {
        int capacity = Math.max(
                INITIAL_CAPACITY, Integer.highestOneBit(maxElements) * 2 * SLOTS_PER_ELEMENT);
        if (capacity > table.length) {
            allocate(capacity);
        } else {
            Arrays.fill(table, 0, capacity, EMPTY);
        }
        capacityBits = Integer.numberOfTrailingZeros(capacity);
        size = 0;
    }

    private void allocate(int capacity) {
        table = new int[capacity];
        elements = new long[capacity / SLOTS_PER_ELEMENT];
    }

    private void add(long hash) {
        int mask = (1 << capacityBits) - 1;
        int slot = (int) (hash * SPREAD >>> (Long.SIZE - capacityBits));
        while (table[slot] != EMPTY) {
            if (elements[table[slot] - 1] == hash) {
                return;
            }
            slot = (slot + 1) & mask;
        }
        elements[size++] = hash;
        table[slot] = size;
    }
}
