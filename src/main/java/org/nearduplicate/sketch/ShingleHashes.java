package org.nearduplicate.sketch;

import java.util.Arrays;

/**
 * The shingle hashes of one document, in any order and with repetitions: what flows from shingling to
 * sketching. Grows with the distinct hashes of the document, so that a text of one word repeated
 * stays small, and can be cleared for the next document. Belongs to one thread.
 */
public final class ShingleHashes {

    private static final int INITIAL_CAPACITY = 256;

    /**
     * A buffer of this size (512 KiB) drops repetitions before it grows, which would not pay for
     * ordinary documents, and a larger one is not kept for the next document.
     */
    private static final int LARGE_CAPACITY = 1 << 16;

    private long[] hashes = new long[INITIAL_CAPACITY];
    private int size;

    /**
     * Appends the hash of one shingle.
     *
     * @param hash a 64-bit hash
     */
    public void add(long hash) {
        if (size == hashes.length) {
            makeRoom();
        }
        hashes[size++] = hash;
    }

    /** Returns whether the document has no shingle at all. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Forgets all hashes, and the memory of a huge document with them. */
    public void clear() {
        size = 0;
        if (hashes.length > LARGE_CAPACITY) {
            hashes = new long[INITIAL_CAPACITY];
        }
    }

    /** Returns the number of hashes, repetitions included. */
    int size() {
        return size;
    }

    long get(int index) {
        return hashes[index];
    }

    private void makeRoom() {
        if (size >= LARGE_CAPACITY) {
            Arrays.sort(hashes);
            size = SortedLongs.unique(hashes, size);
        }
        if (size > hashes.length / 2) {
            hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        }
    }
}
