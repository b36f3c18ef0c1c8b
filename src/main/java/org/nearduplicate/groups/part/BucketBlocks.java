package org.nearduplicate.groups.part;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.sketch.JobMonitor;

/**
 * How the buckets beyond a limit are cut into blocks: by the signatures with which each block begins, but for the first, of
 * one order after the other. So some of the contents of a bucket are cut as the whole bucket is. Belongs to one thread.
 */
final class BucketBlocks {

    /** What an array takes in the map, without its bytes. */
    private static final int BUCKET_BYTES = 120;

    private final JobMonitor monitor;
    private final Map<Long, byte[]> signatures = new HashMap<>();

    BucketBlocks(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /** Returns whether the bucket of a key is cut. */
    boolean has(long key) {
        return signatures.containsKey(key);
    }

    /** Returns the signatures at which a bucket is cut, one after the other; null for none. */
    byte[] get(long key) {
        return signatures.get(key);
    }

    /** Returns how all buckets are cut, by their keys. */
    Map<Long, byte[]> all() {
        return Map.copyOf(signatures);
    }

    /** Returns about the bytes that such cuts take. */
    static long bytes(Map<Long, byte[]> blocks) {
        return blocks.values().stream().mapToLong(cuts -> bytes(cuts.length)).sum();
    }

    private static long bytes(long length) {
        return BUCKET_BYTES + length;
    }

    /** Learns how a bucket is cut, as another one learned it. */
    void put(long key, byte[] cuts) {
        monitor.reserve(bytes(cuts.length));
        signatures.put(key, cuts);
    }

    /**
     * Learns how a bucket is cut.
     *
     * @param count how often, in all orders
     * @param length the bytes of a signature
     * @return where the signatures are to be written
     * @throws TooLargeException if they do not fit into an array
     */
    byte[] put(long key, long count, int length) {
        long bytes = count * length;
        if (bytes > ArrayUtil.MAX_ARRAY_LENGTH) {
            throw new TooLargeException(
                    "a bucket that is cut [" + count
                            + "] times is more than one run can take; raise ["
                            + GroupsOptions.MAX_BUCKET_TEXTS.name() + "]");
        }
        monitor.reserve(bytes(bytes));
        byte[] cuts = new byte[(int) bytes];
        signatures.put(key, cuts);
        return cuts;
    }
}
