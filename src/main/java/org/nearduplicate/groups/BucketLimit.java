package org.nearduplicate.groups;

import org.apache.lucene.util.FixedBitSet;
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
 * blocks.
 *
 * <p>Belongs to one thread.
 */
final class BucketLimit {

    private final Contents contents;
    private final Scheme scheme;
    private final int limit;
    private final JobMonitor monitor;
    private final FixedBitSet inLimited;

    private final IntList bucket;
    private long limitedBuckets;
    private long pairsLeftOut;

    /**
     * @param scheme that of the signatures
     * @param limit the contents up to which all pairs of a bucket are compared, at least 2
     */
    BucketLimit(Contents contents, Scheme scheme, int limit, JobMonitor monitor) {
        this.contents = contents;
        this.scheme = scheme;
        this.limit = limit;
        this.monitor = monitor;
        this.bucket = new IntList(monitor);
        monitor.reserve(FixedBitSet.bits2words(contents.size()) * (long) Long.BYTES);
        this.inLimited = new FixedBitSet(Math.max(1, contents.size()));
    }

    /** Returns the number of buckets beyond the limit. */
    long limitedBuckets() {
        return limitedBuckets;
    }

    /** Returns the pairs that were left out, summed over the buckets beyond the limit. */
    long pairsLeftOut() {
        return pairsLeftOut;
    }

    /** Returns the number of documents in buckets beyond the limit, each counted once. */
    long documentsInLimitedBuckets() {
        long documents = 0;
        for (int content = 0; content < contents.size(); content++) {
            documents += inLimited.get(content) ? contents.documentCount(content) : 0;
        }
        return documents;
    }

    /**
     * Turns buckets of documents into buckets of at least two contents.
     *
     * @param documents the buckets of documents
     * @return the buckets of contents, members in no particular order
     */
    BucketTable apply(BucketTable documents) {
        BucketTable limited = new BucketTable(monitor);
        for (int i = 0; i < documents.size(); i++) {
            monitor.checkCancelled();
            readContents(documents, i);
            if (bucket.size() > limit) {
                limit(documents.band(i), limited);
            } else if (bucket.size() > 1) {
                write(0, bucket.size(), documents.band(i), limited);
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

    private void limit(int band, BucketTable limited) {
        int size = bucket.size();
        for (int i = 0; i < size; i++) {
            inLimited.set(bucket.get(i));
        }
        int component = (band + 1) * scheme.banding().rows() % scheme.hashCount();
        bucket.sort(0, size, (a, b) -> contents.compareFrom(component, a, b));
        int step = limit / 2;
        long compared = 0;
        int end = 0;
        for (int start = 0; end < size; start += step) {
            int overlap = end - start;
            end = Math.min(start + limit, size);
            write(start, end, band, limited);
            compared += pairs(end - start) - pairs(overlap);
        }
        limitedBuckets++;
        pairsLeftOut += pairs(size) - compared;
    }

    private void write(int from, int to, int band, BucketTable limited) {
        for (int i = from; i < to; i++) {
            limited.add(bucket.get(i));
        }
        limited.finish(band);
    }

    private static long pairs(long size) {
        return size < 2 ? 0 : size * (size - 1) / 2;
    }
}
