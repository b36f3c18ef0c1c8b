package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Band terms that follow each other, by their keys.
 *
 * @param from the first key
 * @param to the key after the last one
 */
public record KeyRange(long from, long to) {

    /** @throws IllegalArgumentException if they do not go up from 0 or more */
    public KeyRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "a range of keys goes up from 0 or more, got [" + from + "] to [" + to + "]");
        }
    }

    /** Returns the range of all terms of a format. */
    public static KeyRange all(BandTermFormat format) {
        return new KeyRange(0, format.keys());
    }

    /** Returns which share of the range lies before a key of it, in [0,1]. */
    double share(long key) {
        return (double) (key - from) / Math.max(1, to - from);
    }

    /**
     * Cuts the range between buckets into as many of about equal length, which have about equally many terms; fewer if it is
     * short.
     *
     * @param rows the first rows of a band that make a bucket
     */
    public List<KeyRange> split(int count, int rows) {
        List<KeyRange> ranges = new ArrayList<>();
        long start = from;
        for (int i = 1; i <= count; i++) {
            long end = i == count
                    ? to
                    : BandRows.first(from + (long) ((double) (to - from) / count * i), rows);
            if (end > start) {
                ranges.add(new KeyRange(start, end));
                start = end;
            }
        }
        return ranges;
    }
}
