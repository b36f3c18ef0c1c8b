package org.nearduplicate.stats;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Large buckets of a shard that begin with the same document: copies share the buckets of all their bands, and near
 * duplicates those of most.
 *
 * @param first that document, by its number in the shard's reader
 * @param family a number that is the same for those of a shard that share documents
 * @param documents how many each bucket has, at least 2, by the least key that it may have; at least one bucket
 */
public record LargeBuckets(int first, int family, SortedMap<Long, Integer> documents) {

    /** Copies the buckets. */
    public LargeBuckets {
        documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
    }
}
