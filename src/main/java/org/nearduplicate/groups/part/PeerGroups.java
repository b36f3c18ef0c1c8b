package org.nearduplicate.groups.part;

import java.util.List;
import org.nearduplicate.groups.request.GroupsCounts;

/**
 * What a {@link Peer} found in parts.
 *
 * @param counts what was counted
 * @param groups the biggest groups, in order
 * @param pairs the most similar pairs, in order
 * @param written how many documents were written of the groups
 */
public record PeerGroups(
        GroupsCounts counts, List<RankedGroup> groups, List<RankedPair> pairs,
        long written) {

    /** Returns about the bytes it takes. */
    public long bytes() {
        return groups.stream().mapToLong(RankedGroup::bytes).sum()
                + pairs.stream().mapToLong(RankedPair::bytes).sum();
    }
}
