package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.lucene.util.ArrayUtil;

/**
 * The candidate pairs: every two contents that share a bucket, each pair once, however many buckets
 * they share. Holds no pair: contents are visited one after the other, and the last visitor of a
 * content is remembered.
 *
 * <p>Contents that hang together by buckets are visited one after the other, so that what is read of
 * them is read together; among these they are visited by rank. So the order of the pairs that hang
 * together depends on the contents alone. O(sum over the buckets of their sizes squared), four ints a content and one a
 * member. Belongs to one thread.
 */
final class CandidatePairs {

    private final BucketTable buckets;
    private final JobMonitor monitor;
    private final int[] order;
    private final int[] starts;
    private final int[] bucketsOf;

    /**
     * @param ranks the rank of each content
     * @param buckets buckets of contents; taken over, and sorted in a way of their own
     */
    CandidatePairs(int[] ranks, BucketTable buckets, JobMonitor monitor) {
        int contents = ranks.length;
        this.buckets = buckets;
        this.monitor = monitor;
        monitor.reserve(memory(contents));
        this.order = inComponents(ranks);
        usePlaces();
        this.starts = new int[contents + 1];
        this.bucketsOf = new int[buckets.memberCount()];
        invert();
    }

    /** Takes candidate pairs. */
    @FunctionalInterface
    interface Consumer {

        /** Takes a pair of contents, that of the lower rank first. */
        void accept(int a, int b);
    }

    /**
     * Hands pairs to a consumer, those of one first content after each other. May be called once.
     *
     * @param isDone tells the contents whose visit may be left out, before they are visited
     */
    void forEach(IntPredicate isDone, Consumer consumer) {
        int contents = order.length;
        int[] lastVisitor = new int[contents];
        int[] next = new int[buckets.size()];
        for (int bucket = 0; bucket < next.length; bucket++) {
            next[bucket] = buckets.start(bucket);
        }
        Arrays.fill(lastVisitor, -1);
        for (int place = 0; place < contents; place++) {
            boolean done = isDone.test(order[place]);
            for (int i = starts[place]; i < starts[place + 1]; i++) {
                monitor.checkCancelled();
                int bucket = bucketsOf[i];
                int end = done ? 0 : buckets.end(bucket);
                // Members ascend and visits do too: those before this one have had their visit.
                for (int j = ++next[bucket]; j < end; j++) {
                    int other = buckets.member(j);
                    if (lastVisitor[other] != place) {
                        lastVisitor[other] = place;
                        consumer.accept(order[place], order[other]);
                    }
                }
            }
        }
        monitor.reserve(-memory(contents));
        buckets.release();
    }

    private long memory(int contents) {
        return (4L * contents + buckets.memberCount() + buckets.size()) * Integer.BYTES;
    }

    /** Returns the contents in an order in which connected ones stand together. */
    private int[] inComponents(int[] ranks) {
        int contents = ranks.length;
        UnionFind components = new UnionFind(contents);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            int start = buckets.start(bucket);
            for (int i = start + 1; i < buckets.end(bucket); i++) {
                components.union(buckets.member(start), buckets.member(i));
            }
        }
        int[] sorted = new int[contents];
        for (int content = 0; content < contents; content++) {
            sorted[content] = content;
        }
        IntSorter.sort(
                sorted,
                contents,
                (a, b) -> {
                    int byRoot = Integer.compare(components.find(a), components.find(b));
                    return byRoot == 0 ? Integer.compare(ranks[a], ranks[b]) : byRoot;
                },
                monitor);
        return sorted;
    }

    /** Replaces the contents in the buckets by their places in the order, and sorts these. */
    private void usePlaces() {
        int[] places = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            places[order[place]] = place;
        }
        int[] members = new int[8];
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            int start = buckets.start(bucket);
            int size = buckets.end(bucket) - start;
            members = ArrayUtil.growNoCopy(members, size);
            for (int i = 0; i < size; i++) {
                members[i] = places[buckets.member(start + i)];
            }
            Arrays.sort(members, 0, size);
            for (int i = 0; i < size; i++) {
                buckets.setMember(start + i, members[i]);
            }
        }
    }

    /** Lists the buckets of each content. */
    private void invert() {
        for (int i = 0; i < buckets.memberCount(); i++) {
            starts[buckets.member(i) + 1]++;
        }
        for (int place = 0; place < order.length; place++) {
            starts[place + 1] += starts[place];
        }
        int[] ends = starts.clone();
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            for (int i = buckets.start(bucket); i < buckets.end(bucket); i++) {
                bucketsOf[ends[buckets.member(i)]++] = bucket;
            }
        }
    }
}
