package org.nearduplicate.groups.shard;

import org.nearduplicate.sketch.BandTermFormat;

/**
 * A place among the band terms and documents of a shard, which are in the order of terms, then of
 * documents: where a scan begins, or goes on.
 *
 * @param key the {@linkplain BandTermFormat key} of a term
 * @param doc a document of the term, by its number in the shard's reader; 0 for all of them
 */
public record ScanPosition(long key, int doc) implements Comparable<ScanPosition> {

    /** Before all terms. */
    public static final ScanPosition START = new ScanPosition(0, 0);

    /** @throws IllegalArgumentException if one is negative */
    public ScanPosition {
        if (key < 0 || doc < 0) {
            throw new IllegalArgumentException(
                    "a position in a scan has a key and a document from 0 on, got ["
                            + key + "] and [" + doc + "]");
        }
    }

    /** Returns whether a document of a term lies before this position. */
    boolean isAfter(long otherKey, int otherDoc) {
        return key == otherKey ? doc > otherDoc : key > otherKey;
    }

    @Override
    public int compareTo(ScanPosition other) {
        return key == other.key ? Integer.compare(doc, other.doc) : Long.compare(key, other.key);
    }
}
