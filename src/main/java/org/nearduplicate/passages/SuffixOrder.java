package org.nearduplicate.passages;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.nearduplicate.job.BudgetedSort;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;

/**
 * The positions of a document in the order of what follows them, so that the longest match of other shingles
 * is found by bisection (a suffix array: Manber and Myers, Suffix arrays: a new method for on-line string
 * searches, 1993). Made by prefix doubling, O(n log² n) at most; where few shingles repeat, it is one sort.
 * Immutable.
 */
final class SuffixOrder {

    /** Taken while it is made: an alphabet, and letters, order and two rankings; or two alphabets. */
    static final int BYTES_PER_POSITION = Long.BYTES + 4 * Integer.BYTES;

    private static final int ABSENT = -1;

    /** The distinct hashes, ascending; the place of one is its letter. */
    private final long[] alphabet;

    /** The letter of each position. That of one without a shingle is its own. */
    private final int[] letters;
    private final int[] order;

    /** Where the longest match is, and how many shingles it has. */
    record Match(int position, int shingles) {}

    SuffixOrder(ShingledText text, JobMonitor monitor) {
        alphabet = distinctHashes(text, monitor);
        letters = lettersOf(text, monitor);
        order = new int[letters.length];
        int ofNoShingle = alphabet.length;
        for (int position = 0; position < order.length; position++) {
            order[position] = position;
            if (text.isShingle(position) == false) {
                letters[position] = ofNoShingle++;
            }
        }
        sort(monitor);
    }

    /** Returns the letters of shingles: {@value #ABSENT} where there is none, and for those that this document has not. */
    int[] lettersOf(ShingledText other, JobMonitor monitor) {
        int[] found = new int[other.size()];
        for (int position = 0; position < found.length; position++) {
            monitor.checkCancelled(position);
            found[position] = other.isShingle(position)
                    ? Math.max(ABSENT, Arrays.binarySearch(alphabet, other.hash(position)))
                    : ABSENT;
        }
        return found;
    }

    /**
     * Returns the longest match of what follows a position in another document. O(log n) comparisons of up to
     * its length, though hardly a letter is compared twice.
     *
     * @param sought the letters of that document
     * @return the match, of no shingle if the first one is not there
     */
    Match longest(int[] sought, int from, JobMonitor monitor) {
        Match best = new Match(ABSENT, 0);
        int low = -1;
        int high = order.length;
        int lowMatches = 0;
        int highMatches = 0;
        while (high - low > 1) {
            int middle = low + high >>> 1;
            int position = order[middle];
            int matches = Math.min(lowMatches, highMatches);
            while (isMatch(sought, from + matches, position + matches)) {
                monitor.checkCancelled(matches++);
            }
            if (matches > best.shingles) {
                best = new Match(position, matches);
            }
            int letter = from + matches < sought.length ? sought[from + matches] : ABSENT;
            if (letter > letters[position + matches]) {
                low = middle;
                lowMatches = matches;
            } else {
                high = middle;
                highMatches = matches;
            }
        }
        return best;
    }

    private boolean isMatch(int[] sought, int theirs, int mine) {
        return theirs < sought.length && sought[theirs] != ABSENT
                && sought[theirs] == letters[mine];
    }

    private static long[] distinctHashes(ShingledText text, JobMonitor monitor) {
        long[] hashes = new long[text.size()];
        int size = 0;
        for (int position = 0; position < text.size(); position++) {
            if (text.isShingle(position)) {
                hashes[size++] = text.hash(position);
            }
        }
        BudgetedSort.sort(hashes, 0, size, monitor);
        return Arrays.copyOf(hashes, BudgetedSort.distinct(hashes, size));
    }

    /** Sorts by 1, 2, 4, … letters; what has a place of its own by then is left alone. */
    private void sort(JobMonitor monitor) {
        int[] ranks = letters.clone();
        int[] next = new int[ranks.length];
        IntBinaryOperator byRank = (a, b) -> Integer.compare(ranks[a], ranks[b]);
        IntSorter.sort(order, 0, order.length, byRank, monitor);
        boolean sorted = rank(next, byRank, monitor);
        for (int length = 1; sorted == false; length *= 2) {
            int known = length;
            System.arraycopy(next, 0, ranks, 0, ranks.length);
            int groups = 0;
            for (int from = 0; from < order.length;) {
                monitor.checkCancelled(groups++);
                int to = from + 1;
                while (to < order.length && ranks[order[to]] == ranks[order[from]]) {
                    to++;
                }
                IntSorter.sort(order, from, to,
                        (a, b) -> Integer.compare(ranks[a + known], ranks[b + known]), monitor);
                from = to;
            }
            sorted = rank(next,
                    (a, b) -> ranks[a] == ranks[b] && ranks[a + known] == ranks[b + known] ? 0 : 1,
                    monitor);
        }
    }

    /** Ranks positions by the order so far, and returns whether no two have the same rank. */
    private boolean rank(int[] next, IntBinaryOperator by, JobMonitor monitor) {
        boolean distinct = true;
        for (int i = 0; i < order.length; i++) {
            monitor.checkCancelled(i);
            if (i > 0 && by.applyAsInt(order[i], order[i - 1]) == 0) {
                next[order[i]] = next[order[i - 1]];
                distinct = false;
            } else {
                next[order[i]] = i;
            }
        }
        return distinct;
    }
}
