package org.nearduplicate.recent;

import java.util.function.Predicate;
import org.nearduplicate.sketch.SketchedText;

/**
 * The recent documents of one place by their band terms: a hash table for each band, whose chains go through the
 * documents themselves, the oldest first. Documents come and go in O(bands), however many share a band term; nothing is
 * allocated but when a table grows. Belongs to one thread at a time.
 */
final class BandChains {

    private static final int INITIAL_SIZE = 16;

    private RecentDocument[][] heads;
    private int size;

    BandChains(int bands) {
        heads = new RecentDocument[bands][INITIAL_SIZE];
    }

    /** Returns whether there is no document. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a document that has a text, and is not there. */
    void add(RecentDocument document) {
        if (size == heads[0].length) {
            grow();
        }
        size++;
        for (int band = 0; band < heads.length; band++) {
            link(document, band);
        }
    }

    /** Removes a document that is there. */
    void remove(RecentDocument document) {
        size--;
        for (int band = 0; band < heads.length; band++) {
            unlink(document, band);
        }
    }

    /**
     * Visits the documents that share a band term with a text, once for each that they share, those of a band by age.
     *
     * @param text the text
     * @param visitor is given them until it returns false
     */
    void visitCandidates(SketchedText text, Predicate<RecentDocument> visitor) {
        for (int band = 0; band < heads.length; band++) {
            long key = text.keys()[band];
            for (RecentDocument at = heads[band][slot(text, band)]; at != null; at =
                    at.next(band)) {
                if (at.text().keys()[band] == key && visitor.test(at) == false) {
                    return;
                }
            }
        }
    }

    /** Each chain goes into two, in its order. */
    private void grow() {
        RecentDocument[][] before = heads;
        heads = new RecentDocument[before.length][2 * before[0].length];
        for (int band = 0; band < heads.length; band++) {
            for (RecentDocument head : before[band]) {
                RecentDocument at = head;
                while (at != null) {
                    RecentDocument next = at.next(band);
                    link(at, band);
                    at = next;
                }
            }
        }
    }

    /** Before the head of a chain comes its tail. */
    private void link(RecentDocument document, int band) {
        int slot = slot(document.text(), band);
        RecentDocument head = heads[band][slot];
        if (head == null) {
            heads[band][slot] = document;
            document.previous(band, document);
        } else {
            RecentDocument tail = head.previous(band);
            tail.next(band, document);
            document.previous(band, tail);
            head.previous(band, document);
        }
        document.next(band, null);
    }

    private void unlink(RecentDocument document, int band) {
        int slot = slot(document.text(), band);
        RecentDocument head = heads[band][slot];
        RecentDocument previous = document.previous(band);
        RecentDocument next = document.next(band);
        if (document == head) {
            heads[band][slot] = next;
        } else {
            previous.next(band, next);
        }
        if (next != null) {
            next.previous(band, previous);
        } else if (document != head) {
            head.previous(band, previous);
        }
        document.previous(band, null);
        document.next(band, null);
    }

    /** The lower bits of a key are those of a hash. */
    private int slot(SketchedText text, int band) {
        return (int) text.keys()[band] & heads[band].length - 1;
    }
}
