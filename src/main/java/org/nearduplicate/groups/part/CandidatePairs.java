package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * The candidate pairs: every two signatures of peers that share a bucket, each pair once, however many buckets
 * they share. Holds no pair: signatures are visited one after the other, and the last visitor of a
 * signature is remembered.
 *
 * <p>Signatures that are connected by buckets are visited one after the other, so that what is read of
 * them is read together; among these they are visited by rank. So the order of connected pairs
 * depends on the signatures alone. O(sum over the buckets of their sizes squared), four ints a signature and one a
 * member. Not thread-safe.
 */
final class CandidatePairs {

    private final BucketTable buckets;
    private final Peers peers;
    private final JobMonitor monitor;
    private final int[] order;
    private final int[] starts;
    private final int[] memberships;
    private final FixedBitSet lastMembers;

    /** Says which signatures may be a pair. */
    @FunctionalInterface
    interface Peers {

        /** Returns whether the documents of two signatures are peers. */
        boolean test(int a, int b);
    }

    /**
     * @param byRank the signatures in the order of their ranks
     * @param buckets buckets of signatures; taken over, and sorted in a way of their own
     */
    CandidatePairs(int[] byRank, BucketTable buckets, Peers peers, JobMonitor monitor) {
        int signatures = byRank.length;
        this.buckets = buckets;
        this.peers = peers;
        this.monitor = monitor;
        monitor.reserve(memory(signatures));
        this.order = inComponents(byRank);
        useTurns();
        this.starts = new int[signatures + 1];
        this.memberships = new int[buckets.memberCount()];
        this.lastMembers = buckets.lastMembers();
        invert();
    }

    /**
     * Hands pairs to a verifier, that of the lower rank first, those of one first signature after each other.
     * May be called once.
     *
     * @param isDone selects the signatures whose visit may be left out, before they are visited
     */
    void forEach(IntPredicate isDone, PairVerifier verifier) {
        int signatures = order.length;
        int[] lastVisitor = new int[signatures];
        Arrays.fill(lastVisitor, -1);
        for (int turn = 0; turn < signatures; turn++) {
            monitor.checkCancelled();
            if (isDone.test(order[turn])) {
                continue;
            }
            for (int i = starts[turn]; i < starts[turn + 1]; i++) {
                visit(turn, memberships[i], lastVisitor, verifier);
            }
        }
        monitor.reserve(-memory(signatures));
        buckets.release();
    }

    /** Hands on the new pairs with those that come after a member of a bucket. */
    private void visit(int turn, int member, int[] lastVisitor, PairVerifier verifier) {
        int last = lastMembers.nextSetBit(member);
        for (int i = member + 1; i <= last; i++) {
            int other = buckets.member(i);
            if (lastVisitor[other] != turn) {
                lastVisitor[other] = turn;
                if (peers.test(order[turn], order[other])) {
                    verifier.add(order[turn], order[other]);
                }
            }
        }
    }

    private long memory(int signatures) {
        return (4L * signatures + buckets.memberCount()) * Integer.BYTES
                + FixedBitSet.bits2words(buckets.memberCount()) * (long) Long.BYTES;
    }

    /** Returns the signatures in an order in which connected ones stand together, by rank. */
    private int[] inComponents(int[] byRank) {
        int signatures = byRank.length;
        UnionFind components = new UnionFind(signatures);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            int start = buckets.start(bucket);
            for (int i = start + 1; i < buckets.end(bucket); i++) {
                components.union(buckets.member(start), buckets.member(i));
            }
        }
        int[] ends = new int[signatures];
        for (int signature = 0; signature < signatures; signature++) {
            monitor.checkCancelled(signature);
            ends[components.find(signature)]++;
        }
        IntList.sum(ends);
        int[] sorted = new int[signatures];
        for (int i = signatures - 1; i >= 0; i--) {
            monitor.checkCancelled(i);
            sorted[--ends[components.find(byRank[i])]] = byRank[i];
        }
        return sorted;
    }

    /** Replaces the signatures in the buckets by their turns, and sorts these. */
    private void useTurns() {
        int[] turns = new int[order.length];
        for (int turn = 0; turn < order.length; turn++) {
            monitor.checkCancelled(turn);
            turns[order[turn]] = turn;
        }
        buckets.replaceMembers(signature -> turns[signature]);
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            monitor.checkCancelled();
            buckets.sort(bucket);
        }
    }

    /** Lists where each signature is a member. */
    private void invert() {
        for (int i = 0; i < memberships.length; i++) {
            monitor.checkCancelled(i);
            starts[buckets.member(i)]++;
        }
        IntList.sum(starts);
        for (int i = memberships.length - 1; i >= 0; i--) {
            monitor.checkCancelled(i);
            memberships[--starts[buckets.member(i)]] = i;
        }
    }
}
