package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
        List<GroupMeasure> measures = measure(from, to);
        List<Group> described = new ArrayList<>(to - from);
        for (GroupMeasure measure : measures) {
            described.add(describe(measure, maxMembers));
        }
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
        MeasureSink sink = new MeasureSink(measures);
        PairVerifier verifier = verifiers.verifier(0, sink);
        for (GroupMeasure measure : measures) {
            monitor.checkCancelled();
            measure.addPairs(verifier);
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
        for (int place : bySimilarity(measure)) {
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

    /** Returns the places of the contents, the most similar to the keeper first, ties by rank. */
    private List<Integer> bySimilarity(GroupMeasure measure) {
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < measure.contents().length; place++) {
            places.add(place);
        }
        places.sort(
                Comparator.comparing(measure::toKeeper, Comparator.reverseOrder())
                        .thenComparing(place -> place > 0)
                        .thenComparing(Comparator.naturalOrder()));
        return places;
    }

    /** Deals the similarities out to the groups, which come in the order of their pairs. */
    private static final class MeasureSink implements PairSink {

        private final List<GroupMeasure> measures;
        private int current;

        MeasureSink(List<GroupMeasure> measures) {
            this.measures = measures;
        }

        @Override
        public void accept(int a, int b, double similarity) {
            while (measures.get(current).isComplete()) {
                current++;
            }
            measures.get(current).take(similarity);
        }
    }
}
