package org.nearduplicate.recent;

import java.util.function.Consumer;
import org.nearduplicate.sketch.SketchedText;

/**
 * The recent documents of one place by their band terms: a hash table for each band, whose chains go through the
 * documents themselves. Documents come and go in O(bands); nothing is allocated but when a table grows. Belongs to
 * one thread at a time.
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
        link(document);
    }

    /** Removes a document that is there. */
    void remove(RecentDocument document) {
        size--;
        for (int band = 0; band < heads.length; band++) {
            int slot = slot(document.text(), band);
            RecentDocument before = null;
            RecentDocument at = heads[band][slot];
            while (at != document) {
                before = at;
                at = at.next(band);
            }
            if (before == null) {
                heads[band][slot] = document.next(band);
            } else {
                before.next(band, document.next(band));
            }
            document.next(band, null);
        }
    }

    /**
     * Visits the documents that share a band term with a text, once for each that they share.
     *
     * @param text the text
     * @param visitor is given them
     */
    void forEachCandidate(SketchedText text, Consumer<RecentDocument> visitor) {
        for (int band = 0; band < heads.length; band++) {
            long key = text.keys()[band];
            for (RecentDocument at = heads[band][slot(text, band)]; at != null; at =
                    at.next(band)) {
                if (at.text().keys()[band] == key) {
                    visitor.accept(at);
                }
            }
        }
    }

    private void grow() {
        RecentDocument[][] before = heads;
        heads = new RecentDocument[before.length][2 * before[0].length];
        for (RecentDocument head : before[0]) {
            RecentDocument at = head;
            while (at != null) {
                RecentDocument next = at.next(0);
                link(at);
                at = next;
            }
        }
    }

    private void link(RecentDocument document) {
        for (int band = 0; band < heads.length; band++) {
            int slot = slot(document.text(), band);
            document.next(band, heads[band][slot]);
            heads[band][slot] = document;
        }
    }

    /** The lower bits of a key are those of a hash. */
    private int slot(SketchedText text, int band) {
        return (int) text.keys()[band] & heads[band].length - 1;
    }
}
