package org.nearduplicate.recent;

import java.util.HashMap;
import java.util.Map;

/**
 * What is known of each document under its name, the newest first: an older one counts again if the newer one is refused.
 * Belongs to one thread at a time.
 */
final class Versions {

    private final Map<Key, RecentDocument> newest = new HashMap<>();

    /** Tells documents from each other. */
    private record Key(Place place, String id) {}

    /** Returns the newest, or null. */
    RecentDocument newest(Place place, String id) {
        return newest.get(new Key(place, id));
    }

    /** Adds a document that is newer than all of its name. */
    void add(RecentDocument document) {
        link(newest.put(key(document), document), document);
    }

    /** Adds a document that was written: those that are still to be written come after it. */
    void addWritten(RecentDocument document) {
        RecentDocument newer = null;
        RecentDocument older = newest.get(key(document));
        while (older != null && older.isWritten() == false) {
            newer = older;
            older = older.older();
        }
        link(older, document);
        if (newer == null) {
            newest.put(key(document), document);
        } else {
            link(document, newer);
        }
    }

    /** Removes a document that is there. */
    void remove(RecentDocument document) {
        if (document.newer() != null) {
            document.newer().older(document.older());
        } else if (document.older() != null) {
            newest.put(key(document), document.older());
        } else {
            newest.remove(key(document));
        }
        if (document.older() != null) {
            document.older().newer(document.newer());
        }
        document.older(null);
        document.newer(null);
    }

    private static void link(RecentDocument older, RecentDocument newer) {
        newer.older(older);
        if (older != null) {
            older.newer(newer);
        }
    }

    private static Key key(RecentDocument document) {
        return new Key(document.place(), document.id());
    }
}
