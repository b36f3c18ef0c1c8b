package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.nearduplicate.recent.Place;
import org.nearduplicate.recent.RecentDocument;

/** A bulk request, and the documents of it that were let in. Safe for use by several threads. */
final class BulkTicket {

    private final List<LetIn> documents = new ArrayList<>();
    private final Map<Name, LetIn> last = new HashMap<>();
    private final Set<String> changed = new HashSet<>();
    private Sender sender;

    private record Name(Place place, String id) {}

    /** A document that was let in, perhaps several times in a row with the same text. */
    static final class LetIn {

        private final RecentDocument document;
        private int times = 1;

        private LetIn(RecentDocument document) {
            this.document = document;
        }

        RecentDocument document() {
            return document;
        }

        /** Returns how often it was let in: by several items, or by several processors that one item went through. */
        int times() {
            return times;
        }
    }

    /** Returns who sent it, of which the thread that works for it knows; all its documents have one sender. */
    synchronized Sender sender(ThreadContext context) {
        if (sender == null) {
            sender = Sender.of(context);
        }
        return sender;
    }

    /** Returns whether a document is the same as the one of its name that was let in last; it is counted then. */
    synchronized boolean isAgain(RecentDocument document) {
        LetIn before = last.get(name(document));
        boolean isAgain = before != null && before.document.hasTextOf(document);
        if (isAgain) {
            before.times++;
        }
        return isAgain;
    }

    synchronized void add(RecentDocument document) {
        LetIn letIn = new LetIn(document);
        documents.add(letIn);
        last.put(name(document), letIn);
    }

    /** Takes note that there is an update which may change a document to something that no processor saw. */
    synchronized void mayChange(String id) {
        changed.add(id);
    }

    /** Returns whether there is such an update of a document. */
    synchronized boolean isPerhapsChanged(String id) {
        return changed.contains(id);
    }

    /** Returns the documents so far, in the order in which they were let in. */
    synchronized List<LetIn> documents() {
        return List.copyOf(documents);
    }

    private static Name name(RecentDocument document) {
        return new Name(document.place(), document.id());
    }
}
