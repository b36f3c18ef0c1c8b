package org.nearduplicate.lucene;

import java.util.Arrays;

/**
 * Where the offsets of a rewritten text lie in the original: one entry per piece that was rewritten to
 * another length, so that memory grows with these and not with the text. Of very many pieces only the first
 * are known; what follows counts as if it were the original.
 *
 * <p>Offsets that are asked for in ascending order are found at once. Belongs to one thread.
 */
final class OffsetMap {

    private static final int INITIAL_CAPACITY = 8;

    /** Some hundred thousand rewritten words, in 4 MB. */
    static final int MAX_PIECES = 1 << 18;

    private int[] starts = new int[INITIAL_CAPACITY];
    private int[] ends = new int[INITIAL_CAPACITY];
    private int[] originalStarts = new int[INITIAL_CAPACITY];
    private int[] originalEnds = new int[INITIAL_CAPACITY];
    private int size;

    /** The piece that an offset was found in or behind, the last time; -1 before the first. */
    private int found = -1;

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
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            originalStarts = Arrays.copyOf(originalStarts, 2 * size);
            originalEnds = Arrays.copyOf(originalEnds, 2 * size);
        }
        starts[size] = start;
        ends[size] = start + length;
        originalStarts[size] = originalStart;
        originalEnds[size] = originalStart + originalLength;
        size++;
    }

    /** Returns the offset in the original; before the first piece nothing was rewritten. */
    int original(int offset) {
        if (isIn(found, offset) == false) {
            found = isIn(found + 1, offset) ? found + 1 : search(offset);
        }
        if (found < 0) {
            return offset;
        }
        return offset < ends[found]
                ? Math.min(originalStarts[found] + offset - starts[found], originalEnds[found])
                : originalEnds[found] + offset - ends[found];
    }

    private boolean isIn(int piece, int offset) {
        return (piece < 0 || piece < size && starts[piece] <= offset)
                && (piece + 1 >= size || offset < starts[piece + 1]);
    }

    private int search(int offset) {
        int place = Arrays.binarySearch(starts, 0, size, offset);
        return place >= 0 ? place : -place - 2;
    }
}
