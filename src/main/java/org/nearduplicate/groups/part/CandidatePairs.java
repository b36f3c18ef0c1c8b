package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.lucene.util.FixedBitSet;
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
    private final FixedBitSet lastMembers;

    /**
     * @param byRank the contents in the order of their ranks
     * @param buckets buckets of contents; taken over, and sorted in a way of their own
     */
    CandidatePairs(int[] byRank, BucketTable buckets, JobMonitor monitor) {
        int contents = byRank.length;
        this.buckets = buckets;
        this.monitor = monitor;
        monitor.reserve(memory(contents));
        this.order = inComponents(byRank);
        useTurns();
        this.starts = new int[contents + 1];
        this.memberships = new int[buckets.memberCount()];
        this.lastMembers = buckets.lastMembers();
        invert();
    }

    /**
     * Hands pairs to a verifier, that of the lower rank first, those of one first content after each other.
     * May be called once.
     *
     * @param isDone tells the contents whose visit may be left out, before they are visited
     */
    void forEach(IntPredicate isDone, PairVerifier verifier) {
        int contents = order.length;
        int[] lastVisitor = new int[contents];
        Arrays.fill(lastVisitor, -1);
        for (int turn = 0; turn < contents; turn++) {
            monitor.checkCancelled();
            if (isDone.test(order[turn])) {
                continue;
            }
            for (int i = starts[turn]; i < starts[turn + 1]; i++) {
                visit(turn, memberships[i], lastVisitor, verifier);
            }
        }
        monitor.reserve(-memory(contents));
        buckets.release();
    }

    /** Hands on the new pairs with those that come behind a member of a bucket. */
    private void visit(int turn, int member, int[] lastVisitor, PairVerifier verifier) {
        int last = lastMembers.nextSetBit(member);
        for (int i = member + 1; i <= last; i++) {
            int other = buckets.member(i);
            if (lastVisitor[other] != turn) {
                lastVisitor[other] = turn;
                verifier.add(order[turn], order[other]);
            }
        }
    }

    private long memory(int contents) {
        return (4L * contents + buckets.memberCount()) * Integer.BYTES
                + FixedBitSet.bits2words(buckets.memberCount()) * (long) Long.BYTES;
    }

    /** Returns the contents in an order in which connected ones stand together, by rank. */
    private int[] inComponents(int[] byRank) {
        int contents = byRank.length;
        UnionFind components = new UnionFind(contents);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            int start = buckets.start(bucket);
            for (int i = start + 1; i < buckets.end(bucket); i++) {
                components.union(buckets.member(start), buckets.member(i));
            }
        }
        int[] ends = new int[contents];
        for (int content = 0; content < contents; content++) {
            monitor.checkCancelled(content);
            ends[components.find(content)]++;
        }
        sum(ends);
        int[] sorted = new int[contents];
        for (int i = contents - 1; i >= 0; i--) {
            monitor.checkCancelled(i);
            sorted[--ends[components.find(byRank[i])]] = byRank[i];
        }
        return sorted;
    }

    /** Replaces the contents in the buckets by their turns, and sorts these. */
    private void useTurns() {
        int[] turns = new int[order.length];
        for (int turn = 0; turn < order.length; turn++) {
            monitor.checkCancelled(turn);
            turns[order[turn]] = turn;
        }
        buckets.replaceMembers(content -> turns[content]);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            buckets.sort(bucket);
        }
    }

    /** Lists where each content is a member. */
    private void invert() {
        for (int i = 0; i < memberships.length; i++) {
            monitor.checkCancelled(i);
            starts[buckets.member(i)]++;
        }
        sum(starts);
        for (int i = memberships.length - 1; i >= 0; i--) {
            monitor.checkCancelled(i);
            memberships[--starts[buckets.member(i)]] = i;
        }
    }

    /** Replaces counts by the sums of the counts up to them. */
    private static void sum(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }
}
