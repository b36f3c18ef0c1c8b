package org.nearduplicate.unseen;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SketchedText;

/** Writes of a shard from one point in time to another. Guarded by its {@link WriteNote}. */
final class NotedWrites {

    /** Of so many texts it is not told whether one is similar: a refresh costs less. */
    private static final int MOST_COMPARISONS = 1_000;

    private static final long BYTES_OF_NAME = 64;

    /** Later ones have higher ones. */
    private final long number;
    private final Map<String, TextTable> texts = new HashMap<>(2);
    private final Set<String> unknown = new HashSet<>(0);
    private final Set<Long> gone = new HashSet<>(0);
    private long bytes;

    NotedWrites(long number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    boolean isEmpty() {
        return texts.isEmpty() && unknown.isEmpty() && gone.isEmpty();
    }

    /** Returns the bytes that they take on the heap, roughly. */
    long ramBytesUsed() {
        return bytes;
    }

    void add(String field, SketchedText text) {
        if (text == null) {
            unknown.add(field);
            return;
        }
        texts.computeIfAbsent(field, none -> new TextTable(text.keys().length)).add(text);
        bytes += TextTable.ramBytesUsed(text);
    }

    void addGone(long name) {
        if (gone.add(name)) {
            bytes += BYTES_OF_NAME;
        }
    }

    boolean hasGone() {
        return gone.isEmpty() == false;
    }

    boolean isGone(long name) {
        return gone.contains(name);
    }

    /** Returns whether a text has a near duplicate here, or may have one. */
    boolean maySimilar(
            String field, SketchedText text, int rows, double minSimilarity, Verify verify) {
        if (unknown.contains(field)) {
            return true;
        }
        TextTable ofField = texts.get(field);
        if (ofField == null) {
            return false;
        }
        TextComparison comparison = new TextComparison(text, minSimilarity, verify);
        int[] compared = new int[1];
        return ofField.visitCandidates(
                text, rows, Integer.MAX_VALUE,
                number -> ++compared[0] <= MOST_COMPARISONS
                        && comparison.similarity(ofField.get(number)) == Jaccard.REJECTED) == false;
    }
}
