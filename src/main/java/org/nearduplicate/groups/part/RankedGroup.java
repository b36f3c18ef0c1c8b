package org.nearduplicate.groups.part;

/**
 * A group, and what its place among others depends on.
 *
 * @param group the group, with as many members as are listed
 * @param keeper orders groups of the same size
 */
public record RankedGroup(Group group, KeeperCandidate keeper) {

    /** Returns about the bytes it takes. */
    long bytes() {
        long bytes = (group.members().size() + 1L) * Groups.BYTES_PER_MEMBER
                + RankedDocuments.variableBytes(keeper.name());
        for (Member member : group.members()) {
            bytes += member.document().id().length();
        }
        return bytes;
    }
}
