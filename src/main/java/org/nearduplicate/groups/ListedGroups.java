package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/** The biggest groups of all parts of a job, ties by the order of keepers. Belongs to the thread of the job. */
final class ListedGroups {

    private final int size;
    private final int maxMembers;
    private final FirstOnes<RankedGroup> first;
    private final Keep keep;

    /**
     * Lists no groups yet.
     *
     * @param size how many groups are listed at most
     * @param maxMembers how many members of each, at most
     * @param keep which documents are kept
     * @param monitor is asked for the memory of what is listed
     */
    ListedGroups(int size, int maxMembers, Keep keep, JobMonitor monitor) {
        this.size = size;
        this.maxMembers = maxMembers;
        this.keep = keep;
        Comparator<RankedGroup> bySize = Comparator.comparing(listed -> -listed.group().size());
        this.first = new FirstOnes<>(
                size,
                bySize.thenComparing(
                        RankedGroup::keeper, (a, b) -> KeeperOrder.compare(keep, a, b)),
                RankedGroup::bytes, monitor);
    }

    /**
     * Adds the groups of a part. Only those that are listed are described.
     *
     * @param part the groups
     */
    void add(Groups part) {
        List<Group> described = part.describe(0, countListed(part), maxMembers);
        List<RankedGroup> more = new ArrayList<>();
        for (int i = 0; i < described.size(); i++) {
            RankedGroup group = new RankedGroup(described.get(i), part.keeper(i));
            first.charge(group);
            more.add(group);
        }
        first.add(more);
    }

    /**
     * Adds groups that were listed elsewhere, in the same order and with as many members, for whose memory was asked.
     *
     * @param others these
     */
    void add(List<RankedGroup> others) {
        first.add(others);
    }

    /** Returns what is listed, in order. */
    List<RankedGroup> listed() {
        return first.list();
    }

    /** Returns the groups, the biggest first. */
    List<Group> groups() {
        return first.list().stream().map(RankedGroup::group).toList();
    }

    /** Returns how many of the groups of a part are to be listed: the first ones of them. */
    private int countListed(Groups part) {
        List<RankedGroup> listed = first.list();
        int mine = 0;
        int theirs = 0;
        while (mine + theirs < size && theirs < part.size()) {
            if (mine < listed.size() && isBefore(listed.get(mine), part, theirs)) {
                mine++;
            } else {
                theirs++;
            }
        }
        return theirs;
    }

    private boolean isBefore(RankedGroup group, Groups part, int other) {
        long otherSize = part.documents(other);
        return group.group().size() == otherSize
                ? KeeperOrder.compare(keep, group.keeper(), part.keeper(other)) < 0
                : group.group().size() > otherSize;
    }
}
