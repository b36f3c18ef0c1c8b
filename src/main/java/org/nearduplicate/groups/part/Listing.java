package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.sketch.JobMonitor;

/**
 * What is listed of the groups and pairs of all parts of a job: the biggest groups, and the most similar pairs, those of
 * equal documents before all others; ties by the order of keepers. Belongs to one thread.
 */
public final class Listing {

    private final Limits limits;
    private final FirstOnes<RankedGroup> groups;
    private final FirstOnes<RankedPair> pairs;

    /**
     * Lists nothing yet.
     *
     * @param limits how much is listed
     * @param keep which documents are kept
     * @param monitor is asked for the memory of what is listed
     */
    public Listing(Limits limits, Keep keep, JobMonitor monitor) {
        this.limits = limits;
        Comparator<KeeperCandidate> ranks = (a, b) -> KeeperOrder.compare(keep, a, b);
        Comparator<RankedGroup> bySize = Comparator.comparing(listed -> -listed.group().size());
        this.groups = new FirstOnes<>(
                limits.groups(), bySize.thenComparing(RankedGroup::keeper, ranks),
                RankedGroup::bytes, monitor);
        this.pairs = new FirstOnes<>(
                limits.pairs(),
                Comparator.comparing(RankedPair::areEqual).reversed()
                        .thenComparing(listed -> -listed.pair().similarity())
                        .thenComparing(RankedPair::a, ranks)
                        .thenComparing(RankedPair::b, ranks),
                RankedPair::bytes, monitor);
    }

    /**
     * How much is listed.
     *
     * @param groups how many groups at most, the biggest
     * @param maxMembers how many members of each, at most
     * @param pairs how many pairs at most, the most similar
     */
    public record Limits(int groups, int maxMembers, long pairs) {}

    /**
     * Adds the groups and pairs of a part. Only those that are listed are described.
     *
     * @param part the groups
     */
    public void add(Groups part) {
        int count = 0;
        while (count < part.size() && groups.wants(part.unmeasured(count), count)) {
            count++;
        }
        List<Group> described = part.describe(0, count, limits.maxMembers);
        List<RankedGroup> moreGroups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RankedGroup group = new RankedGroup(described.get(i), part.unmeasured(i).keeper());
            groups.charge(group);
            moreGroups.add(group);
        }
        groups.add(moreGroups);
        List<RankedPair> morePairs = new ArrayList<>();
        part.forEachPair(limits.pairs, pair -> {
            if (pairs.wants(pair, morePairs.size())) {
                pairs.charge(pair);
                morePairs.add(pair);
            }
        });
        pairs.add(morePairs);
    }

    /**
     * Adds what a peer listed by the same limits, for whose memory was asked.
     *
     * @param found this
     */
    public void add(PeerGroups found) {
        groups.add(found.groups());
        pairs.add(found.pairs());
    }

    /** Returns the groups, in order. */
    public List<Group> groups() {
        return groups.list().stream().map(RankedGroup::group).toList();
    }

    /** Returns the pairs, in order. */
    public List<Pair> pairs() {
        return pairs.list().stream().map(RankedPair::pair).toList();
    }

    /**
     * Returns all of it, to be added to what the job of another node lists.
     *
     * @param counts what was counted
     * @param written how many documents were written of the groups
     * @return this
     */
    public PeerGroups found(GroupsCounts counts, long written) {
        return new PeerGroups(counts, groups.list(), pairs.list(), written);
    }
}
