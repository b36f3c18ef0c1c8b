package org.nearduplicate.groups.part;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;

/**
 * Turns buckets of documents into buckets of signatures whose pairs are all to be compared, none of them
 * larger than a limit. Where peers have values in common, each bucket becomes one for each of these values.
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

    private static final byte[] NO_CUTS = {};

    private final DistinctSignatures signatures;
    private final Scheme scheme;
    private final int limit;
    private final Links links;
    private final JobMonitor monitor;
    private final FixedBitSet inLimited;

    /** What is written, and the bucket that is worked off: its signatures, its key, and where it is cut. */
    private final BucketTable limited;

    private final IntList bucket;
    private Long key;
    private byte[] cuts;
    private boolean areCutsKnown;

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
        this.limited = new BucketTable(monitor);
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
        for (int i = 0; i < documents.size(); i++) {
            monitor.checkCancelled();
            readSignatures(documents, i);
            readCuts(documents.key(i));
            write();
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
        if (signatures.haveValues()) {
            bucket.sort(0, size, (a, b) -> {
                int order = compareValues(a, b);
                return order == 0 ? Integer.compare(a, b) : order;
            });
        }
    }

    private int compareValues(int a, int b) {
        return signatures.compareValues(a, signatures.bytes(b), signatures.offset(b));
    }

    /** Returns where the signatures of the bucket end whose values are those of one. */
    private int endOfValues(int from) {
        if (signatures.haveValues() == false) {
            return bucket.size();
        }
        int to = from + 1;
        while (to < bucket.size() && compareValues(bucket.get(from), bucket.get(to)) == 0) {
            to++;
        }
        return to;
    }

    /**
     * Writes the signatures of the bucket, those of each value by themselves, as they are or in blocks. The cuts of a
     * bucket are those of each value that is cut, in the order of values.
     */
    private void write() {
        int cutsFrom = 0;
        for (int from = 0, to; from < bucket.size(); from = to) {
            to = endOfValues(from);
            int cutsTo = cutsFrom + (int) cutsOf(to - from) * signatureLength();
            if (areCutsKnown) {
                cutsFrom = firstCut(cutsFrom, bucket.get(from), 0);
                cutsTo = firstCut(cutsFrom, bucket.get(from), 1);
            }
            if (cuts.length == 0 || cutsFrom == cutsTo) {
                write(from, to);
            } else {
                writeBlocks(from, to, cutsFrom, cutsTo);
                cutsFrom = cutsTo;
            }
        }
    }

    /** Returns where the first cut is from one on whose values compare to those of a signature as given, or higher. */
    private int firstCut(int from, int signature, int order) {
        int at = from;
        while (at < cuts.length
                && -Integer.signum(signatures.compareValues(signature, cuts, at)) < order) {
            at += signatureLength();
        }
        return at;
    }

    /** Writes some signatures of the bucket that are in each of their blocks, whose cuts are found now if they are not known. */
    private void writeBlocks(int from, int to, int cutsFrom, int cutsTo) {
        int length = (cutsTo - cutsFrom) / ORDERS;
        for (int order = 0; order < ORDERS; order++) {
            int firstByte = firstByte(order);
            bucket.sort(
                    from, to,
                    (a, b) -> signatures.compareFrom(
                            firstByte, a, signatures.bytes(b), signatures.offset(b)));
            int at = cutsFrom + order * length;
            if (areCutsKnown == false) {
                cut(order, from, to, at, at + length);
            }
            write(from, to, firstByte, at, at + length);
        }
    }

    /** Reads how the bucket is cut, or finds where it is to be cut. */
    private void readCuts(Long ofKey) {
        key = ofKey;
        areCutsKnown = key != null && links.isCut(key);
        cuts = key == null ? NO_CUTS : areCutsKnown ? links.cuts(key) : addCuts();
    }

    /** Counts what is left out, and returns where the cuts are to be written; nowhere if no values have too many signatures. */
    private byte[] addCuts() {
        long count = 0;
        for (int from = 0, to; from < bucket.size(); from = to) {
            to = endOfValues(from);
            long more = cutsOf(to - from);
            if (more > 0) {
                count(from, to, more / ORDERS + 1);
                count += more;
            }
        }
        return count == 0 ? NO_CUTS : links.addCuts(key, count, signatureLength());
    }

    /** Returns how often so many signatures are cut, in all orders. */
    private long cutsOf(int size) {
        return size <= limit
                ? 0
                : ORDERS * (Math.ceilDiv(size, Math.max(2, limit / QUARTER)) - 1L);
    }

    private void count(int from, int to, long blocks) {
        for (int i = from; i < to; i++) {
            inLimited.set(bucket.get(i));
        }
        limitedBuckets++;
        // As if signatures came into blocks by chance.
        int size = to - from;
        double together = ((double) size / blocks - 1) / (size - 1);
        pairsLeftOut += Math.round(size * (size - 1L) / 2 * Math.pow(1 - together, ORDERS));
    }

    /** Returns the first byte that an order compares: one after the band, the others at even distances from it. */
    private int firstByte(int order) {
        int afterBand = scheme.banding().firstComponent(BandTermFormat.band(key) + 1);
        int component = afterBand + order * scheme.hashCount() / ORDERS;
        return scheme.signatureFormat().componentOffset(component % scheme.hashCount());
    }

    /**
     * Cuts sorted signatures of the bucket evenly. Copies of several times are in the order of these, whichever it is: so
     * that two that are near are in one block of some order, each order cuts them elsewhere.
     */
    private void cut(int order, int from, int to, int cutsFrom, int cutsTo) {
        int count = (cutsTo - cutsFrom) / signatureLength() + 1;
        int shift = signatures.haveTimes()
                ? (int) ((long) order * (to - from) / count / ORDERS)
                : 0;
        for (int block = 1; block < count; block++) {
            int signature = bucket.get(
                    from + (int) ((long) block * (to - from) / count) - shift);
            System.arraycopy(
                    signatures.bytes(signature), signatures.offset(signature),
                    cuts, cutsFrom + (block - 1) * signatureLength(), signatureLength());
        }
    }

    /** Writes sorted signatures of the bucket that are in each of their blocks. */
    private void write(int from, int to, int firstByte, int cutsFrom, int cutsTo) {
        int start = from;
        for (int at = cutsFrom; at < cutsTo; at += signatureLength()) {
            int end = firstAfter(start, to, firstByte, at);
            write(start, end);
            start = end;
        }
        write(start, to);
    }

    private int signatureLength() {
        return signatures.length();
    }

    /** Returns the first place among sorted signatures of the bucket that does not come before a cut. */
    private int firstAfter(int from, int to, int firstByte, int at) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (signatures.compareFrom(firstByte, bucket.get(middle), cuts, at) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void write(int from, int to) {
        if (to - from < 2) {
            return;
        }
        for (int i = from; i < to; i++) {
            limited.add(bucket.get(i));
        }
        limited.finish(null);
    }
}
