package org.nearduplicate.groups;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Numbers the documents that share a band term with another, and knows nothing of the others. A
 * document is known by its <b>key</b>, shard·2³² + number in the shard, so that keys in order are
 * documents in the order in which shards are read. Belongs to one thread.
 */
final class DocumentTable {

    /** Spreads keys that differ in few bits (Knuth's multiplicative hashing). */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private static final int FIRST_SLOTS = 1 << 10;
    private static final int EMPTY = -1;

    private final JobMonitor monitor;
    private long[] keys;
    private int[] slots;
    private int size;

    DocumentTable(JobMonitor monitor) {
        this.monitor = monitor;
        allocate(FIRST_SLOTS);
    }

    /** Returns the key of a document. */
    static long key(int shard, int document) {
        return (long) shard << Integer.SIZE | document;
    }

    /** Returns the shard of a key. */
    static int shard(long key) {
        return (int) (key >>> Integer.SIZE);
    }

    /** Returns the number in its shard of a key. */
    static int document(long key) {
        return (int) key;
    }

    /** Returns how many documents were numbered. */
    int size() {
        return size;
    }

    /** Returns the number of a document; the first is 0. */
    int number(long key) {
        int slot = slotOf(key);
        if (slots[slot] != EMPTY) {
            return slots[slot];
        }
        if (size == keys.length) {
            grow();
            slot = slotOf(key);
        }
        keys[size] = key;
        slots[slot] = size;
        return size++;
    }

    /**
     * Numbers the documents anew, in the order of their keys.
     *
     * @return the new number of each, by the old one
     */
    int[] sort() {
        monitor.reserve(size * (long) Integer.BYTES + size * (long) Long.BYTES);
        long[] sorted = ArrayUtil.copyOfSubArray(keys, 0, size);
        Arrays.sort(sorted);
        int[] renumbered = new int[size];
        for (int number = 0; number < size; number++) {
            renumbered[slots[slotOf(sorted[number])]] = number;
        }
        monitor.reserve(-bytes());
        keys = sorted;
        slots = null;
        return renumbered;
    }

    /** Returns the keys by number; after sorting they ascend. */
    long[] keys() {
        return keys;
    }

    /** Half of the slots stay empty, so that a search ends soon. */
    private void grow() {
        long[] old = keys;
        long oldBytes = bytes();
        allocate(Math.multiplyExact(slots.length, 2));
        System.arraycopy(old, 0, keys, 0, size);
        for (int number = 0; number < size; number++) {
            slots[slotOf(keys[number])] = number;
        }
        monitor.reserve(-oldBytes);
    }

    private void allocate(int slotCount) {
        monitor.reserve(slotCount * (long) Integer.BYTES + slotCount / 2 * (long) Long.BYTES);
        slots = new int[slotCount];
        Arrays.fill(slots, EMPTY);
        keys = new long[slotCount / 2];
    }

    private long bytes() {
        return slots.length * (long) Integer.BYTES + keys.length * (long) Long.BYTES;
    }

    private int slotOf(long key) {
        int mask = slots.length - 1;
        int slot = (int) (key * GOLDEN_RATIO >>> Integer.SIZE) & mask;
        while (slots[slot] != EMPTY && keys[slots[slot]] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
