package org.nearduplicate.groups.part;

import java.util.function.IntPredicate;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.sketch.UnionFind;

/**
 * Takes the pairs of contents of one range that may be similar: their documents hang together. Pairs that hang together
 * already are not compared. Belongs to one thread.
 */
final class LinkedPairs implements PairVerifier.Sink {

    private static final int REPORT_MASK = (1 << 12) - 1;

    private final Links links;
    private final DistinctSignatures contents;
    private final int[] addresses;
    private final GroupsProgress monitor;
    private final UnionFind sets;
    private final FixedBitSet linked;
    private long comparisons;

    LinkedPairs(Links links, DistinctSignatures contents, int[] addresses, GroupsProgress monitor) {
        this.links = links;
        this.contents = contents;
        this.addresses = addresses;
        this.monitor = monitor;
        int size = contents.size();
        monitor.reserve(
                size * (long) Integer.BYTES + FixedBitSet.bits2words(size) * (long) Long.BYTES);
        this.sets = new UnionFind(size);
        this.linked = new FixedBitSet(Math.max(1, size));
    }

    /** Returns how many pairs were compared. */
    long comparisons() {
        return comparisons;
    }

    @Override
    public boolean isWanted(int a, int b) {
        if (sets.find(a) == sets.find(b) || links.areLinked(address(a), address(b))) {
            return false;
        }
        if ((++comparisons & REPORT_MASK) == 0) {
            report();
        }
        return true;
    }

    @Override
    public void accept(int a, int b, double similarity) {
        sets.union(a, b);
        linked.set(a);
        linked.set(b);
    }

    private void report() {
        monitor.checkCancelled();
        monitor.compared(comparisons, 0);
    }

    /** Tells the links what hangs together, documents of one content included. */
    void link() {
        report();
        IntPredicate isLinked = document -> linked.get(contents.of(document))
                || contents.documentCount(contents.of(document)) > 1;
        links.add(addresses, isLinked);
        for (int document = 0; document < addresses.length; document++) {
            monitor.checkCancelled(document);
            if (isLinked.test(document)) {
                links.link(addresses[document], address(sets.find(contents.of(document))));
            }
        }
    }

    private int address(int content) {
        return addresses[contents.firstDocument(content)];
    }
}
