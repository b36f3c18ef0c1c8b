package org.nearduplicate.groups.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keys of terms, many of which have rows of their band in common, and their buckets as brute force sees them. */
public final class Keys {

    /** The bits of a key after its first rows, which have 12, 9, 6, 5, 5 and 5. */
    private static final int[] AFTER = {42, 30, 21, 15, 10, 5, 0};

    private Keys() {}

    /** Returns a key whose rows have a few values each, the least and the greatest among them. */
    public static long random(Random random, int band) {
        long key = band;
        for (int row = 1; row < AFTER.length; row++) {
            int bits = AFTER[row - 1] - AFTER[row];
            long greatest = (1 << bits) - 1;
            key = key << bits | List.of(0L, 1L, greatest).get(random.nextInt(3));
        }
        return key;
    }

    /** Returns band and first rows of a key, which the keys of a bucket have in common. */
    public static long bucket(long key, int rows) {
        return key >>> AFTER[rows];
    }

    /** Returns the first key of a bucket. */
    public static long first(long bucket, int rows) {
        return bucket << AFTER[rows];
    }

    /** Returns the keys of each bucket. */
    public static Map<Long, List<Long>> byBucket(Iterable<Long> keys, int rows) {
        Map<Long, List<Long>> byBucket = new TreeMap<>();
        keys.forEach(
                key -> byBucket.computeIfAbsent(bucket(key, rows), none -> new ArrayList<>())
                        .add(key));
        return byBucket;
    }

    /** Returns the terms whose buckets have at least so many documents. */
    public static Map<Long, int[]> ofBuckets(SortedMap<Long, int[]> terms, int rows,
            int minDocuments) {
        Map<Long, int[]> kept = new TreeMap<>(terms);
        byBucket(terms.keySet(), rows).values().forEach(keys -> {
            if (keys.stream().mapToInt(key -> terms.get(key).length).sum() < minDocuments) {
                kept.keySet().removeAll(keys);
            }
        });
        return kept;
    }
}
