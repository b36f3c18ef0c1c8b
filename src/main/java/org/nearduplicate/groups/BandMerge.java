package org.nearduplicate.groups;

import java.util.List;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Merges the band terms of all shards, range by range, and takes down the buckets of two documents or
 * more. Of the others it keeps a count. Belongs to one thread.
 *
 * <p>Documents of several shards are numbered in a table as they come. Those of one shard have numbers,
 * and are numbered anew at the end, without a table.
 */
final class BandMerge {

    private final BucketTable buckets;
    private final JobMonitor monitor;

    private DocumentTable table;
    private long[] keys;

    private long terms;
    private int largestBucket;

    BandMerge(JobMonitor monitor) {
        this.monitor = monitor;
        this.buckets = new BucketTable(monitor);
    }

    /** Returns the {@linkplain DocumentTable keys} of the documents, ascending; after finishing. */
    long[] keys() {
        return keys;
    }

    /** Returns the buckets of two documents or more, by the places of their keys; after finishing. */
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
     * Merges the blocks of one range.
     *
     * @param blocks the block of each shard, of the same shards as at every other call
     * @param range the range
     * @throws IllegalStateException if a block cannot be one of that range
     */
    void merge(List<BandBlock> blocks, BandRange range) {
        if (blocks.size() > 1 && table == null) {
            table = new DocumentTable(monitor);
        }
        SourceQueue queue = new SourceQueue(blocks.size());
        for (int shard = 0; shard < blocks.size(); shard++) {
            terms += blocks.get(shard).leftOut();
            Source source = new Source(shard, new BandBlock.Cursor(blocks.get(shard), range));
            if (source.cursor.next()) {
                queue.add(source);
            }
        }
        while (queue.size() > 0) {
            monitor.checkCancelled();
            mergeTerm(queue);
        }
    }

    /** Ends the merge: documents are numbered in the order in which shards are read. */
    void finish() {
        if (table == null) {
            numberInOneShard();
            return;
        }
        int[] renumbered = table.sort();
        buckets.replaceMembers(member -> renumbered[member]);
        monitor.reserve(-renumbered.length * (long) Integer.BYTES);
        keys = table.keys();
    }

    private void numberInOneShard() {
        int bound = 0;
        for (int i = 0; i < buckets.memberCount(); i++) {
            bound = Math.max(bound, Math.incrementExact(buckets.member(i)));
        }
        NumberSet documents = new NumberSet(bound, monitor);
        for (int i = 0; i < buckets.memberCount(); i++) {
            documents.add(buckets.member(i));
        }
        documents.finish();
        buckets.replaceMembers(documents::place);
        monitor.reserve(documents.size() * (long) Long.BYTES);
        keys = new long[documents.size()];
        int document = 0;
        for (int i = 0; i < keys.length; i++) {
            document = documents.next(document);
            keys[i] = DocumentTable.key(0, document++);
        }
        documents.release();
    }

    /** Returns by which number a document is known until the end. */
    private int number(int shard, int document) {
        return table == null ? document : table.number(DocumentTable.key(shard, document));
    }

    private void mergeTerm(SourceQueue queue) {
        terms++;
        Source source = queue.top();
        long key = source.key();
        if (source.cursor.count() == 1) {
            int document = source.cursor.document(0);
            Source next = advance(queue);
            if (next != null && next.key() == key) {
                buckets.add(number(source.shard, document));
                addAll(queue, key, 1);
            }
        } else {
            addAll(queue, key, 0);
        }
    }

    /** Fills a bucket with the documents of all shards that have the term. */
    private void addAll(SourceQueue queue, long key, int sizeSoFar) {
        int size = sizeSoFar;
        for (Source source = queue.top(); source != null && source.key() == key;) {
            int count = source.cursor.count();
            for (int i = 0; i < count; i++) {
                buckets.add(number(source.shard, source.cursor.document(i)));
            }
            size += count;
            source = advance(queue);
        }
        buckets.finish(BandTermFormat.band(key));
        largestBucket = Math.max(largestBucket, size);
    }

    /** Moves the first shard to its next term, and returns the shard that is first then, or null. */
    private static Source advance(SourceQueue queue) {
        if (queue.top().cursor.next()) {
            queue.updateTop();
        } else {
            queue.pop();
        }
        return queue.top();
    }

    private record Source(int shard, BandBlock.Cursor cursor) {

        long key() {
            return cursor.key();
        }
    }

    private static final class SourceQueue extends PriorityQueue<Source> {

        SourceQueue(int shards) {
            super(shards);
        }

        @Override
        protected boolean lessThan(Source a, Source b) {
            return a.key() < b.key();
        }
    }
}
