package org.nearduplicate.groups;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * Turns buckets of documents into buckets of contents whose pairs are all to be compared, none of them
 * larger than a limit.
 *
 * <p>A bucket beyond the limit is sorted by the components that follow its band, and cut into blocks
 * of the limit's size that overlap by half. So contents are compared with those of at least half the
 * limit before and after them in that order: m contents cost less than m·limit comparisons instead of
 * m²/2. Two contents of similarity J share the first of these components with probability J, the first
 * two with J², and then stand close. The order depends on nothing but the contents, so neither do the
 * blocks; and of a bucket that was cut before, some of the contents are cut in the same places.
 *
 * <p>Belongs to one thread.
 */
final class BucketLimit {

    private final Contents contents;
    private final Scheme scheme;
    private final int limit;
    private final BucketBlocks blocks;
    private final JobMonitor monitor;
    private final FixedBitSet inLimited;

    private final IntList bucket;
    private long limitedBuckets;
    private long pairsLeftOut;

    /**
     * @param scheme that of the signatures
     * @param limit the contents up to which all pairs of a bucket are compared, at least 2
     * @param blocks how buckets are cut, and learns it of others
     */
    BucketLimit(
            Contents contents, Scheme scheme, int limit, BucketBlocks blocks, JobMonitor monitor) {
        this.contents = contents;
        this.scheme = scheme;
        this.limit = limit;
        this.blocks = blocks;
        this.monitor = monitor;
        this.bucket = new IntList(monitor);
        monitor.reserve(FixedBitSet.bits2words(contents.size()) * (long) Long.BYTES);
        this.inLimited = new FixedBitSet(Math.max(1, contents.size()));
    }

    /** Returns the number of buckets beyond the limit that were not known. */
    long limitedBuckets() {
        return limitedBuckets;
    }

    /** Returns the pairs that were left out, summed over these buckets. */
    long pairsLeftOut() {
        return pairsLeftOut;
    }

    /** Returns whether a content is in one of these buckets. */
    boolean isInLimited(int content) {
        return inLimited.get(content);
    }

    /**
     * Turns buckets of documents into buckets of at least two contents.
     *
     * @param documents the buckets of documents, those with the keys that may be beyond the limit
     * @return the buckets of contents, members in no particular order
     */
    BucketTable apply(BucketTable documents) {
        BucketTable limited = new BucketTable(monitor);
        for (int i = 0; i < documents.size(); i++) {
            monitor.checkCancelled();
            readContents(documents, i);
            Long key = documents.key(i);
            if (key != null && (bucket.size() > limit || blocks.has(key))) {
                writeBlocks(key, limited);
            } else {
                write(0, bucket.size(), limited);
            }
        }
        bucket.release();
        return limited;
    }

    /** Reads the distinct contents of a bucket. */
    private void readContents(BucketTable documents, int i) {
        bucket.truncate(0);
        for (int place = documents.start(i); place < documents.end(i); place++) {
            monitor.checkCancelled(place);
            bucket.add(contents.of(documents.member(place)));
        }
        bucket.sort(0, bucket.size());
        int size = 0;
        for (int j = 0; j < bucket.size(); j++) {
            if (j == 0 || bucket.get(j) != bucket.get(size - 1)) {
                bucket.set(size++, bucket.get(j));
            }
        }
        bucket.truncate(size);
    }

    /** Writes the contents of a bucket that are in each of its blocks. */
    private void writeBlocks(long key, BucketTable limited) {
        int component =
                (BandTermFormat.band(key) + 1) * scheme.banding().rows() % scheme.hashCount();
        bucket.sort(
                0, bucket.size(),
                (a, b) -> contents.compareFrom(
                        component, a, contents.bytes(b), contents.offset(b)));
        if (blocks.has(key) == false) {
            cut(key);
        }
        byte[] bounds = blocks.get(key);
        int length = scheme.signatureFormat().length();
        for (int at = 0; at < bounds.length; at += 2 * length) {
            write(
                    countBefore(component, bounds, at, false),
                    countBefore(component, bounds, at + length, true),
                    limited);
        }
    }

    /** Cuts the sorted bucket. */
    private void cut(long key) {
        int size = bucket.size();
        int step = limit / 2;
        int count = Math.ceilDiv(size - limit, step) + 1;
        int length = scheme.signatureFormat().length();
        byte[] bounds = blocks.put(key, count, length);
        long compared = 0;
        int end = 0;
        for (int block = 0; block < count; block++) {
            int start = block * step;
            int overlap = end - start;
            end = Math.min(start + limit, size);
            compared += pairs(end - start) - pairs(overlap);
            copySignature(start, bounds, 2 * block * length);
            copySignature(end - 1, bounds, (2 * block + 1) * length);
        }
        for (int i = 0; i < size; i++) {
            inLimited.set(bucket.get(i));
        }
        limitedBuckets++;
        pairsLeftOut += pairs(size) - compared;
    }

    private void copySignature(int place, byte[] bounds, int at) {
        int content = bucket.get(place);
        System.arraycopy(
                contents.bytes(content), contents.offset(content), bounds, at,
                scheme.signatureFormat().length());
    }

    /** Returns how many contents of the sorted bucket come before a signature, or are it if that is included. */
    private int countBefore(int component, byte[] signatures, int at, boolean included) {
        int low = 0;
        int high = bucket.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = contents.compareFrom(component, bucket.get(middle), signatures, at);
            if (order < 0 || included && order == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void write(int from, int to, BucketTable limited) {
        if (to - from < 2) {
            return;
        }
        for (int i = from; i < to; i++) {
            limited.add(bucket.get(i));
        }
        limited.finish();
    }

    private static long pairs(long size) {
        return size < 2 ? 0 : size * (size - 1) / 2;
    }
}
