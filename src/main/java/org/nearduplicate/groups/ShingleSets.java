package org.nearduplicate.groups;

import java.util.Locale;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle sets of a batch of contents, fetched from the shards. A content has the set of any of its
 * documents; that of the first is read. Belongs to one thread.
 */
final class ShingleSets {

    private final Contents contents;
    private final long[] keys;
    private final DocumentReads reads;
    private final JobMonitor monitor;

    private byte[][] bytes;
    private int[] offsets;
    private int[] sizes;

    /**
     * @param keys the {@linkplain DocumentTable keys} of the documents
     */
    ShingleSets(Contents contents, long[] keys, DocumentReads reads, JobMonitor monitor) {
        this.contents = contents;
        this.keys = keys;
        this.reads = reads;
        this.monitor = monitor;
    }

    /** Fetches the sets of a batch, and forgets those of the batch before. */
    void load(IntList batch) {
        int[] places = inReadingOrder(batch);
        long[] batchKeys = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            batchKeys[i] = keys[contents.firstDocument(batch.get(places[i]))];
        }
        bytes = new byte[places.length][];
        offsets = new int[places.length];
        sizes = new int[places.length];
        for (int i = 0; i < places.length; i++) {
            sizes[i] = contents.shingleCount(batch.get(i));
        }
        reads.read(
                batchKeys,
                i -> sizes[places[i]] * ShingleSet.BYTES_PER_SHINGLE,
                Shard::shingleSets,
                (from, to, answer) -> take(places, from, to, answer));
    }

    /** Returns the set at a place of the batch. */
    ShingleSet read(int place) {
        return ShingleSet.read(bytes[place], offsets[place], sizes[place]);
    }

    /** Returns the similarity of a set and the one at a place of the batch, as the set computes it. */
    double jaccard(ShingleSet set, int place, double atLeast) {
        return set.jaccard(bytes[place], offsets[place], sizes[place], atLeast);
    }

    /** Returns the places of a batch in the order of the documents to read. */
    private int[] inReadingOrder(IntList batch) {
        int[] places = new int[batch.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = i;
        }
        IntSorter.sort(
                places,
                places.length,
                (a, b) -> Integer.compare(
                        contents.firstDocument(batch.get(a)), contents.firstDocument(batch.get(b))),
                monitor);
        return places;
    }

    private int take(int[] places, int from, int to, byte[] answer) {
        int offset = 0;
        for (int i = from; i < to; i++) {
            bytes[places[i]] = answer;
            offsets[places[i]] = offset;
            offset += sizes[places[i]] * ShingleSet.BYTES_PER_SHINGLE;
        }
        if (offset != answer.length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: the shingle sets of %d documents have %d bytes by their signatures, got %d",
                            to - from, offset, answer.length));
        }
        return to;
    }
}
