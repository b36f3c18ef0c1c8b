package org.nearduplicate.unseen;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.nearduplicate.sketch.SketchedText;

/**
 * Texts of one field by their band terms: for each band a hash table, whose chains go through numbers of texts, the newest
 * first. Nothing is allocated for a text but when the table grows. Belongs to one thread at a time.
 */
public final class TextTable {

    private static final int INITIAL_SIZE = 16;
    private static final int NONE = -1;

    private final int bands;
    private SketchedText[] texts = new SketchedText[INITIAL_SIZE];

    /** By band and slot, the number of the newest text there. */
    private int[] heads;

    /** By text and band, the number of the next older one. */
    private int[] older;

    /** By text, the last question that met it: it may share several bands. */
    private int[] met;

    private int size;
    private int questions;

    /**
     * @param bands how many band terms each text has
     */
    public TextTable(int bands) {
        this.bands = bands;
        this.heads = new int[bands * INITIAL_SIZE];
        this.older = new int[bands * INITIAL_SIZE];
        this.met = new int[INITIAL_SIZE];
        Arrays.fill(heads, NONE);
    }

    /** Returns the bytes that the next text takes on the heap, roughly. */
    static long ramBytesUsed(SketchedText text) {
        // Tables are three quarters full on average, and have heads and links.
        return text.ramBytesUsed() + text.keys().length * 8L * Integer.BYTES / 3 + 2 * Long.BYTES;
    }

    /**
     * Adds a text.
     *
     * @return its number, from 0
     */
    public int add(SketchedText text) {
        if (size == texts.length) {
            grow();
        }
        texts[size] = text;
        link(size);
        return size++;
    }

    /** Takes a text away: no question meets it any more. */
    public void remove(int number) {
        texts[number] = null;
    }

    /** Returns a text, or null if it was taken away. */
    public SketchedText get(int number) {
        return texts[number];
    }

    /**
     * Visits the texts that share a band term with another one, each once.
     *
     * @param text the other one, sketched by the same scheme
     * @param maxBucketSize a band term that more texts have is left out
     * @param visitor is given their numbers until it returns false
     */
    public void visitCandidates(SketchedText text, int maxBucketSize, IntPredicate visitor) {
        questions++;
        for (int band = 0; band < bands; band++) {
            long key = text.keys()[band];
            if (maxBucketSize < size && isLarger(band, key, maxBucketSize)) {
                continue;
            }
            for (int at = heads[slot(band, key)]; at != NONE; at = older[at * bands + band]) {
                if (isIn(at, band, key) && met[at] != questions) {
                    met[at] = questions;
                    if (visitor.test(at) == false) {
                        return;
                    }
                }
            }
        }
    }

    private boolean isIn(int number, int band, long key) {
        return texts[number] != null && texts[number].keys()[band] == key;
    }

    private boolean isLarger(int band, long key, int maxBucketSize) {
        int bucketSize = 0;
        for (int at = heads[slot(band, key)]; at != NONE; at = older[at * bands + band]) {
            if (isIn(at, band, key) && ++bucketSize > maxBucketSize) {
                return true;
            }
        }
        return false;
    }

    private void grow() {
        int capacity = 2 * texts.length;
        texts = Arrays.copyOf(texts, capacity);
        met = Arrays.copyOf(met, capacity);
        older = Arrays.copyOf(older, bands * capacity);
        heads = new int[bands * capacity];
        Arrays.fill(heads, NONE);
        for (int number = 0; number < size; number++) {
            link(number);
        }
    }

    private void link(int number) {
        SketchedText text = texts[number];
        if (text == null) {
            return;
        }
        for (int band = 0; band < bands; band++) {
            int slot = slot(band, text.keys()[band]);
            older[number * bands + band] = heads[slot];
            heads[slot] = number;
        }
    }

    /** The lower bits of a key are those of a hash. */
    private int slot(int band, long key) {
        int slots = texts.length;
        return band * slots + ((int) key & slots - 1);
    }
}
