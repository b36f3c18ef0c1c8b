package org.nearduplicate.groups.part;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.RankedBitSet;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Merges the band terms of all shards in order, and takes down the buckets of two documents or more, range after
 * range of keys: a bucket has all terms with the same first rows, and a range ends behind the bucket with which its
 * documents take more memory than they may. Of the other terms it keeps a count. Belongs to one thread.
 */
public final class BandMerge implements Closeable {

    private final DocumentAddresses all;
    private final KeyRange range;
    private final int rows;
    private final int limit;
    private final LongPredicate isCut;
    private final GroupsProgress monitor;
    private final List<BandStream> streams = new ArrayList<>();
    private final StreamQueue queue;

    private RankedBitSet documents;
    private int documentCount;
    private BucketTable buckets;
    private long mergedTerms;
    private long bucketCount;
    private int largestBucket;

    /**
     * Opens the streams of all shards.
     *
     * @param range the terms that are merged, of whole buckets
     * @param rows the first rows of a band that make a bucket
     * @param limit the documents beyond which the key of a bucket is taken down
     * @param isCut tells the other keys that are taken down: those of buckets that are known to be cut
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    public BandMerge(
            DocumentAddresses all, KeyRange range, int rows, int limit, LongPredicate isCut,
            GroupsProgress monitor) {
        this.all = all;
        this.range = range;
        this.rows = rows;
        this.limit = limit;
        this.isCut = isCut;
        this.monitor = monitor;
        this.queue = new StreamQueue(all.shards().size());
        ScanOptions options = ScanOptions.of(all.shards().size(), rows, range.to());
        for (Shard shard : all.shards()) {
            streams.add(new BandStream(streams.size(), shard, range, options, monitor));
        }
        for (BandStream stream : streams) {
            if (stream.next()) {
                queue.add(stream);
            }
        }
    }

    /** Says how much memory documents may take. */
    @FunctionalInterface
    public interface Room {

        /** For all documents. */
        Room ENDLESS = (documents, members) -> true;

        /** Returns whether so many documents fit, which are members of buckets so many times, those that are cut included. */
        boolean has(long documents, long members);
    }

    /** Returns whether all terms are merged. */
    public boolean isDone() {
        return queue.size() == 0;
    }

    /**
     * Returns how many members the buckets of the whole range will have, about, if those of the terms merged so far have
     * some: bands are like each other.
     *
     * @param members those of the terms merged so far
     * @param leastShare until that share of the range is merged, it is the same
     */
    public long forecast(long members, double leastShare) {
        double share = isDone() ? 1 : range.share(queue.top().key());
        return share < leastShare ? members : (long) (members / share);
    }

    /** Gives back the memory of terms that are not merged. */
    @Override
    public void close() {
        streams.forEach(BandStream::close);
    }

    /** Returns what was counted; of all terms of the range once all are merged. */
    public GroupsCounts counts() {
        long leftOut = streams.stream().mapToLong(BandStream::leftOut).sum();
        return GroupsCounts.NONE.with(Count.BAND_TERMS, mergedTerms + leftOut)
                .with(Count.BUCKETS, bucketCount)
                .with(Count.LARGEST_BUCKET, largestBucket);
    }

    /**
     * Merges the terms of the next buckets, of one at least.
     *
     * @param room says where the range ends
     * @param scope is asked for the memory of the buckets
     * @return the buckets of two documents or more
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    public Buckets next(Room room, JobMonitor scope) {
        documents = new RankedBitSet(all.count(), scope);
        documentCount = 0;
        buckets = new BucketTable(scope);
        while (isDone() == false && room.has(documentCount, buckets.cutMemberCount())) {
            monitor.checkCancelled();
            mergeBucket();
        }
        if (isDone()) {
            monitor.walked(1);
        }
        documents.finish();
        buckets.replaceMembers(documents::place);
        Buckets merged = new Buckets(documents.toArray(), buckets);
        documents.release();
        documents = null;
        buckets = null;
        return merged;
    }

    private void mergeBucket() {
        mergedTerms++;
        BandStream stream = queue.top();
        long key = stream.key();
        if (stream.count() == 1) {
            int doc = stream.doc(0);
            BandStream next = advance();
            if (next == null || next.key() > BandRows.last(key, rows)) {
                return;
            }
            add(stream.shardNumber(), doc);
        }
        addAll(key);
    }

    /** Fills a bucket with the documents of its terms from one on, in all shards. */
    private void addAll(long from) {
        long last = BandRows.last(from, rows);
        long key = from;
        BandStream stream = queue.top();
        while (stream != null && stream.key() <= last) {
            mergedTerms += stream.key() == key ? 0 : 1;
            key = stream.key();
            for (int i = 0; i < stream.count(); i++) {
                add(stream.shardNumber(), stream.doc(i));
            }
            stream = advance();
        }
        int size = buckets.open();
        long first = BandRows.first(from, rows);
        buckets.finish(size > limit || isCut.test(first) ? first : null);
        bucketCount++;
        largestBucket = Math.max(largestBucket, size);
    }

    private void add(int shard, int doc) {
        int address = all.address(shard, doc);
        monitor.checkCancelled(buckets.memberCount());
        buckets.add(address);
        documentCount += documents.add(address) ? 1 : 0;
    }

    /** Moves the first shard to its next term, and returns the shard that is first then, or null. */
    private BandStream advance() {
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
