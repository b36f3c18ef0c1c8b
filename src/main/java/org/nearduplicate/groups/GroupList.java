package org.nearduplicate.groups;

import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The groups of at least a minimal size, the biggest first, ties by the rank of their keepers, and the
 * contents of each. Immutable.
 */
final class GroupList {

    private final int[] keepers;
    private final int[] starts;
    private final int[] contents;
    private final long documents;

    private GroupList(int[] keepers, int[] starts, int[] contents, long documents) {
        this.keepers = keepers;
        this.starts = starts;
        this.contents = contents;
        this.documents = documents;
    }

    /** Lists the groups of at least {@code minGroupSize} documents. */
    static GroupList of(
            Grouping grouping, RankedDocuments documents, int minGroupSize, JobMonitor monitor) {
        int[] byRank = grouping.byRank();
        monitor.reserve(byRank.length * 5L * Integer.BYTES);
        int[] sizes = new int[byRank.length];
        int[] starts = new int[byRank.length + 1];
        for (int rank = 0; rank < byRank.length; rank++) {
            monitor.checkCancelled(rank);
            int content = byRank[rank];
            int keeper = grouping.keeper(content);
            sizes[keeper] += documents.count(content);
            starts[keeper + 1]++;
        }
        for (int i = 0; i < sizes.length; i++) {
            starts[i + 1] += starts[i];
        }
        // The keeper has the lowest rank of its group, so it comes first.
        int[] contents = new int[byRank.length];
        int[] ends = starts.clone();
        int[] keepers = new int[byRank.length];
        int groups = 0;
        long inGroups = 0;
        for (int rank = 0; rank < byRank.length; rank++) {
            monitor.checkCancelled(rank);
            int content = byRank[rank];
            int keeper = grouping.keeper(content);
            contents[ends[keeper]++] = content;
            if (keeper == content && sizes[content] >= minGroupSize) {
                keepers[groups++] = content;
                inGroups += sizes[content];
            }
        }
        IntSorter.sort(
                keepers,
                0,
                groups,
                (a, b) -> sizes[a] == sizes[b]
                        ? Integer.compare(grouping.rank(a), grouping.rank(b))
                        : Integer.compare(sizes[b], sizes[a]),
                monitor);
        return new GroupList(
                ArrayUtil.copyOfSubArray(keepers, 0, groups), starts, contents, inGroups);
    }

    /** Returns the number of groups. */
    int size() {
        return keepers.length;
    }

    /** Returns the number of documents in all groups. */
    long documents() {
        return documents;
    }

    /** Returns the number of contents of a group. */
    int contentCount(int group) {
        int keeper = keepers[group];
        return starts[keeper + 1] - starts[keeper];
    }

    /** Returns the content of the keeper of a group. */
    int keeper(int group) {
        return keepers[group];
    }

    /** Returns the contents of a group in the order of their ranks: the keeper's first. */
    int[] contents(int group) {
        int keeper = keepers[group];
        return ArrayUtil.copyOfSubArray(contents, starts[keeper], starts[keeper + 1]);
    }
}
