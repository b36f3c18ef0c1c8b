package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A part of the text of a document.
 *
 * @param text the number of the value that it is part of, from 0
 * @param start where it begins, in UTF-16 code units
 */
public record Extent(int text, int start, int end) {

    private static final Comparator<Extent> ORDER =
            Comparator.comparingInt(Extent::text).thenComparingInt(Extent::start);

    /** Returns what some shingles of a document stand for that follow each other, at least one. */
    static Extent of(ShingledText shingles, int from, int to) {
        int start = shingles.start(from);
        int end = shingles.end(from);
        for (int position = from + 1; position < to; position++) {
            start = Math.min(start, shingles.start(position));
            end = Math.max(end, shingles.end(position));
        }
        return new Extent(shingles.text(from), start, end);
    }

    /**
     * Returns all that some parts cover. O(n log n).
     *
     * @return parts in the order of the texts, none of which is empty, or overlaps or touches another
     */
    public static List<Extent> union(List<Extent> parts) {
        List<Extent> union = new ArrayList<>();
        for (Extent part : parts.stream().sorted(ORDER).toList()) {
            if (part.start() == part.end()) {
                continue;
            }
            Extent last = union.isEmpty() ? null : union.getLast();
            if (last == null || last.text() < part.text() || last.end() < part.start()) {
                union.add(part);
            } else if (last.end() < part.end()) {
                union.removeLast();
                union.add(new Extent(part.text(), last.start(), part.end()));
            }
        }
        return union;
    }
}
