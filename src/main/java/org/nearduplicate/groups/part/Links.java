package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.RankedBitSet;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * What is known from the ranges of a job so far: which documents are connected by pairs that may be similar, which share
 * buckets, and how limited buckets are cut. Keeps four bytes a document that is connected with another, and a bit and a
 * half for every document there is, as often for those in buckets, and for those in limited ones. Not thread-safe.
 */
public final class Links {

    /** What the cuts of a bucket take in the map, without their bytes. */
    private static final int CUTS_BYTES = 120;

    private final DocumentAddresses all;
    private final JobMonitor monitor;
    private final Map<Long, byte[]> cuts = new HashMap<>();
    private RankedBitSet linked;
    private UnionFind sets = new UnionFind(0);
    private RankedBitSet inBuckets;
    private RankedBitSet inLimited;

    /**
     * @param all the addresses of the documents of all shards
     * @param monitor is charged for memory until the job ends
     */
    public Links(DocumentAddresses all, JobMonitor monitor) {
        this.all = all;
        this.monitor = monitor;
    }

    /** Returns whether the bucket of a key is cut. */
    public boolean isCut(long key) {
        return cuts.containsKey(key);
    }

    /** Returns the signatures at which a bucket is cut, one after the other; null for none. */
    byte[] cuts(long key) {
        return cuts.get(key);
    }

    /**
     * Returns how limited buckets are cut into blocks, by their keys: the signatures with which each block begins, but for
     * the first, of one order after the other. So some of the signatures of a bucket are cut as the whole bucket is.
     */
    public Map<Long, byte[]> cuts() {
        return Map.copyOf(cuts);
    }

    /** Adds how limited buckets are cut. */
    public void addCuts(Map<Long, byte[]> more) {
        more.forEach((key, signatures) -> {
            monitor.reserve(CUTS_BYTES + (long) signatures.length);
            cuts.put(key, signatures);
        });
    }

    /**
     * Adds a bucket that is cut.
     *
     * @param count how often, in all orders
     * @param length the bytes of a signature
     * @return where the signatures are to be written
     * @throws TooLargeException if they do not fit into an array
     */
    byte[] addCuts(long key, long count, int length) {
        long bytes = count * length;
        if (bytes > ArrayUtil.MAX_ARRAY_LENGTH) {
            throw new TooLargeException(
                    "a bucket that is cut [" + count
                            + "] times is more than one run can take; raise ["
                            + GroupsOptions.MAX_BUCKET_TEXTS.name() + "]");
        }
        monitor.reserve(CUTS_BYTES + bytes);
        byte[] signatures = new byte[(int) bytes];
        cuts.put(key, signatures);
        return signatures;
    }

    /** Returns how often a document of so many buckets is a member of buckets or blocks at most. */
    public int members(int buckets) {
        // Buckets that are cut are so in several orders.
        return cuts.isEmpty() ? buckets : BucketSplitter.ORDERS * buckets;
    }

    /**
     * Adds some documents, each of them not connected with any other yet, unless it is known. O(documents in all).
     *
     * @param which selects those that are added, by their places
     */
    void add(int[] addresses, IntPredicate which) {
        int[] known = addresses();
        RankedBitSet more = new RankedBitSet(all.count(), monitor);
        more.addAll(known, i -> true);
        more.addAll(addresses, which);
        more.finish();
        monitor.reserve(more.size() * (long) Integer.BYTES);
        UnionFind grown = new UnionFind(more.size());
        for (int i = 0; i < known.length; i++) {
            monitor.checkCancelled(i);
            grown.union(more.place(known[i]), more.place(known[find(i)]));
        }
        monitor.reserve(-2L * known.length * Integer.BYTES);
        if (linked != null) {
            linked.release();
        }
        linked = more;
        sets = grown;
    }

    /** Connects two documents that were added. */
    void link(int a, int b) {
        sets.union(linked.place(a), linked.place(b));
    }

