package org.nearduplicate.unseen;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * Texts of one field by their band terms: for each band a hash table of the fewest rows that a lookup takes. What is at one
 * place there is a digital search tree (Coffman, Eve, <a href="https://doi.org/10.1145/362686.362693">File structures using hashing
 * functions</a>, 1970), whose nodes are texts, by the bits of the rows that follow and then by those of their numbers, which part
 * copies. So texts that agree in more rows stand together, and no tree is deeper than there are bits, whatever the texts are. Nothing is
 * allocated for a text but when the table grows. Not thread-safe.
 */
public final class TextTable {

    /** The bits of the rows that follow the fewest. */
    private static final int BITS = Long.bitCount(BandRows.last(0, BandRows.FEWEST));

    private static final int INITIAL_SIZE = 16;
    private static final int NONE = -1;

    private final int bands;
    private SketchedText[] texts = new SketchedText[INITIAL_SIZE];

    /** The numbers of texts: by band and place the root there, and after all these by text, band and side what is below. */
    private int[] links;

    /** By text, the last lookup that met it: it may share several bands. */
    private int[] met = new int[INITIAL_SIZE];

    private int size;
    private int lookups;
    private int counted;

    /**
     * @param bands how many band terms each text has
     */
    public TextTable(int bands) {
        this.bands = bands;
        this.links = noLinks(INITIAL_SIZE);
    }

    /** Returns the bytes that the next text takes on the heap, roughly. */
    static long ramBytesUsed(SketchedText text) {
        // Tables are three quarters full on average, and have three links.
        return text.ramBytesUsed() + text.keys().length * 4L * Integer.BYTES + 2 * Long.BYTES;
    }

    /** Adds a text, and returns its number, from 0. */
    public int add(SketchedText text) {
        if (size == texts.length) {
            grow();
        }
        texts[size] = text;
        link(size);
        return size++;
    }

    /** Takes a text away: no lookup meets it any more. */
    public void remove(int number) {
        texts[number] = null;
    }

    /** Returns a text, or null if it was taken away. */
    public SketchedText get(int number) {
        return texts[number];
    }

    /**
     * Visits the texts that agree with another one in the first rows of a band, each once; those first that agree in more rows.
     *
     * @param text the other one, sketched by the same scheme
     * @param rows the rows in which they agree at least, {@value BandRows#FEWEST}–{@value BandRows#MOST}
     * @param maxBucketSize where more texts than that agree in the rows of a band, one row more is taken until there are no more than
     *     that; none is visited if more agree in all rows
     * @param visitor is given their numbers until it returns false
     * @return whether it never did
     */
    public boolean visitCandidates(
            SketchedText text, int rows, int maxBucketSize, IntPredicate visitor) {
        lookups++;
        IntPredicate once = number -> isMet(number) || visitor.test(number);
        for (int taken = BandRows.MOST; taken >= rows; taken--) {
            for (int band = 0; band < bands; band++) {
                long key = text.keys()[band];
                boolean isTooLarge = maxBucketSize < size
                        && isLarger(band, key, taken, maxBucketSize);
                if (isTooLarge == false && visit(band, key, taken, once) == false) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isMet(int number) {
        boolean isMet = met[number] == lookups;
        met[number] = lookups;
        return isMet;
    }

    private boolean isLarger(int band, long key, int rows, int maxBucketSize) {
        counted = 0;
        return visit(band, key, rows, number -> ++counted <= maxBucketSize) == false;
    }

    /** Visits a bucket, and returns whether the visitor wants to see more. */
    private boolean visit(int band, long key, int rows, IntPredicate visitor) {
        long last = BandRows.last(key, rows);
        return visit(root(band, key), 0, band, last, last ^ BandRows.first(key, rows), visitor);
    }

    /**
     * Visits those of a bucket that are in a tree.
     *
     * @param depth of that tree
     * @param last the last key of the bucket
     * @param open the bits in which its keys differ
     */
    private boolean visit(
            int slot, int depth, int band, long last, long open, IntPredicate visitor) {
        int number = links[slot];
        if (number == NONE) {
            return true;
        }
        SketchedText text = texts[number];
        boolean isIn = text != null && (text.keys()[band] | open) == last;
        if (isIn && visitor.test(number) == false) {
            return false;
        }
        int side = side(last, 0, depth);
        boolean isOnBothSides = depth >= BITS || side(open, 0, depth) == 1;
        return visit(below(number, band, side), depth + 1, band, last, open, visitor)
                && (isOnBothSides == false || visit(
                        below(number, band, 1 - side), depth + 1, band, last, open, visitor));
    }

    private void grow() {
        links = noLinks(2 * texts.length);
        texts = Arrays.copyOf(texts, 2 * texts.length);
        met = Arrays.copyOf(met, texts.length);
        for (int number = 0; number < size; number++) {
            if (texts[number] != null) {
                link(number);
            }
        }
    }

    private int[] noLinks(int places) {
        int[] none = new int[Math.multiplyExact(3 * bands, places)];
        Arrays.fill(none, NONE);
        return none;
    }

    private void link(int number) {
        for (int band = 0; band < bands; band++) {
            long key = texts[number].keys()[band];
            int slot = root(band, key);
            for (int depth = 0; links[slot] != NONE; depth++) {
                slot = below(links[slot], band, side(key, number, depth));
            }
            links[slot] = number;
        }
    }

    /** A tree is found by the last bits of the rows before those that it is ordered by. */
    private int root(int band, long key) {
        int places = texts.length;
        return band * places + ((int) (key >>> BITS) & places - 1);
    }

    private int below(int number, int band, int side) {
        return bands * texts.length + 2 * (number * bands + band) + side;
    }

    /** Returns on which side of a text of a depth another one is. */
    private static int side(long key, int number, int depth) {
        return depth < BITS
                ? (int) (key >>> BITS - 1 - depth) & 1
                : number >>> depth - BITS & 1;
    }
}
