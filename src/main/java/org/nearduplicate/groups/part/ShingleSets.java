package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.groups.shard.SetBlock;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle sets of a batch of contents, fetched from the shards. A content has the set of any of its
 * documents; that of the first is read. A job has one of these for all its batches. Belongs to one thread.
 */
final class ShingleSets {

    static final int BATCH_BYTES = 64 << 20;

    /** What a content costs in a batch beside its set: references, its number, its address, its place. */
    private static final int BYTES_PER_CONTENT =
            RamUsageEstimator.NUM_BYTES_OBJECT_REF + 3 * Integer.BYTES;

    private static final int NOT_IN_BATCH = -1;

    private final DistinctSignatures contents;
    private final int[] addresses;
    private final DocumentAddresses all;
    private final JobMonitor monitor;

    private final IntList batch;
    private final int[] placeInBatch;
    private long batchBytes;
    private byte[][] blocks;
    private int[] offsets;

    /**
     * @param addresses the {@linkplain DocumentAddresses addresses} of the documents
     */
    ShingleSets(DistinctSignatures contents, int[] addresses, DocumentAddresses all,
            JobMonitor monitor) {
        this.contents = contents;
        this.addresses = addresses;
        this.all = all;
        this.monitor = monitor;
        this.batch = new IntList(monitor);
        this.placeInBatch = IntList.ints(contents.size(), monitor);
        Arrays.fill(placeInBatch, NOT_IN_BATCH);
    }

    /** Adds the set of a content to the batch, if it is not in it. */
    void include(int content) {
        if (placeInBatch[content] == NOT_IN_BATCH) {
            placeInBatch[content] = batch.size();
            batch.add(content);
            batchBytes += length(content);
        }
    }

    /** Returns whether the sets of the batch have at least {@value #BATCH_BYTES} bytes. */
    boolean isBatch() {
        return batchBytes >= BATCH_BYTES;
    }

    /** Fetches the sets of the batch, and asks for their memory until they are forgotten. */
    void fetch() {
        monitor.reserve(charge());
        int[] sorted = batch.toArray();
        IntSorter.sort(
                sorted,
                0,
                sorted.length,
                (a, b) -> Integer.compare(contents.firstDocument(a), contents.firstDocument(b)),
                monitor);
        int[] batchAddresses = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            batchAddresses[i] = addresses[contents.firstDocument(sorted[i])];
        }
        blocks = new byte[sorted.length][];
        offsets = new int[sorted.length];
        all.read(
                batchAddresses,
                i -> length(sorted[i]),
                DocumentAddresses.CHUNKS,
                Shard::shingleSets,
                (from, to, answer) -> take(sorted, from, to, answer),
                monitor);
    }

    /** Forgets the batch, and begins the next. */
    void forget() {
        for (int i = 0; i < batch.size(); i++) {
            placeInBatch[batch.get(i)] = NOT_IN_BATCH;
        }
        monitor.reserve(-charge());
        batch.release();
        batchBytes = 0;
        blocks = null;
        offsets = null;
    }

    /** Returns the set of a content of the batch. */
    ShingleSet read(int content) {
        int place = placeInBatch[content];
        int offset = offsets[place];
        return ShingleSet.read(
                blocks[place], SetBlock.shinglesOffset(offset), shingles(content));
    }

    /** Returns the similarity of a set and that of a content of the batch, as the set computes it. */
    double jaccard(ShingleSet set, int content, double atLeast) {
        int place = placeInBatch[content];
        return set.share(
                ShareOf.UNION, blocks[place], SetBlock.shinglesOffset(offsets[place]),
                shingles(content), atLeast);
    }

    private int shingles(int content) {
        int place = placeInBatch[content];
        return SetBlock.shingles(blocks[place], offsets[place], contents.shingleCount(content));
    }

    private long charge() {
        return batchBytes + (long) BYTES_PER_CONTENT * batch.size();
    }

    /** Sets may be a little smaller than their signatures say. */
    private int length(int content) {
        return SetBlock.maxLength(contents.shingleCount(content));
    }

    private int take(int[] sorted, int from, int to, byte[] block) {
        int offset = 0;
        for (int i = from; i < to; i++) {
            int content = sorted[i];
            int place = placeInBatch[content];
            blocks[place] = block;
            offsets[place] = offset;
            offset = SetBlock.end(offset, shingles(content));
        }
        if (offset != block.length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: the shingle sets of %d documents have %d bytes, got %d",
                            to - from, offset, block.length));
        }
        return to;
    }
}
