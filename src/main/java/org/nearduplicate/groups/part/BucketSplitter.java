package org.nearduplicate.groups.part;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * Turns buckets of documents into buckets of signatures whose pairs are all to be compared, none of them
 * larger than a limit.
 *
 * <p>A bucket beyond the limit is sorted {@value #ORDERS} times, each time by other components first, and cut
 * into blocks of at most a quarter of the limit's size, or of two signatures. So m signatures cost less than m·limit
 * comparisons, or 3·m where the limit is 2 or 3, instead of m²/2. Two signatures of similarity J share the first component
 * with probability J, the first two with J², and then stand close. They need to do so in one of the orders only: that
 * finds more of them than larger blocks of one order, and costs no more. The orders depend on nothing but the signatures,
 * so neither do the blocks; and of a bucket that was cut before, some of the signatures are cut in the same places.
 *
 * <p>Not thread-safe.
 */
final class BucketSplitter {

    /** How many orders a bucket is cut in. */
    static final int ORDERS = 6;

    private static final int QUARTER = 4;

    private final DistinctSignatures signatures;
    private final Scheme scheme;
    private final int limit;
    private final Links links;
    private final JobMonitor monitor;
    private final FixedBitSet inLimited;

    private final IntList bucket;
    private long limitedBuckets;
    private long pairsLeftOut;

    /**
     * @param scheme that of the signatures
     * @param limit the signatures up to which all pairs of a bucket are compared, at least 2
     * @param links hold how buckets are cut, and get the cuts of others
     */
    BucketSplitter(
            DistinctSignatures signatures, Scheme scheme, int limit, Links links,
            JobMonitor monitor) {
        this.signatures = signatures;
        this.scheme = scheme;
        this.limit = limit;
        this.links = links;
        this.monitor = monitor;
        this.bucket = new IntList(monitor);
        monitor.reserve(FixedBitSet.bits2words(signatures.size()) * (long) Long.BYTES);
        this.inLimited = new FixedBitSet(Math.max(1, signatures.size()));
    }

    /** Returns the number of buckets beyond the limit that were not known, and about the pairs that these leave out. */
    GroupsCounts counts() {
        return GroupsCounts.NONE.with(Count.LIMITED_BUCKETS, limitedBuckets)
                .with(Count.PAIRS_LEFT_OUT, pairsLeftOut);
    }

    /** Returns whether a signature is in one of the buckets that were not known. */
    boolean isInLimited(int signature) {
        return inLimited.get(signature);
    }

    /**
     * Turns buckets of documents into buckets of at least two signatures.
     *
     * @param documents the buckets of documents, those with the keys that may be beyond the limit
     * @return the buckets of signatures, members in no particular order
     */
    BucketTable apply(BucketTable documents) {
        BucketTable limited = new BucketTable(monitor);
        for (int i = 0; i < documents.size(); i++) {
            monitor.checkCancelled();
            readSignatures(documents, i);
            Long key = documents.key(i);
            if (key != null && (bucket.size() > limit || links.isCut(key))) {
                writeBlocks(key, limited);
            } else {
                write(0, bucket.size(), limited);
            }
        }
        bucket.release();
        return limited;
    }

    /** Reads the distinct signatures of a bucket. */
    private void readSignatures(BucketTable documents, int i) {
        bucket.truncate(0);
        for (int place = documents.start(i); place < documents.end(i); place++) {
            monitor.checkCancelled(place);
            bucket.add(signatures.of(documents.member(place)));
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

    /** Writes the signatures of a bucket that are in each of its blocks. */
    private void writeBlocks(long key, BucketTable limited) {
        boolean isKnown = links.isCut(key);
        byte[] cuts = isKnown ? links.cuts(key) : addCuts(key);
        int length = cuts.length / ORDERS;
        for (int order = 0; order < ORDERS; order++) {
            int from = firstByte(key, order);
            bucket.sort(
                    0, bucket.size(),
                    (a, b) -> signatures.compareFrom(
                            from, a, signatures.bytes(b), signatures.offset(b)));
            int at = order * length;
            if (isKnown == false) {
                cut(cuts, at, at + length);
            }
            write(from, cuts, at, at + length, limited);
        }
    }

    /** Counts what is left out, and returns where the cuts are to be written. */
    private byte[] addCuts(long key) {
        int size = bucket.size();
        int count = Math.ceilDiv(size, Math.max(2, limit / QUARTER));
        for (int i = 0; i < size; i++) {
            inLimited.set(bucket.get(i));
        }
        limitedBuckets++;
        // As if signatures came into blocks by chance.
        double together = ((double) size / count - 1) / (size - 1);
        pairsLeftOut += Math.round(size * (size - 1L) / 2 * Math.pow(1 - together, ORDERS));
        return links.addCuts(key, ORDERS * (count - 1L), signatureLength());
    }

    /** Returns the first byte that an order compares: one after the band, the others at even distances from it. */
    private int firstByte(long key, int order) {
        int afterBand = scheme.banding().firstComponent(BandTermFormat.band(key) + 1);
        int component = afterBand + order * scheme.hashCount() / ORDERS;
        return scheme.signatureFormat().componentOffset(component % scheme.hashCount());
    }

    /** Cuts the sorted bucket evenly. */
    private void cut(byte[] cuts, int from, int to) {
        int count = (to - from) / signatureLength() + 1;
        for (int block = 1; block < count; block++) {
            int signature = bucket.get((int) ((long) block * bucket.size() / count));
            System.arraycopy(
                    signatures.bytes(signature), signatures.offset(signature),
                    cuts, from + (block - 1) * signatureLength(), signatureLength());
        }
    }

    /** Writes the signatures of the sorted bucket that are in each of its blocks. */
    private void write(int firstByte, byte[] cuts, int from, int to, BucketTable limited) {
        int start = 0;
        for (int at = from; at < to; at += signatureLength()) {
            int end = countBefore(firstByte, cuts, at);
            write(start, end, limited);
            start = end;
        }
        write(start, bucket.size(), limited);
    }

    private int signatureLength() {
        return scheme.signatureFormat().length();
    }

    /** Returns how many signatures of the sorted bucket come before a cut. */
    private int countBefore(int from, byte[] cuts, int at) {
        int low = 0;
        int high = bucket.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (signatures.compareFrom(from, bucket.get(middle), cuts, at) < 0) {
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
        limited.finish(null);
    }
}
