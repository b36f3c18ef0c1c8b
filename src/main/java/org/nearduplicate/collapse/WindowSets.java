package org.nearduplicate.collapse;

import java.util.BitSet;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle sets of some hits of a window, those that signatures do not decide. Belongs to one thread at a time.
 */
public final class WindowSets implements AutoCloseable {

    private static final int NONE = -1;

    private final WindowCollapse window;
    private final MemoryBudget budget;
    private final byte[][] sets;
    private final BitSet wanted = new BitSet();
    private long reserved;
    private int readHit = NONE;
    private ShingleSet readSet;

    /**
     * Begins without a set.
     *
     * @param window what compares the hits
     * @param budget is asked for the memory of sets before they are fetched, until {@link #close}
     */
    public WindowSets(WindowCollapse window, MemoryBudget budget) {
        this.window = window;
        this.budget = budget;
        this.sets = new byte[window.size()][];
    }

    /** Returns whether sets are asked for that are not there. */
    public boolean areWanted() {
        return wanted.isEmpty() == false;
    }

    /**
     * Returns the hits whose sets are asked for and not there, in the order of their ranks: as many as have
     * sets of so many bytes, at least one if there are any.
     *
     * @param bytes about how many bytes of sets
     * @return the hits; their memory is reserved
     */
    public int[] nextWanted(long bytes) {
        long from = reserved;
        BitSet next = new BitSet();
        for (int hit = wanted.nextSetBit(0); hit >= 0 && reserved - from < bytes; hit =
                wanted.nextSetBit(hit + 1)) {
            reserve((long) ShingleSet.BYTES_PER_SHINGLE * window.shingleCount(hit));
            next.set(hit);
        }
        return next.stream().toArray();
    }

    /**
     * Takes a set that was wanted.
     *
     * @param hit whose it is
     * @param set its stored form; not copied
     * @throws IllegalStateException if the hit cannot have such a set
     */
    public void put(int hit, byte[] set) {
        int size = ShingleSet.size(set.length);
        if (ShingleSet.isPossibleSize(size, window.shingleCount(hit)) == false) {
            throw new IllegalStateException(
                    "possible corruption: a set of " + window.shingleCount(hit)
                            + " shingles by its signature has " + size);
        }
        sets[hit] = set;
        wanted.clear(hit);
    }

    @Override
    public void close() {
        reserve(-reserved);
    }

    /** Returns whether the sets of two hits are there. Those that are not are wanted from now on. */
    boolean haveBoth(int a, int b) {
        return have(a) & have(b);
    }

    /** Returns the similarity of two hits whose sets are there, or that it is too low. */
    double similarity(int a, int b, double atLeast) {
        if (readHit != b) {
            readSet = ShingleSet.read(sets[b], 0, ShingleSet.size(sets[b].length));
            readHit = b;
        }
        return readSet.share(ShareOf.UNION, sets[a], 0, ShingleSet.size(sets[a].length), atLeast);
    }

    private boolean have(int hit) {
        if (sets[hit] == null) {
            wanted.set(hit);
        }
        return sets[hit] != null;
    }

    private void reserve(long bytes) {
        budget.reserve(bytes);
        reserved += bytes;
    }
}
