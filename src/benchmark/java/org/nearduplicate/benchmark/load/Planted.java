package org.nearduplicate.benchmark.load;

import java.util.Set;

/**
 * A text to ask for.
 *
 * @param id a document; it has the text if any has
 * @param text the text
 * @param near the documents that are too similar to be missed, with that one; empty if none has it
 * @param related the documents that may be found; no others are near duplicates
 */
record Planted(String id, String text, Set<String> near, Set<String> related) {

    /** Returns a text that no document is like. */
    static Planted none(int document, String text) {
        return new Planted(Integer.toString(document), text, Set.of(), Set.of());
    }
}
