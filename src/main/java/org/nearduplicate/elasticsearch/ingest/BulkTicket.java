package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.recent.RecentDocument;

/** A bulk request, and the documents of it that were let in. Safe for use by several threads. */
final class BulkTicket {

    private final List<RecentDocument> documents = new ArrayList<>();

    synchronized void add(RecentDocument document) {
        documents.add(document);
    }

    /** Returns the documents so far, in the order in which they were let in. */
    synchronized List<RecentDocument> documents() {
        return List.copyOf(documents);
    }
}
