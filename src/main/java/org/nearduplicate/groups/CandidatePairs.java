package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

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
    private final int[] memberships;

    /**
     * @param ranks the rank of each content, from 0
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
        this.memberships = new int[buckets.memberCount()];
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
        Arrays.fill(lastVisitor, -1);
        for (int place = 0; place < contents; place++) {
            monitor.checkCancelled();
            if (isDone.test(order[place])) {
                continue;
            }
            for (int i = starts[place]; i < starts[place + 1]; i++) {
                visit(place, memberships[i], lastVisitor, consumer);
            }
        }
        monitor.reserve(-memory(contents));
        buckets.release();
    }

    /** Hands on the new pairs with those that come behind a member of a bucket. */
    private void visit(int place, int member, int[] lastVisitor, Consumer consumer) {
        boolean isLast = buckets.member(member) < 0;
        for (int j = member + 1; isLast == false; j++) {
            isLast = buckets.member(j) < 0;
            int other = isLast ? ~buckets.member(j) : buckets.member(j);
            if (lastVisitor[other] != place) {
                lastVisitor[other] = place;
                consumer.accept(order[place], order[other]);
            }
        }
    }

    private long memory(int contents) {
        return (4L * contents + buckets.memberCount()) * Integer.BYTES;
    }

    /** Returns the contents in an order in which connected ones stand together, by rank. */
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
        int[] byRank = new int[contents];
        int[] ends = new int[contents];
        for (int content = 0; content < contents; content++) {
            byRank[ranks[content]] = content;
            ends[components.find(content)]++;
        }
        sum(ends);
        int[] sorted = new int[contents];
        for (int i = contents - 1; i >= 0; i--) {
            sorted[--ends[components.find(byRank[i])]] = byRank[i];
        }
        return sorted;
    }

    /** Replaces the contents in the buckets by their places in the order, and sorts these. */
    private void usePlaces() {
        int[] places = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            places[order[place]] = place;
        }
        buckets.replaceMembers(content -> places[content]);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            buckets.sort(bucket);
        }
    }

    /** Lists where each content is a member, and marks the last members of the buckets. */
    private void invert() {
        for (int i = 0; i < memberships.length; i++) {
            starts[buckets.member(i)]++;
        }
        sum(starts);
        for (int i = memberships.length - 1; i >= 0; i--) {
            memberships[--starts[buckets.member(i)]] = i;
        }
        buckets.markLastMembers();
    }

    /** Replaces counts by the sums of the counts up to them. */
    private static void sum(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }
}
