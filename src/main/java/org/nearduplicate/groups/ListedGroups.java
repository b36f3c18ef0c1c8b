package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/** The biggest groups of all parts of a job, ties by the order of keepers. Belongs to the thread of the job. */
public final class ListedGroups {

    private final int size;
    private final int maxMembers;
    private final Keep keep;
    private final FirstOnes<Listed> first;

    /**
     * Lists no groups yet.
     *
     * @param size how many groups are listed at most
     * @param maxMembers how many members of each, at most
     * @param keep which documents are kept
     * @param monitor is asked for the memory of what is listed
     */
    public ListedGroups(int size, int maxMembers, Keep keep, JobMonitor monitor) {
        Comparator<Listed> bySize = Comparator.comparing(listed -> -listed.group.size());
        this.size = size;
        this.maxMembers = maxMembers;
        this.keep = keep;
        this.first = new FirstOnes<>(
                size,
                bySize.thenComparing(
                        Listed::keeper, (a, b) -> KeeperOrder.compare(keep, a, b)),
                Listed::bytes, monitor);
    }

    private record Listed(Group group, KeeperCandidate keeper) {

        long bytes() {
            long bytes = (group.members().size() + 1L) * Groups.BYTES_PER_MEMBER
                    + RankedDocuments.variableBytes(keeper.name());
            for (Member member : group.members()) {
                bytes += member.document().id().length();
            }
            return bytes;
        }
    }

    /**
     * Adds the groups of a part. Only those that are listed are described.
     *
     * @param part the groups
     */
    public void add(Groups part) {
        List<Group> described = part.describe(0, countListed(part), maxMembers);
        List<Listed> more = new ArrayList<>();
        for (int i = 0; i < described.size(); i++) {
            Listed group = new Listed(described.get(i), part.keeper(i));
            first.charge(group);
            more.add(group);
        }
        first.add(more);
    }

    /** Returns the groups, the biggest first. */
    public List<Group> groups() {
        return first.list().stream().map(Listed::group).toList();
    }

    /** Returns how many of the groups of a part are to be listed: the first ones of them. */
    private int countListed(Groups part) {
        List<Listed> listed = first.list();
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

    private boolean isBefore(Listed group, Groups part, int other) {
        long otherSize = part.documents(other);
        return group.group.size() == otherSize
                ? KeeperOrder.compare(keep, group.keeper, part.keeper(other)) < 0
                : group.group.size() > otherSize;
    }
}
