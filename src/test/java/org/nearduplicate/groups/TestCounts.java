package org.nearduplicate.groups;

import java.util.Set;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.peers.PeerFormat;

/** Counts of a test's own choice. */
public final class TestCounts {

    private TestCounts() {}

    /** Returns counts in the order in which they are declared, 0 for those that are left out at the end. */
    public static GroupsCounts of(long... numbers) {
        GroupsCounts counts = GroupsCounts.NONE;
        for (int i = 0; i < numbers.length; i++) {
            counts = counts.with(Count.values()[i], numbers[i]);
        }
        return counts;
    }

    /** How many band terms of documents without peers are scanned depends on the layout. */
    static GroupsCounts inAnyLayout(GroupsCounts counts, GroupsOptions options) {
        return options.peers().equals(PeerFormat.NONE)
                ? counts
                : counts.without(Set.of(Count.BAND_TERMS));
    }

    /** What is compared depends on the memory, as a part does not know the documents of others. */
    static GroupsCounts withoutComparisons(GroupsCounts counts) {
        return counts.without(
                Set.of(
                        Count.COMPARISONS, Count.CANDIDATE_PAIRS, Count.PARTS,
                        Count.LARGEST_PART));
    }
}
