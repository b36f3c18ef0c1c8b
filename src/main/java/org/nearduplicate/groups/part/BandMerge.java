package org.nearduplicate.groups.part;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.RankedBitSet;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;

/**
 * Merges the band terms of all shards in order, and returns the buckets of two documents or more, range after
 * range of keys: a bucket has all terms with the same first rows, and a range ends after the bucket with which its
 * documents take more memory than they may. Of the other terms it keeps a count. Not thread-safe.
 */
public final class BandMerge implements Closeable {

    private final DocumentAddresses all;
    private final KeyRange range;
    private final int rows;
    private final int limit;
    private final LongPredicate isCut;
    private final ScanOptions options;
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
     * @param limit the documents beyond which the key of a bucket is kept
     * @param isCut selects the other keys that are kept: those of buckets that are known to be cut
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
        this.options = ScanOptions.of(all.shards().size(), rows, range.to());
        for (int shard = 0; shard < all.shards().size(); shard++) {
            streams.add(new BandStream(shard));
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

    /**
     * Buckets of two documents or more.
     *
     * @param addresses the {@linkplain DocumentAddresses addresses} of their documents, ascending
     * @param table the buckets, whose members are documents
     */
    public record Buckets(int[] addresses, BucketTable table) {

        /** Returns how many documents there are. */
        public int documents() {
            return addresses.length;
        }

        /** Returns how often they are members at most once large buckets are cut. */
        public long cutMembers() {
            return table.cutMemberCount();
        }
    }

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
        double share = isDone() ? 1 : range.share(queue.top().terms.key());
        return share < leastShare ? members : (long) (members / share);
    }

    /** Gives back the memory of terms that are not merged. */
    @Override
    public void close() {
        streams.forEach(BandStream::close);
    }

    /** Returns what was counted; of all terms of the range once all are merged. */
    public GroupsCounts counts() {
        long leftOut = streams.stream().mapToLong(stream -> stream.leftOut).sum();
        return GroupsCounts.NONE.with(Count.BAND_TERMS, mergedTerms + leftOut)
                .with(Count.BUCKETS, bucketCount)
                .with(Count.LARGEST_BUCKET, largestBucket);
    }

    /**
     * Merges the terms of the next buckets, of one at least.
     *
     * @param room says where the range ends
     * @param scope is charged for the memory of the buckets
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
        long key = stream.terms.key();
        if (stream.terms.count() == 1) {
            int doc = stream.terms.doc(0);
            BandStream next = advance();
            if (next == null || next.terms.key() > BandRows.last(key, rows)) {
                return;
            }
            add(stream.shard, doc);
        }
        addAll(key);
    }

    /** Fills a bucket with the documents of its terms from one on, in all shards. */
    private void addAll(long from) {
        long last = BandRows.last(from, rows);
        long key = from;
        BandStream stream = queue.top();
        while (stream != null && stream.terms.key() <= last) {
            mergedTerms += stream.terms.key() == key ? 0 : 1;
            key = stream.terms.key();
            for (int i = 0; i < stream.terms.count(); i++) {
                add(stream.shard, stream.terms.doc(i));
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

    /**
     * The band terms of one shard, in order, from its first answer to its last: the next one is on its way
     * while one is read, so that two are in memory. A shard ends an answer where it likes. A term that goes on
     * in the next answer is handed on in parts.
     */
    private final class BandStream implements Closeable {

        private final int shard;

        private ScanPosition next = new ScanPosition(range.from(), 0);
        private CompletableFuture<BandBlock> underWay;
        private BandBlock.Cursor terms;
        private long bytesHeld;

        /** How many terms the shard has left out so far. */
        private long leftOut;

        /** Opens a stream, and requests its first terms. */
        BandStream(int shard) {
            this.shard = shard;
            request();
        }

        /**
         * Moves to the next term, waiting for it; false if there is none.
         *
         * @throws IllegalStateException if the shard cannot have such terms
         */
        boolean next() {
            while (terms == null || terms.next() == false) {
                if (underWay == null) {
                    hold(0);
                    return false;
                }
                receive();
            }
            return true;
        }

        /** Gives back the memory of what is not read. */
        @Override
        public void close() {
            hold(0);
            if (underWay != null) {
                underWay = null;
                monitor.reserve(-options.maxBytes());
            }
        }

        private void request() {
            monitor.reserve(options.maxBytes());
            underWay = all.shards().get(shard).scan(next, options);
        }

        private void receive() {
            BandBlock block = Await.answer(underWay, monitor);
            monitor.reserve(-options.maxBytes());
            hold(block.bytes().length);
            ScanPosition start = next;
            next = block.next();
            ScanPosition end = options.end();
            if (next.compareTo(start) <= 0 || next.compareTo(end) > 0) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT,
                                "possible corruption: a scan from %s goes on after it, up to %s, got %s",
                                start, end, next));
            }
            terms = new BandBlock.Cursor(block, start);
            leftOut += block.leftOut();
            underWay = null;
            if (next.equals(end) == false) {
                request();
            }
            monitor.walked(range.share(start.key()));
        }

        private void hold(long bytes) {
            monitor.reserve(bytes - bytesHeld);
            bytesHeld = bytes;
        }
    }

    private static final class StreamQueue extends PriorityQueue<BandStream> {

        StreamQueue(int shards) {
            super(shards);
        }

        @Override
        protected boolean lessThan(BandStream a, BandStream b) {
            return a.terms.key() < b.terms.key();
        }
    }
}
