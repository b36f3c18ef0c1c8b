package org.nearduplicate.sketch;

/**
 * The layout of a band in its key: some bits of each of its rows, one row after the other. So the keys of documents
 * that agree in the first rows of a band stand beside each other, and a lookup takes as many rows as it needs (Bawa,
 * Condie, Ganesan, <a href="https://doi.org/10.1145/1060745.1060840">LSH Forest</a>, 2005). Owns the layout and its prefixes; pages draw curves with the same
 * bits ({@code ACCIDENTS} in {@code page.js}), which a test compares.
 *
 * <pre>
 *  ┌───────────┬──────────┬───────┬──────┬──────┬──────┐
 *  │ row 1: 12 │ row 2: 9 │ 3: 6  │ 4: 5 │ 5: 5 │ 6: 5 │   42 bits
 *  └───────────┴──────────┴───────┴──────┴──────┴──────┘
 * </pre>
 *
 * <p>The first rows have the most bits, since a lookup may take only them: of strangers, two rows alone are equal by
 * accident in one of 2²¹ cases. The bits are those of a component from the {@value #SKIPPED}th on. Lower ones are in
 * signatures, and a pair that is a candidate by accident would look more similar by them. A band of fewer rows leaves the
 * bits of the others 0.
 */
public final class BandRows {

    /** The fewest rows of a lookup: one row is shared by far too many texts. */
    public static final int FEWEST = 2;

    /**
     * The most rows of a band. Six leave hardly any pair to be verified that is not similar, and more would have too few bits
     * each.
     */
    public static final int MOST = 6;

    /** The bits of a band in its key. */
    public static final int BITS = 42;

    /** The bits of a component that signatures may hold. */
    private static final int SKIPPED = 8;

    /** The bits after the first rows, by the number of rows. */
    private static final int[] AFTER = {BITS, 30, 21, 15, 10, 5, 0};

    private BandRows() {}

    /** Returns the {@value #BITS} bits of a band. Allocates nothing. */
    static long pack(byte[] components, int offset, int rows) {
        long packed = 0;
        for (int row = 0; row < rows; row++) {
            long component = (long) Bytes.LITTLE_LONG.get(components, offset + row * Long.BYTES);
            packed = packed << width(row) | component >>> SKIPPED & (1L << width(row)) - 1;
        }
        return packed << AFTER[rows];
    }

    /** Returns the probability that unequal components have equal bits in a row, from 0. */
    static double accident(int row) {
        return 1.0 / (1 << width(row));
    }

    /** Returns the first key that agrees with another in the band and its first rows, {@value #FEWEST}–{@value #MOST} of them. */
    public static long first(long key, int rows) {
        return key & -1L << AFTER[rows];
    }

    /** Returns the last key that agrees with another in the band and its first rows, {@value #FEWEST}–{@value #MOST} of them. */
    public static long last(long key, int rows) {
        return key | ~(-1L << AFTER[rows]);
    }

    private static int width(int row) {
        return AFTER[row] - AFTER[row + 1];
    }
}
