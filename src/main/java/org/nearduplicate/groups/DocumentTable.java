package org.nearduplicate.groups;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.BudgetedSort;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Numbers the documents that share a band term with another, and knows nothing of the others. Belongs
 * to one thread.
 */
final class DocumentTable {

    /** Spreads addresses that differ in few bits (Knuth's multiplicative hashing). */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private static final int FIRST_SLOTS = 1 << 10;
    private static final int EMPTY = -1;

    private final JobMonitor monitor;
    private long[] addresses;
    private int[] slots;
    private int size;

    DocumentTable(JobMonitor monitor) {
        this.monitor = monitor;
        allocate(FIRST_SLOTS);
    }

    /** Returns how many documents were numbered. */
    int size() {
        return size;
    }

    /** Returns the number of a document; the first is 0. */
    int number(long address) {
        int slot = slotOf(address);
        if (slots[slot] != EMPTY) {
            return slots[slot];
        }
        if (size == addresses.length) {
            grow();
            slot = slotOf(address);
        }
        addresses[size] = address;
        slots[slot] = size;
        return size++;
    }

    /**
     * Numbers the documents anew, in the order of their addresses.
     *
     * @return the new number of each, by the old one
     */
    int[] sort() {
        monitor.reserve(size * (long) Integer.BYTES + size * (long) Long.BYTES);
        long[] sorted = ArrayUtil.copyOfSubArray(addresses, 0, size);
        BudgetedSort.sort(sorted, 0, size, monitor);
        int[] renumbered = new int[size];
        for (int number = 0; number < size; number++) {
            monitor.checkCancelled(number);
            renumbered[slots[slotOf(sorted[number])]] = number;
        }
        monitor.reserve(-bytes());
        addresses = sorted;
        slots = null;
        return renumbered;
    }

    /** Returns the addresses by number; after sorting they ascend. */
    long[] addresses() {
        return addresses;
    }

    /** Half of the slots stay empty, so that a search ends soon. */
    private void grow() {
        long[] old = addresses;
        long oldBytes = bytes();
        allocate(Math.multiplyExact(slots.length, 2));
        System.arraycopy(old, 0, addresses, 0, size);
        for (int number = 0; number < size; number++) {
            monitor.checkCancelled(number);
            slots[slotOf(addresses[number])] = number;
        }
        monitor.reserve(-oldBytes);
    }

    private void allocate(int slotCount) {
        monitor.reserve(slotCount * (long) Integer.BYTES + slotCount / 2 * (long) Long.BYTES);
        slots = new int[slotCount];
        Arrays.fill(slots, EMPTY);
        addresses = new long[slotCount / 2];
    }

    private long bytes() {
        return slots.length * (long) Integer.BYTES + addresses.length * (long) Long.BYTES;
    }

    private int slotOf(long address) {
        int mask = slots.length - 1;
        int slot = (int) (address * GOLDEN_RATIO >>> Integer.SIZE) & mask;
        while (slots[slot] != EMPTY && addresses[slots[slot]] != address) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
