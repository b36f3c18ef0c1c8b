package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;

/**
 * Measures one group: the similarity of each signature to the keeper, and the smallest of any two. Then lists its members,
 * the most similar to the keeper first. What was verified to find the group is not compared again. A group of more than
 * {@value #ALL_PAIRS} signatures would cost too many comparisons; there the smallest similarity is that of the verified
 * pairs and the pairs with the keeper. Not thread-safe.
 */
final class MeasuredGroup {

    static final int ALL_PAIRS = 512;

    /** What a signature costs: its rank, its similarity, its place in their order, and a bit or two. */
    static final int BYTES_PER_SIGNATURE = 2 * Integer.BYTES + Float.BYTES + Byte.BYTES;

    private final int[] ranks;
    private final int keeper;
    private final Grouping grouping;
    private final RankedDocuments documents;
    private final JobMonitor monitor;
    private final float[] toKeeper;
    private float smallest = 1;

    /** The places of the signatures in the order of members, where the next member is in it, and which document it is. */
    private int[] places;
    private int at;
    private int next;

    /** @param ranks those of the signatures of the group, ascending: the keeper's first */
    MeasuredGroup(
            int[] ranks, Grouping grouping, RankedDocuments documents, JobMonitor monitor) {
        this.ranks = ranks;
        this.grouping = grouping;
        this.keeper = signature(0);
        this.documents = documents;
        this.monitor = monitor;
        this.toKeeper = new float[ranks.length];
        toKeeper[0] = 1;
    }

    /**
     * Takes the pairs that are verified, and adds those that are left to compare, whose similarities {@link
     * #take} has to be given.
     *
     * @param verified all verified pairs
     */
    void addPairs(VerifiedPairs verified, PairVerifier verifier) {
        FixedBitSet known = new FixedBitSet(ranks.length);
        for (int i = 0; i < ranks.length; i++) {
            monitor.checkCancelled(i);
            int signature = signature(i);
            boolean toAll = i == 0 || isOfAllPairs();
            int end = verified.start(signature + 1);
            for (int edge = verified.start(signature); edge < end; edge++) {
                monitor.checkCancelled(edge);
                int neighbour = verified.neighbour(edge);
                if (grouping.keeper(neighbour) == keeper) {
                    take(signature, neighbour, verified.similarity(edge));
                    if (toAll) {
                        known.set(place(neighbour));
                    }
                }
            }
            if (toAll) {
                addUnknown(signature, i + 1, known, verifier);
                known.clear(0, known.length());
            }
        }
    }

    /** Adds the pairs of a signature and those from a place on, but those that are known. */
    private void addUnknown(int signature, int from, FixedBitSet known, PairVerifier verifier) {
        for (int place = from; place < ranks.length; place++) {
            monitor.checkCancelled(place);
            if (known.get(place) == false) {
                verifier.add(signature, signature(place));
            }
        }
    }

    /** Takes the similarity of a pair of the group. */
    void take(int a, int b, double similarity) {
        if (a == keeper) {
            toKeeper[place(b)] = (float) similarity;
        }
        smallest = Math.min(smallest, (float) similarity);
    }

    private int place(int signature) {
        return Arrays.binarySearch(ranks, grouping.rank(signature));
    }

    private int signature(int place) {
        return grouping.byRank()[ranks[place]];
    }

    float smallest() {
        return smallest;
    }

    /** Returns whether the smallest similarity is that of all pairs. */
    boolean isOfAllPairs() {
        return ranks.length <= ALL_PAIRS;
    }

    /**
     * Begins to list the members, before which there are none, once all similarities are taken: the most similar to the
     * keeper first, ties by rank.
     */
    void beginMembers() {
        places = new int[ranks.length];
        Arrays.setAll(places, place -> place);
        // The keeper stays first: none is more similar to it than itself.
        IntSorter.sort(places, 1, places.length, (a, b) -> {
            int order = Float.compare(toKeeper[b], toKeeper[a]);
            return order == 0 ? Integer.compare(a, b) : order;
        }, monitor);
        // The first document of the keeper's signature is the keeper.
        next = documents.start(keeper) + 1;
    }

    boolean hasMembers() {
        while (next == documents.start(signature(places[at]) + 1) && at + 1 < places.length) {
            at++;
            next = documents.start(signature(places[at]));
        }
        return next < documents.start(signature(places[at]) + 1);
    }

    /** Returns the next members, at most so many, and charges for their memory. */
    List<Member> members(int max) {
        List<Member> members = new ArrayList<>();
        while (members.size() < max && hasMembers()) {
            monitor.reserve(Groups.BYTES_PER_MEMBER);
            members.add(
                    new Member(
                            documents.document(documents.documentRank(next++)),
                            toKeeper[places[at]]));
        }
        return members;
    }
}
