package org.nearduplicate.groups;

import java.util.List;

/**
 * A large bucket of a shard, and such of other bands that seem to be the same documents: copies share all their
 * bands.
 *
 * @param documents how many documents it has, at least 2
 * @param first its first document, by its number in the shard's reader
 * @param keys the keys of the band terms whose buckets have as many documents, of which the first is the same;
 *     ascending, at least one
 */
public record LargeBucket(int documents, int first, List<Long> keys) {

    /** Copies the keys. */
    public LargeBucket {
        keys = List.copyOf(keys);
    }
}
