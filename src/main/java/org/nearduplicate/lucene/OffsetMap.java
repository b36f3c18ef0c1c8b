package org.nearduplicate.lucene;

import java.util.Arrays;

/**
 * Where the offsets of a rewritten text lie in the original: one entry per stretch of it, so that
 * memory grows with what was rewritten and not with the text. Of very many stretches only the first
 * are known; what follows counts as if it were the original.
 */
final class OffsetMap {

    private static final int INITIAL_CAPACITY = 16;

    /** The stretches of some hundred thousand rewritten words, in 6 MB. */
    static final int MAX_STRETCHES = 1 << 19;

    private int[] starts = new int[INITIAL_CAPACITY];
    private int[] originals = new int[INITIAL_CAPACITY];
    private int[] lengths = new int[INITIAL_CAPACITY];
    private int size;

    /**
     * Adds the next stretch; one that begins where the last began replaces it.
     *
     * @param start where it begins in the rewritten text
     * @param original where it begins in the original
     * @param length how long it is in the original, which no offset of it goes beyond
     */
    void add(int start, int original, int length) {
        if (size > 0 && starts[size - 1] == start) {
            size--;
        }
        if (size == MAX_STRETCHES) {
            lengths[size - 1] = Integer.MAX_VALUE;
            return;
        }
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            originals = Arrays.copyOf(originals, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        starts[size] = start;
        originals[size] = original;
        lengths[size] = length;
        size++;
    }

    /** Returns the offset in the original; before the first stretch nothing was rewritten. */
    int original(int offset) {
        int found = Arrays.binarySearch(starts, 0, size, offset);
        int stretch = found >= 0 ? found : -found - 2;
        return stretch < 0
                ? offset
                : originals[stretch] + Math.min(offset - starts[stretch], lengths[stretch]);
    }
}
