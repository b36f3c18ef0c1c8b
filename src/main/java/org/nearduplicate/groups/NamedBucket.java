package org.nearduplicate.groups;

import java.util.List;

/**
 * A large bucket of an index, and such of other bands that seem to be the same documents.
 *
 * @param documents how many documents it has at least, 2 or more
 * @param bands the bands whose buckets have as many documents, of which the first is the same; ascending, at least one
 * @param example how one of the documents is called
 */
public record NamedBucket(long documents, List<Integer> bands, DocumentName example) {

    /** Copies the bands. */
    public NamedBucket {
        bands = List.copyOf(bands);
    }
}
