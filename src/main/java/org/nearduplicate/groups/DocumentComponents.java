package org.nearduplicate.groups;

import java.util.function.IntUnaryOperator;
import org.nearduplicate.groups.shard.NumberSet;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Which documents hang together by pairs that may be similar. Learns it range by range, and keeps four bytes a
 * document that hangs together with another, and a bit and a half for every document there is. Belongs to one thread.
 */
final class DocumentComponents {

    private final DocumentAddresses all;
    private final JobMonitor monitor;
    private NumberSet documents;
    private UnionFind sets;

    /**
     * @param all the addresses of all documents
     */
    DocumentComponents(DocumentAddresses all, JobMonitor monitor) {
        this.all = all;
        this.monitor = monitor;
        this.documents = new NumberSet(all.count(), monitor);
        this.documents.finish();
        this.sets = new UnionFind(0);
    }

    /**
     * Adds documents, which hang together with none yet, unless they are known. O(documents in all).
     *
     * @param count how many
     * @param addresses gives theirs
     */
    void add(int count, IntUnaryOperator addresses) {
        int[] known = documents.toArray();
        NumberSet more = new NumberSet(all.count(), monitor);
        for (int i = 0; i < known.length; i++) {
            monitor.checkCancelled(i);
            more.add(known[i]);
        }
        for (int i = 0; i < count; i++) {
            monitor.checkCancelled(i);
            more.add(addresses.applyAsInt(i));
        }
        more.finish();
        monitor.reserve(more.size() * (long) Integer.BYTES);
        UnionFind grown = new UnionFind(more.size());
        for (int i = 0; i < known.length; i++) {
            monitor.checkCancelled(i);
            grown.union(more.place(known[i]), more.place(known[sets.find(i)]));
        }
        monitor.reserve(-2L * known.length * Integer.BYTES);
        documents.release();
        documents = more;
        sets = grown;
    }

    /** Returns how many documents were added. */
    int size() {
        return documents.size();
    }

    /** Returns the addresses of the documents, ascending, and asks for their memory. A document's number is its place. */
    int[] addresses() {
        return documents.toArray();
    }

    /** Returns the lowest number of the documents that hang together with one. */
    int find(int number) {
        return sets.find(number);
    }

    /** Returns whether a document was added. */
    boolean contains(int address) {
        return documents.contains(address);
    }

    /** Returns whether two documents, added or not, are known to hang together. */
    boolean areLinked(int a, int b) {
        return documents.contains(a) && documents.contains(b)
                && sets.find(documents.place(a)) == sets.find(documents.place(b));
    }

    /** Learns that two documents hang together, which were added. */
    void link(int a, int b) {
        sets.union(documents.place(a), documents.place(b));
    }
}
