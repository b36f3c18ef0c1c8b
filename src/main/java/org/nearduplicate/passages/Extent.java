package org.nearduplicate.passages;

/**
 * A part of the text of a document.
 *
 * @param text the number of the value that it is part of, from 0
 * @param start where it begins, in UTF-16 code units
 * @param end where it ends
 */
public record Extent(int text, int start, int end) {

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
}
