package org.nearduplicate.groups;

import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/** What is listed of the groups and pairs of all parts of a job. Belongs to one thread. */
public final class Listing {

    private final ListedGroups groups;
    private final ListedPairs pairs;

    /**
     * Lists nothing yet.
     *
     * @param limits how much is listed
     * @param keep which documents are kept
     * @param monitor is asked for the memory of what is listed
     */
    public Listing(Limits limits, Keep keep, JobMonitor monitor) {
        this.groups = new ListedGroups(limits.groups(), limits.maxMembers(), keep, monitor);
        this.pairs = new ListedPairs(limits.pairs(), keep, monitor);
    }

    /**
     * How much is listed.
     *
     * @param groups how many groups at most, the biggest
     * @param maxMembers how many members of each, at most
     * @param pairs how many pairs at most, the most similar
     */
    public record Limits(int groups, int maxMembers, long pairs) {

        /** No limits, but that of lists. */
        static final Limits ALL = new Limits(
                Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Adds the groups and pairs of a part. Only those that are listed are described.
     *
     * @param part the groups
     */
    public void add(Groups part) {
        groups.add(part);
        pairs.add(part);
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

    /** Returns the groups, the biggest first, ties by the order of keepers. */
    public List<Group> groups() {
        return groups.groups();
    }

    /** Returns the pairs, the most similar first, ties by the order of keepers. */
    public List<Pair> pairs() {
        return pairs.pairs();
    }

    /**
     * Returns all of it, to be added to what the job of another node lists.
     *
     * @param counts what was counted
     * @param written how many documents were written of the groups
     * @return this
     */
    public PeerGroups found(PartCounts counts, long written) {
        return new PeerGroups(counts, groups.listed(), pairs.listed(), written);
    }
}
