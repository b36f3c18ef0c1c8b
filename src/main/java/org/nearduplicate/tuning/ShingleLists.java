package org.nearduplicate.tuning;

import java.util.Arrays;

/**
 * For each shingle that several contents have, the contents that have it, in the order in which they are
 * added. A few arrays, whatever the number of shingles. Belongs to one thread.
 */
final class ShingleLists {

    /** What making the lists takes at most, for each shingle of each content. */
    private static final long BYTES_PER_SHINGLE = 26;

    /** Three numbers of each, by which whoever has the lists counts. */
    private static final long BYTES_PER_CONTENT = 3L * Integer.BYTES;

    private final long[] shingles;
    private final int[] begins;
    private final int[] ends;
    private final int[] contents;

    private ShingleLists(long[] shingles, int[] begins, int entries) {
        this.shingles = shingles;
        this.begins = begins;
        this.ends = begins.clone();
        this.contents = new int[entries];
    }

    /**
     * Makes empty lists with room for all contents of a sample.
     *
     * @throws IllegalArgumentException if the sample has more shingles than an array can hold
     */
    static ShingleLists of(ShingledSample sample) {
        long[] sorted = sortedShingles(sample);
        long[] shared = new long[sorted.length / 2];
        int[] begins = new int[sorted.length / 2];
        int lists = 0;
        int entries = 0;
        for (int from = 0; from < sorted.length;) {
            int to = from + 1;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from > 1) {
                shared[lists] = sorted[from];
                begins[lists++] = entries;
                entries += to - from;
            }
            from = to;
        }
        return new ShingleLists(
                Arrays.copyOf(shared, lists), Arrays.copyOf(begins, lists), entries);
    }

    /** Returns what the lists of a sample take, with what it takes to count by them. */
    static long bytes(ShingledSample sample) {
        return BYTES_PER_SHINGLE * sample.shingles() + BYTES_PER_CONTENT * sample.contents();
    }

    /** Returns the list of a shingle, or a negative number if no other content has it. */
    int find(long shingle) {
        return Arrays.binarySearch(shingles, shingle);
    }

    /** Returns the first entry of a list. */
    int begin(int list) {
        return begins[list];
    }

    /** Returns the entry after the last of a list. */
    int end(int list) {
        return ends[list];
    }

    /** Returns the content of an entry. */
    int content(int entry) {
        return contents[entry];
    }

    /** Adds a content to a list. */
    void add(int list, int content) {
        contents[ends[list]++] = content;
    }

    private static long[] sortedShingles(ShingledSample sample) {
        long total = sample.shingles();
        if (total > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalArgumentException(
                    "the texts of the sample must have at most " + Integer.MAX_VALUE
                            + " shingles together, got " + total);
        }
        long[] shingles = new long[(int) total];
        int size = 0;
        for (int content = 0; content < sample.contents(); content++) {
            for (int i = 0; i < sample.set(content).size(); i++) {
                shingles[size++] = sample.set(content).get(i);
            }
        }
        Arrays.sort(shingles);
        return shingles;
    }
}