    /** Returns whether two documents, added or not, are known to be connected. */
    boolean areLinked(int a, int b) {
        return linked != null && linked.contains(a) && linked.contains(b)
                && find(linked.place(a)) == find(linked.place(b));
    }

    /**
     * Returns the addresses of the added documents, ascending, and charges for their memory. A document's number is its
     * place.
     */
    public int[] addresses() {
        return toArray(linked);
    }

    /** Returns the lowest number of the documents that are connected with one. */
    public int find(int number) {
        return sets.find(number);
    }

    /** Adds the documents of some buckets. */
    void addInBuckets(int[] addresses) {
        inBuckets = added(inBuckets, addresses, i -> true);
    }

    /** Adds some documents that are in limited buckets: those whose places are selected. */
    void addInLimited(int[] addresses, IntPredicate areLimited) {
        inLimited = added(inLimited, addresses, areLimited);
    }

    private RankedBitSet added(RankedBitSet set, int[] addresses, IntPredicate which) {
        RankedBitSet grown = set == null ? new RankedBitSet(all.count(), monitor) : set;
        grown.addAll(addresses, which);
        return grown;
    }

    /** Adds the links of a range that a worker found, but not its counts. */
    public void add(RangeLinks range) {
        int[] documents = range.documents();
        add(documents, i -> true);
        for (int i = 0; i < documents.length; i++) {
            monitor.checkCancelled(i);
            link(documents[i], documents[range.first()[i]]);
        }
        addInBuckets(documents);
        addInBuckets(range.othersInBuckets());
        if (range.inLimited().length > 0) {
            addInLimited(range.inLimited(), i -> true);
        }
        addCuts(range.blocks());
    }

    /** Returns how many documents share a bucket with another. O(documents in all). */
    public int documentsInBuckets() {
        return size(inBuckets);
    }

    /** Returns how many documents are in limited buckets. O(documents in all). */
    public int documentsInLimited() {
        return size(inLimited);
    }

    private static int size(RankedBitSet set) {
        return set == null ? 0 : set.finish();
    }

    /** Returns all links, to be added to those of the job, and charges for their memory. */
    public RangeLinks links(GroupsCounts counts) {
        int[] documents = addresses();
        int[] first = IntList.ints(documents.length, monitor);
        for (int i = 0; i < first.length; i++) {
            monitor.checkCancelled(i);
            first[i] = find(i);
        }
        int[] others = toArray(inBuckets);
        int count = 0;
        for (int i = 0; i < others.length; i++) {
            monitor.checkCancelled(i);
            if (linked.contains(others[i]) == false) {
                others[count++] = others[i];
            }
        }
        return new RangeLinks(
                documents, first, Arrays.copyOf(others, count), toArray(inLimited), cuts(),
                counts);
    }

    private static int[] toArray(RankedBitSet set) {
        return size(set) == 0 ? new int[0] : set.toArray();
    }

    /**
     * The links that a range of keys gives.
     *
     * @param documents the addresses of the documents that are connected with another, ascending
     * @param first for each of them the place of the first document that it is connected with
     * @param othersInBuckets the addresses of the other documents that share a bucket, ascending
     * @param inLimited the addresses of those in limited buckets, ascending
     * @param blocks how limited buckets are cut, by their keys, as {@link #cuts()} has it
     * @param counts what was counted
     */
    public record RangeLinks(
            int[] documents, int[] first, int[] othersInBuckets, int[] inLimited,
            Map<Long, byte[]> blocks, GroupsCounts counts) {

        /** Returns about the bytes it takes. */
        public long bytes() {
            long bytes = Integer.BYTES
                    * (2L * documents.length + othersInBuckets.length + inLimited.length);
            for (byte[] cuts : blocks.values()) {
                bytes += CUTS_BYTES + (long) cuts.length;
            }
            return bytes;
        }
    }
}
