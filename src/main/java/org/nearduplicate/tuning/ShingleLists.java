package org.nearduplicate.tuning;

import java.util.Arrays;
import org.nearduplicate.job.JobMonitor;

/**
 * For each shingle that several contents have, the contents that have it, in the order in which they are
 * added; and counts of contents by these lists. A few arrays, whatever the number of shingles. Not thread-safe.
 */
final class ShingleLists {

    /** What making the lists takes at most, for each shingle of each content. */
    private static final long BYTES_PER_SHINGLE = 26;

    /** Two numbers for the counts, and one that {@link PassageTrial} counts. */
    private static final long BYTES_PER_CONTENT = 3L * Integer.BYTES;

    private final long[] shingles;
    private final int[] begins;
    private final int[] ends;
    private final int[] contents;
    private final int[] counts;
    private final int[] touched;
    private int touchedSize;

    /**
     * Makes empty lists with room for all contents of a sample; their memory is charged.
     *
     * @throws IllegalArgumentException if the sample has more shingles than an array can hold
     */
    ShingleLists(ShingledSample sample, JobMonitor monitor) {
        monitor.reserve(
                BYTES_PER_SHINGLE * sample.shingles() + BYTES_PER_CONTENT * sample.contents());
        long[] sorted = sortedShingles(sample);
        long[] shared = new long[sorted.length / 2];
        int[] firsts = new int[sorted.length / 2];
        int lists = 0;
        int entries = 0;
        for (int from = 0; from < sorted.length;) {
            int to = from + 1;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from > 1) {
                shared[lists] = sorted[from];
                firsts[lists++] = entries;
                entries += to - from;
            }
            from = to;
        }
        this.shingles = Arrays.copyOf(shared, lists);
        this.begins = Arrays.copyOf(firsts, lists);
        this.ends = begins.clone();
        this.contents = new int[entries];
        this.counts = new int[sample.contents()];
        this.touched = new int[sample.contents()];
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

    /** Returns the list of a shingle, or a negative number if no other content has it. */
    int find(long shingle) {
        return Arrays.binarySearch(shingles, shingle);
    }

    /** Returns the first entry of a list. A negative list is empty. */
    int begin(int list) {
        return list < 0 ? 0 : begins[list];
    }

    /** Returns the entry after the last of a list. */
    int end(int list) {
        return list < 0 ? 0 : ends[list];
    }

    /** Returns the content of an entry. */
    int content(int entry) {
        return contents[entry];
    }

    /** Adds a content to a list. */
    void add(int list, int content) {
        contents[ends[list]++] = content;
    }

    /** Counts one more for each content of a list. */
    void count(int list) {
        int end = end(list);
        for (int entry = begin(list); entry < end; entry++) {
            count(contents[entry], 1);
        }
    }

    /** Counts so many more for a content. */
    void count(int content, int more) {
        if (counts[content] == 0) {
            touched[touchedSize++] = content;
        }
        counts[content] += more;
    }

    /** Returns how many contents have been counted for. */
    int counted() {
        return touchedSize;
    }

    /** Returns one of those, by its place in their order. */
    int counted(int place) {
        return touched[place];
    }

    /** Returns what was counted for a content. */
    int countOf(int content) {
        return counts[content];
    }

    /** Begins to count anew. */
    void clearCounts() {
        for (int i = 0; i < touchedSize; i++) {
            counts[touched[i]] = 0;
        }
        touchedSize = 0;
    }
}
