package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.nearduplicate.job.BudgetedSort;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.job.MemoryBudget;

/**
 * The shingle hashes of one document, in any order and with repetitions: what flows from shingling to
 * sketching. Grows with the distinct hashes of the document, so that a text of one word repeated
 * stays small, and can be cleared for the next document. Not thread-safe.
 */
public final class ShingleHashes implements LongConsumer {

    private static final int INITIAL_CAPACITY = 256;

    /**
     * A buffer of this size (512 KiB) drops repetitions before it grows, which would not pay for
     * ordinary documents. A larger one is charged, and not kept for the next document.
     */
    private static final int LARGE_CAPACITY = BudgetedSort.ORDINARY_SIZE;

    private final MemoryBudget budget;
    private long[] hashes = new long[INITIAL_CAPACITY];
    private int size;

    /** The hashes that were there when repetitions were dropped last; more have come if there are more. */
    private int distinct;

    /** Creates a buffer that takes the memory it needs. */
    public ShingleHashes() {
        this(JobMonitor.NONE);
    }

    /** Creates a buffer whose budget is charged for the memory of a large document, which {@link #clear} gives back. */
    public ShingleHashes(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public void accept(long hash) {
        if (size == hashes.length) {
            makeRoom();
        }
        hashes[size++] = hash;
    }

    /** Returns whether the document has no shingle at all. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Forgets all hashes, and the memory of a huge document with them. */
    public void clear() {
        size = 0;
        distinct = 0;
        if (hashes.length > LARGE_CAPACITY) {
            long bytes = bytes(hashes.length);
            hashes = new long[INITIAL_CAPACITY];
            reserve(-bytes);
        }
    }

    /** Returns the number of hashes, repetitions included. */
    public int size() {
        return size;
    }

    /** Returns the hash at an index from 0 below the {@link #size}. */
    public long get(int index) {
        return hashes[index];
    }

    /**
     * Returns whether there are so many hashes, repetitions included, that a table of them would take too much memory: more
     * than {@link BudgetedSort#ORDINARY_SIZE}.
     */
    public boolean isLarge() {
        return size > LARGE_CAPACITY;
    }

    /** Returns the hashes without repetitions, which are dropped; valid until one is added. */
    Elements distinct() {
        makeDistinct();
        return new Elements(hashes, size);
    }

    /**
     * Drops repetitions, in place. The hashes then ascend as unsigned numbers, and so do their upper bits. Does
     * nothing if none was added since the last call.
     *
     * @throws RuntimeException of the budget, if there are many and sorting them takes too much memory
     */
    public void makeDistinct() {
        if (distinct == size) {
            return;
        }
        if (isLarge()) {
            sortLarge();
        } else {
            ThreadScratch.get().hashSort().sort(hashes, size);
        }
        distinct = BudgetedSort.distinct(hashes, size);
        size = distinct;
    }

    private void sortLarge() {
        flipSigns();
        try {
            BudgetedSort.sort(hashes, 0, size, budget);
        } finally {
            flipSigns();
        }
    }

    /**
     * Charges the memory of so many copies of a large document's hashes, as many as there are now; negative to give it
     * back, before their number changes. Ordinary documents are charged nothing.
     *
     * @throws RuntimeException of the budget, if that is too much
     */
    public void reserveCopies(int copies) {
        reserve(copies * bytes(size));
    }

    /** Makes of the order of unsigned numbers that of signed ones, and the other way round. */
    private void flipSigns() {
        for (int i = 0; i < size; i++) {
            hashes[i] ^= Long.MIN_VALUE;
        }
    }

    private void makeRoom() {
        if (size >= LARGE_CAPACITY) {
            makeDistinct();
        }
        if (size > hashes.length / 2) {
            grow(Math.multiplyExact(hashes.length, 2));
        }
    }

    /** The old array and the new one exist at the same time. */
    private void grow(int capacity) {
        long before = bytes(hashes.length);
        reserve(bytes(capacity));
        hashes = Arrays.copyOf(hashes, capacity);
        reserve(-before);
    }

    private void reserve(long bytes) {
        if (bytes != 0) {
            budget.reserve(bytes);
        }
    }

    private static long bytes(int length) {
        return length > LARGE_CAPACITY ? (long) Long.BYTES * length : 0;
    }
}
