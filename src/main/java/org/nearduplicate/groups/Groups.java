package org.nearduplicate.groups;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The groups that a job found, the biggest first, ties by the rank of their keepers. To be asked while
 * the shards are open, by the thread of the job.
 */
public final class Groups {

    /** What a described member costs, its name included, roughly. */
    private static final int BYTES_PER_MEMBER = 160;

    private final GroupsCounts counts;
    private final RankedDocuments documents;
    private final PairGraph pairs;
    private final Grouping grouping;
    private final GroupList groups;
    private final PairVerifiers verifiers;
    private final JobMonitor monitor;

    Groups(
            GroupsCounts counts,
            RankedDocuments documents,
            PairGraph pairs,
            Grouping grouping,
            GroupList groups,
            PairVerifiers verifiers,
            JobMonitor monitor) {
        this.counts = counts;
        this.documents = documents;
        this.pairs = pairs;
        this.grouping = grouping;
        this.groups = groups;
        this.verifiers = verifiers;
        this.monitor = monitor;
    }

    /** Returns what the job saw, did and left out. */
    public GroupsCounts counts() {
        return counts;
    }

    /** Returns the number of groups. */
    public int size() {
        return groups.size();
    }

    /**
     * Describes groups, and asks for the memory of the description. O(contents) comparisons for a
     * group, O(contents²) for one of up to
     * {@value GroupMeasure#ALL_PAIRS} contents.
     *
     * @param from the first of them, from 0
     * @param to the one after the last of them, up to {@link #size()}
     * @param maxMembers how many members of a group are listed at most, the most similar first
     * @return the groups
     */
    public List<Group> describe(int from, int to, int maxMembers) {
        long bytes = 0;
        for (int group = from; group < to; group++) {
            bytes += (long) GroupMeasure.BYTES_PER_CONTENT * groups.contentCount(group);
        }
        monitor.reserve(bytes);
        List<Group> described = new ArrayList<>(to - from);
        for (GroupMeasure measure : measure(from, to)) {
            described.add(describe(measure, maxMembers));
        }
        monitor.reserve(-bytes);
        return described;
    }

    /**
     * Gives back the memory of descriptions that are no longer needed.
     *
     * @param described groups as they were described
     */
    public void forget(List<Group> described) {
        for (Group group : described) {
            monitor.reserve(-(long) BYTES_PER_MEMBER * group.members().size());
        }
    }

    /**
     * Hands on the verified pairs of documents, equal documents included, the most similar first.
     *
     * @param max how many at most
     * @param consumer takes them
     */
    public void forEachPair(long max, Consumer<Pair> consumer) {
        new PairListing(documents, pairs, grouping, monitor).forEach(max, consumer);
    }

    private List<GroupMeasure> measure(int from, int to) {
        List<GroupMeasure> measures = new ArrayList<>(to - from);
        for (int group = from; group < to; group++) {
            measures.add(new GroupMeasure(groups.contents(group)));
        }
        // The similarities are dealt out to the groups, which come in the order of their pairs.
        Queue<GroupMeasure> incomplete = new ArrayDeque<>(measures);
        PairVerifier verifier = verifiers.verifier(0, (a, b, similarity) -> {
            while (incomplete.element().isComplete()) {
                incomplete.remove();
            }
            incomplete.element().take(similarity);
        });
        for (GroupMeasure measure : measures) {
            monitor.checkCancelled();
            measure.addPairs(verifier, monitor);
            if (measure.isOfAllPairs() == false) {
                measure.include(pairs, grouping::keeper);
            }
        }
        verifier.finish();
        return measures;
    }

    private Group describe(GroupMeasure measure, int maxMembers) {
        int[] contents = measure.contents();
        long size = 0;
        List<Member> members = new ArrayList<>();
        for (int place : measure.bySimilarity(monitor)) {
            int content = contents[place];
            size += documents.count(content);
            // The first document of the keeper's content is the keeper.
            int first = documents.start(content) + (place == 0 ? 1 : 0);
            for (int i = first; i < documents.start(content + 1)
                    && members.size() < maxMembers; i++) {
                monitor.reserve(BYTES_PER_MEMBER);
                members.add(
                        new Member(
                                documents.document(documents.documentRank(i)),
                                measure.toKeeper(place)));
            }
        }
        return new Group(
                size,
                contents.length,
                documents.document(documents.documentRank(documents.start(contents[0]))),
                members,
                measure.smallest(),
                measure.isOfAllPairs());
    }
}
