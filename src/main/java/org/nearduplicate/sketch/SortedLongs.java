package org.nearduplicate.sketch;

/** What the JDK lacks for sorted arrays of longs. */
final class SortedLongs {

    private SortedLongs() {}

    /**
     * Moves the distinct values to the front, in place.
     *
     * @param sorted values in ascending order
     * @param size how many of them count
     * @return the number of distinct values
     */
    static int unique(long[] sorted, int size) {
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || sorted[i] != sorted[distinct - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return distinct;
    }
}
