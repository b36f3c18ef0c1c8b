package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The groups that a job found, the biggest first, ties by the rank of their keepers. To be asked while
 * the shards are open, by the thread of the job.
 */
public final class Groups {

    /** What a described member costs, its name included, roughly. */
    static final int BYTES_PER_MEMBER = 160;

    /** Groups that are measured together, so that shingle sets are fetched for many. */
    private static final int GROUPS_AT_A_TIME = 64;

    private final RankedDocuments documents;
    private final PairGraph pairs;
    private final Grouping grouping;
    private final GroupList groups;
    private final PairVerifier.Maker verifiers;
    private final JobMonitor monitor;

    Groups(
            RankedDocuments documents,
            PairGraph pairs,
            Grouping grouping,
            GroupList groups,
            PairVerifier.Maker verifiers,
            JobMonitor monitor) {
        this.documents = documents;
        this.pairs = pairs;
        this.grouping = grouping;
        this.groups = groups;
        this.verifiers = verifiers;
        this.monitor = monitor;
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
        List<Group> described = new ArrayList<>(to - from);
        forEachMeasure(from, to, (measure, group) -> {
            Members members = new Members(measure);
            described.add(describe(measure, group).with(members.next(maxMembers)));
        });
        return described;
    }

    /**
     * Hands on all groups with all their members, those of a large group in parts, and asks for the memory
     * of one part at a time.
     *
     * @param maxMembers the members of a part at most
     * @param consumer takes the parts
     */
    public void forEachPart(int maxMembers, PartConsumer consumer) {
        forEachMeasure(0, size(), (measure, group) -> {
            Group described = describe(measure, group);
            Members members = new Members(measure);
            int part = 0;
            do {
                List<Member> next = members.next(maxMembers);
                consumer.accept(++part, described.with(next));
                monitor.reserve(-(long) BYTES_PER_MEMBER * next.size());
            } while (members.hasNext());
        });
    }

    /** Takes parts of groups. */
    @FunctionalInterface
    public interface PartConsumer {

        /**
         * Takes a part.
         *
         * @param part the number of the part, from 1
         * @param group the group with the members of this part
         */
        void accept(int part, Group group);
    }

    /** Returns the number of documents of a group. */
    long documents(int group) {
        long size = 0;
        for (int content : groups.contents(group)) {
            size += documents.count(content);
        }
        return size;
    }

    /** Returns the keeper of a group. */
    KeeperCandidate keeper(int group) {
        return documents.candidate(groups.keeper(group));
    }

    /**
     * Hands on the verified pairs of documents, equal documents included, the most similar first.
     *
     * @param max how many at most
     * @param consumer takes them
     */
    void forEachPair(long max, Consumer<RankedPair> consumer) {
        new PairListing(documents, pairs, grouping, monitor).forEach(max, consumer);
    }

    private void forEachMeasure(
            int from, int to, ObjIntConsumer<GroupMeasure> consumer) {
        for (int first = from; first < to; first += GROUPS_AT_A_TIME) {
            int end = Math.min(first + GROUPS_AT_A_TIME, to);
            long bytes = 0;
            for (int group = first; group < end; group++) {
                bytes += (long) GroupMeasure.BYTES_PER_CONTENT * groups.contentCount(group);
            }
            monitor.reserve(bytes);
            int group = first;
            for (GroupMeasure measure : measure(first, end)) {
                consumer.accept(measure, group++);
            }
            monitor.reserve(-bytes);
        }
    }

    private Collection<GroupMeasure> measure(int from, int to) {
        Map<Integer, GroupMeasure> byKeeper = new LinkedHashMap<>();
        for (int group = from; group < to; group++) {
            int[] contents = groups.contents(group);
            byKeeper.put(contents[0], new GroupMeasure(contents, grouping::rank));
        }
        PairVerifier verifier = verifiers.make(
                0,
                (a, b, similarity) -> byKeeper.get(grouping.keeper(a)).take(a, b, similarity));
        for (GroupMeasure measure : byKeeper.values()) {
            monitor.checkCancelled();
            measure.addPairs(pairs, grouping::keeper, verifier, monitor);
        }
        verifier.finish();
        return byKeeper.values();
    }

    /** Describes a group without its members. */
    private Group describe(GroupMeasure measure, int group) {
        int[] contents = measure.contents();
        return new Group(
                documents(group),
                contents.length,
                documents.document(documents.documentRank(documents.start(contents[0]))),
                List.of(),
                measure.smallest(),
                measure.isOfAllPairs());
    }

    /** Goes through the members of a group, the most similar to the keeper first. */
    private final class Members {

        private final GroupMeasure measure;
        private final int[] places;
        private int at;
        private int next;

        Members(GroupMeasure measure) {
            this.measure = measure;
            this.places = measure.bySimilarity(monitor);
            // The first document of the keeper's content is the keeper.
            this.next = documents.start(content()) + 1;
        }

        boolean hasNext() {
            while (next == documents.start(content() + 1) && at + 1 < places.length) {
                at++;
                next = documents.start(content());
            }
            return next < documents.start(content() + 1);
        }

        /** Returns the next members, at most so many, and asks for their memory. */
        List<Member> next(int max) {
            List<Member> members = new ArrayList<>();
            while (members.size() < max && hasNext()) {
                monitor.reserve(BYTES_PER_MEMBER);
                members.add(
                        new Member(
                                documents.document(documents.documentRank(next++)),
                                measure.toKeeper(places[at])));
            }
            return members;
        }

        private int content() {
            return measure.contents()[places[at]];
        }
    }
}
