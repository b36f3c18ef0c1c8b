package org.nearduplicate.groups.part;

import java.util.Arrays;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Which signature belongs to the group of which keeper. Learns the verified pairs one by one, and says
 * which of the others can still change a group: where not all pairs are wanted, the others are passed
 * over. A thousand versions of one text then cost a thousand comparisons, not half a million, and as many
 * pairs to remember.
 *
 * <p>Pairs come with the signature of the lower rank first, those that are connected in the order of its
 * rank, and each is decided before {@link #isWanted} is called for the next. Not thread-safe;
 * immutable once finished. A signature may be alone in its group.
 *
 * <p>For stars a signature becomes a keeper unless a keeper of lower rank is its neighbour; the others join the most similar
 * of these keepers, the one of the lowest rank if several are. So every member has a verified pair with its keeper and
 * ranks after it. For components whatever is connected is a group; its keeper has the lowest rank.
 */
final class Grouping {

    private static final int NONE = -1;

    private final int[] ranks;
    private final int[] byRank;
    private final boolean allPairs;
    private final JobMonitor monitor;

    /** The keeper of each signature, itself for a keeper. */
    private final int[] keepers;

    /** The similarity of each member to its keeper, of stars; what is connected, of components; else null. */
    private final float[] toKeeper;
    private final UnionFind components;

    /** Each signature is alone so far; ranks are from 0, and all different. */
    Grouping(Method method, boolean allPairs, int[] ranks, JobMonitor monitor) {
        monitor.reserve(ranks.length * 4L * Integer.BYTES);
        this.allPairs = allPairs;
        this.monitor = monitor;
        this.ranks = ranks;
        this.byRank = new int[ranks.length];
        this.keepers = new int[ranks.length];
        this.toKeeper = method == Method.STAR ? new float[ranks.length] : null;
        this.components = method == Method.COMPONENTS ? new UnionFind(ranks.length) : null;
        for (int signature = 0; signature < ranks.length; signature++) {
            monitor.checkCancelled(signature);
            byRank[ranks[signature]] = signature;
            keepers[signature] = signature;
        }
    }

    /** Returns whether a pair is to be compared: it may change a group. */
    boolean isWanted(int a, int b) {
        return allPairs
                || (components == null
                        ? isMember(a) == false
                        : components.find(a) != components.find(b));
    }

    /** Returns whether no pair of which a signature is the first can be wanted any more. */
    boolean isDone(int a) {
        return allPairs == false && isMember(a);
    }

    /** Learns that a pair was verified. */
    void verified(int a, int b, float similarity) {
        if (components != null) {
            components.union(a, b);
        } else if (isMember(a) == false && similarity > toKeeper[b]) {
            toKeeper[b] = similarity;
            keepers[b] = a;
        }
    }

    /** Ends the learning. */
    void finish() {
        if (components == null) {
            return;
        }
        Arrays.fill(keepers, NONE);
        for (int rank = 0; rank < keepers.length; rank++) {
            monitor.checkCancelled(rank);
            int signature = byRank[rank];
            int root = components.find(signature);
            if (keepers[root] == NONE) {
                keepers[root] = signature;
            }
            keepers[signature] = keepers[root];
        }
    }

    /** Returns the keeper of the group of a signature, itself for a keeper. */
    int keeper(int signature) {
        return keepers[signature];
    }

    /** Returns the signatures in the order of their ranks. */
    int[] byRank() {
        return byRank;
    }

    /** Returns the rank of a signature. */
    int rank(int signature) {
        return ranks[signature];
    }

    /** Returns whether it is known that a signature is not a keeper. */
    private boolean isMember(int signature) {
        return keepers[signature] != signature;
    }
}
