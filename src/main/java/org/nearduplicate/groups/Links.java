package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.groups.shard.NumberSet;
import org.nearduplicate.sketch.JobMonitor;

/**
 * What the ranges of a job have told so far: which documents hang together, how limited buckets are cut, and counts.
 * Belongs to one thread.
 */
final class Links {

    private final DocumentAddresses all;
    private final JobMonitor monitor;
    private final BucketBlocks blocks;
    private DocumentComponents components;
    private NumberSet inBuckets;
    private NumberSet inLimited;
    private RangeLinks.Counts counts = RangeLinks.Counts.NONE;

    /**
     * @param all the addresses of the documents of all shards
     * @param monitor is asked for memory until the job ends
     */
    Links(DocumentAddresses all, JobMonitor monitor) {
        this.all = all;
        this.monitor = monitor;
        this.blocks = new BucketBlocks(monitor);
    }

    /** Begins to link, unless that is so. Before there is nothing but counts. */
    void begin() {
        if (components != null) {
            return;
        }
        components = new DocumentComponents(all, monitor);
        inBuckets = new NumberSet(all.count(), monitor);
    }

    /** Returns how limited buckets are cut. */
    BucketBlocks blocks() {
        return blocks;
    }

    /** Returns which documents hang together. */
    DocumentComponents components() {
        return components;
    }

    /** Returns what was counted. */
    RangeLinks.Counts counts() {
        return counts;
    }

    /** Adds what was counted of a range. */
    void add(RangeLinks.Counts range) {
        counts = counts.plus(range);
    }

    /** Takes down the documents of some buckets. */
    void addInBuckets(int[] addresses) {
        for (int i = 0; i < addresses.length; i++) {
            monitor.checkCancelled(i);
            inBuckets.add(addresses[i]);
        }
    }

    /** Takes down a document of a limited bucket. */
    void addInLimited(int address) {
        if (inLimited == null) {
            inLimited = new NumberSet(all.count(), monitor);
        }
        inLimited.add(address);
    }

    /** Adds what another range told, which may have been linked elsewhere. */
    void add(RangeLinks range) {
        int[] documents = range.documents();
        components.add(documents.length, i -> documents[i]);
        for (int i = 0; i < documents.length; i++) {
            monitor.checkCancelled(i);
            components.link(documents[i], documents[range.first()[i]]);
        }
        addInBuckets(documents);
        addInBuckets(range.othersInBuckets());
        for (int i = 0; i < range.inLimited().length; i++) {
            monitor.checkCancelled(i);
            addInLimited(range.inLimited()[i]);
        }
        range.blocks().forEach(blocks::put);
        add(range.counts());
    }

    /** Ends the adding of documents of buckets. */
    void finish() {
        if (inBuckets != null) {
            inBuckets.finish();
        }
        if (inLimited != null) {
            inLimited.finish();
        }
    }

    /** Returns how many documents share a bucket with another; after finishing. */
    int documentsInBuckets() {
        return inBuckets == null ? 0 : inBuckets.size();
    }

    /** Returns how many documents are in limited buckets; after finishing. */
    int documentsInLimited() {
        return inLimited == null ? 0 : inLimited.size();
    }

    private int[] othersInBuckets() {
        int[] all = inBuckets.toArray();
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            monitor.checkCancelled(i);
            if (components.contains(all[i]) == false) {
                all[count++] = all[i];
            }
        }
        return Arrays.copyOf(all, count);
    }

    /** Returns all that was told, to be added elsewhere, and asks for its memory; after finishing. */
    RangeLinks links() {
        int[] documents = components.addresses();
        monitor.reserve(documents.length * (long) Integer.BYTES);
        int[] first = new int[documents.length];
        for (int i = 0; i < first.length; i++) {
            monitor.checkCancelled(i);
            first[i] = components.find(i);
        }
        return new RangeLinks(
                documents, first, othersInBuckets(),
                inLimited == null ? new int[0] : inLimited.toArray(), blocks.all(), counts);
    }
}
