package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Merges the band terms of all shards in order, and takes down the buckets of two documents or more. Of
 * the others it keeps a count. Belongs to one thread.
 */
final class BandMerge {

    private final BucketTable buckets;
    private final GroupsProgress monitor;

    private final DocumentAddresses all;
    private int[] addresses;

    private long terms;
    private int largestBucket;

    private BandMerge(DocumentAddresses all, GroupsProgress monitor) {
        this.all = all;
        this.monitor = monitor;
        this.buckets = new BucketTable(monitor);
    }

    /** Returns the {@linkplain DocumentAddresses addresses} of the documents, ascending. */
    int[] addresses() {
        return addresses;
    }

    /** Returns the buckets of two documents or more, whose members are documents. */
    BucketTable buckets() {
        return buckets;
    }

    /** Returns the number of distinct band terms so far. */
    long terms() {
        return terms;
    }

    /** Returns the number of documents of the largest bucket so far. */
    int largestBucket() {
        return largestBucket;
    }

    /**
     * Merges all terms of all shards.
     *
     * @param all the addresses of the documents of the shards
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    static BandMerge of(
            List<? extends Shard> shards, DocumentAddresses all, BandTermFormat format,
            GroupsProgress monitor) {
        WalkOptions options = WalkOptions.of(shards.size());
        BandMerge merge = new BandMerge(all, monitor);
        List<BandStream> streams = new ArrayList<>();
        for (Shard shard : shards) {
            streams.add(new BandStream(streams.size(), shard, format, options, monitor));
        }
        merge.merge(streams);
        monitor.walked(1);
        merge.finish();
        return merge;
    }

    private void merge(List<BandStream> streams) {
        StreamQueue queue = new StreamQueue(streams.size());
        for (BandStream stream : streams) {
            if (stream.next()) {
                queue.add(stream);
            }
        }
        while (queue.size() > 0) {
            monitor.checkCancelled();
            mergeTerm(queue);
        }
        for (BandStream stream : streams) {
            terms += stream.leftOut();
        }
    }

    /** Ends the merge: the documents get numbers. */
    private void finish() {
        NumberSet documents = new NumberSet(all.count(), monitor);
        for (int i = 0; i < buckets.memberCount(); i++) {
            monitor.checkCancelled(i);
            documents.add(buckets.member(i));
        }
        documents.finish();
        buckets.replaceMembers(documents::place);
        addresses = documents.toArray();
        documents.release();
    }

    private void mergeTerm(StreamQueue queue) {
        terms++;
        BandStream stream = queue.top();
        long key = stream.key();
        if (stream.count() == 1) {
            int doc = stream.doc(0);
            BandStream next = advance(queue);
            if (next != null && next.key() == key) {
                buckets.add(all.address(stream.shardNumber(), doc));
                addAll(queue, key, 1);
            }
        } else {
            addAll(queue, key, 0);
        }
    }

    /** Fills a bucket with the documents of all shards that have the term. */
    private void addAll(StreamQueue queue, long key, int sizeSoFar) {
        int size = sizeSoFar;
        for (BandStream stream = queue.top(); stream != null && stream.key() == key;) {
            int count = stream.count();
            for (int i = 0; i < count; i++) {
                buckets.add(all.address(stream.shardNumber(), stream.doc(i)));
            }
            size += count;
            stream = advance(queue);
        }
        buckets.finish(BandTermFormat.band(key));
        largestBucket = Math.max(largestBucket, size);
    }

    /** Moves the first shard to its next term, and returns the shard that is first then, or null. */
    private static BandStream advance(StreamQueue queue) {
        if (queue.top().next()) {
            queue.updateTop();
        } else {
            queue.pop();
        }
        return queue.top();
    }

    private static final class StreamQueue extends PriorityQueue<BandStream> {

        StreamQueue(int shards) {
            super(shards);
        }

        @Override
        protected boolean lessThan(BandStream a, BandStream b) {
            return a.key() < b.key();
        }
    }
}
