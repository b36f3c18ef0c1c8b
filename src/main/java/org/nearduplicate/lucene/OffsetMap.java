package org.nearduplicate.lucene;

import java.util.Arrays;

/**
 * Where the offsets of a rewritten text lie in the original: one entry per piece that was rewritten to
 * another length, so that memory grows with these and not with the text. Of very many pieces only the first
 * are known; what follows counts as if it were the original.
 *
 * <p>Offsets are asked for in about ascending order, as tokenizers do: the time for one grows with the pieces
 * between it and the one before. Can be cleared for the next text. Belongs to one thread.
 */
final class OffsetMap {

    private static final int INITIAL_CAPACITY = 16;

    /** A larger map is not kept for the next text. */
    private static final int LARGE_CAPACITY = 1 << 10;

    /** Some hundred thousand rewritten words, in 4 MB. */
    static final int MAX_PIECES = 1 << 18;

    private int[] starts = new int[INITIAL_CAPACITY];
    private int[] ends = new int[INITIAL_CAPACITY];
    private int[] originalStarts = new int[INITIAL_CAPACITY];
    private int[] originalEnds = new int[INITIAL_CAPACITY];
    private int size;

    /** The piece that an offset was found in or behind, the last time; -1 before the first. */
    private int found = -1;

    /** Forgets all pieces. */
    void clear() {
        size = 0;
        found = -1;
        if (starts.length > LARGE_CAPACITY) {
            setCapacity(INITIAL_CAPACITY);
        }
    }

    /**
     * Adds the next piece.
     *
     * @param start where it begins in the rewritten text
     * @param length its length there
     * @param originalStart where it begins in the original
     * @param originalLength its length there, which no offset of it goes beyond
     */
    void add(int start, int length, int originalStart, int originalLength) {
        if (size == MAX_PIECES) {
            return;
        }
        if (size == starts.length) {
            setCapacity(2 * size);
        }
        starts[size] = start;
        ends[size] = start + length;
        originalStarts[size] = originalStart;
        originalEnds[size] = originalStart + originalLength;
        size++;
    }

    /** Returns the offset in the original; before the first piece nothing was rewritten. */
    int original(int offset) {
        while (found + 1 < size && starts[found + 1] <= offset) {
            found++;
        }
        while (found >= 0 && starts[found] > offset) {
            found--;
        }
        if (found < 0) {
            return offset;
        }
        return offset < ends[found]
                ? Math.min(originalStarts[found] + offset - starts[found], originalEnds[found])
                : originalEnds[found] + offset - ends[found];
    }

    private void setCapacity(int capacity) {
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
        originalStarts = Arrays.copyOf(originalStarts, capacity);
        originalEnds = Arrays.copyOf(originalEnds, capacity);
    }
}
