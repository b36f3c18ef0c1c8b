package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.TopResults.RankedGroup;
import org.nearduplicate.groups.part.TopResults.RankedPair;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;

/**
 * The groups that a job found, the biggest first, ties by the rank of their keepers. Read while
 * the shards are open, by the thread of the job.
 */
public final class Groups {

    /** What a described member costs, its name included, roughly. */
    static final int BYTES_PER_MEMBER = 160;

    /** Groups that are measured together, so that shingle sets are fetched for many. */
    private static final int GROUPS_AT_A_TIME = 64;

    private final RankedDocuments documents;
    private final VerifiedPairs pairs;
    private final Grouping grouping;
    private final PairVerifier.Maker verifiers;
    private final JobMonitor monitor;

    /** The signatures of the keepers of groups, by group; the ranks of signatures by keeper, and where those of each begin. */
    private final int[] keepers;
    private final int[] ranks;
    private final int[] starts;
    private final long documentCount;

    /** @param minGroupSize how many documents a group has at least */
    Groups(
            RankedDocuments documents, VerifiedPairs pairs, Grouping grouping, int minGroupSize,
            PairVerifier.Maker verifiers, JobMonitor monitor) {
        this.documents = documents;
        this.pairs = pairs;
        this.grouping = grouping;
        this.verifiers = verifiers;
        this.monitor = monitor;
        int[] byRank = grouping.byRank();
        monitor.reserve(byRank.length * 5L * Integer.BYTES);
        int[] sizes = new int[byRank.length];
        this.starts = new int[byRank.length + 1];
        for (int rank = 0; rank < byRank.length; rank++) {
            monitor.checkCancelled(rank);
            int signature = byRank[rank];
            int keeper = grouping.keeper(signature);
            sizes[keeper] += documents.count(signature);
            starts[keeper + 1]++;
        }
        IntList.sum(starts);
        // The keeper has the lowest rank of its group, so it comes first.
        this.ranks = new int[byRank.length];
        int[] ends = starts.clone();
        int[] found = new int[byRank.length];
        int groups = 0;
        long inGroups = 0;
        for (int rank = 0; rank < byRank.length; rank++) {
            monitor.checkCancelled(rank);
            int signature = byRank[rank];
            int keeper = grouping.keeper(signature);
            ranks[ends[keeper]++] = rank;
            if (keeper == signature && sizes[signature] >= minGroupSize) {
                found[groups++] = signature;
                inGroups += sizes[signature];
            }
        }
        IntSorter.sort(
                found,
                0,
                groups,
                (a, b) -> sizes[a] == sizes[b]
                        ? Integer.compare(grouping.rank(a), grouping.rank(b))
                        : Integer.compare(sizes[b], sizes[a]),
                monitor);
        this.keepers = ArrayUtil.copyOfSubArray(found, 0, groups);
        this.documentCount = inGroups;
    }

    public int size() {
        return keepers.length;
    }

    /** Returns the number of documents in all groups. */
    long documents() {
        return documentCount;
    }

    /**
     * Describes groups, and charges for the memory of the description. O(signatures) comparisons for a
     * group, O(signatures²) for one of up to {@value MeasuredGroup#ALL_PAIRS} signatures.
     *
     * @param from the first of them, from 0
     * @param to the one after the last of them, up to {@link #size()}
     * @param maxMembers how many members of a group are listed at most, the most similar first
     * @return the groups
     */
    public List<Group> describe(int from, int to, int maxMembers) {
        List<Group> described = new ArrayList<>(to - from);
        forEach(
                from, to,
                (group, members) -> described.add(group.with(members.members(maxMembers))));
        return described;
    }

    /**
     * Hands on all groups with all their members, those of a large group in parts, and charges for the memory
     * of one part at a time.
     *
     * @param maxMembers the members of a part at most
     * @param consumer takes the number of each part, from 1, and the group with the members of this part
     */
    public void forEachPart(int maxMembers, BiConsumer<Integer, Group> consumer) {
        forEach(0, size(), (group, members) -> {
            int part = 0;
            do {
                List<Member> next = members.members(maxMembers);
                consumer.accept(++part, group.with(next));
                monitor.reserve(-(long) BYTES_PER_MEMBER * next.size());
            } while (members.hasMembers());
        });
    }

    /** Returns what decides the place of a group among others: the group without its members and measures. */
    RankedGroup unmeasured(int group) {
        return new RankedGroup(describe(group, 0, false), documents.candidate(keepers[group]));
    }

    /** Returns the ranks of the signatures of a group, ascending: the keeper's first. */
    private int[] ranks(int group) {
        int keeper = keepers[group];
        return ArrayUtil.copyOfSubArray(ranks, starts[keeper], starts[keeper + 1]);
    }

    /**
     * Hands on at most {@code max} verified pairs of documents: first those of equal documents, then those of different
     * signatures, the most similar first; ties by rank.
     */
    void forEachPair(long max, Consumer<RankedPair> consumer) {
        long left = max;
        for (int signature : grouping.byRank()) {
            left = forEachPair(signature, signature, 1, left, consumer);
        }
        if (left > 0) {
            forEachDifferentPair(left, consumer);
        }
    }

    /** Hands on at most {@code max} pairs of documents of different signatures, the most similar first; ties by rank. */
    private void forEachDifferentPair(long max, Consumer<RankedPair> consumer) {
        int[] signatures = grouping.byRank();
        long left = max;
        long bytes = 3L * pairs.pairs() * Integer.BYTES;
        monitor.reserve(bytes);
        int[] owners = new int[2 * pairs.pairs()];
        int[] edges = new int[pairs.pairs()];
        int count = 0;
        for (int rank = 0; rank < signatures.length; rank++) {
            monitor.checkCancelled(rank);
            int signature = signatures[rank];
            for (int edge = pairs.start(signature); edge < pairs.start(signature + 1); edge++) {
                owners[edge] = signature;
                if (grouping.rank(signature) < grouping.rank(pairs.neighbour(edge))) {
                    edges[count++] = edge;
                }
            }
        }
        IntSorter.sort(edges, 0, count, order(owners), monitor);
        for (int i = 0; i < count && left > 0; i++) {
            int edge = edges[i];
            left = forEachPair(
                    owners[edge], pairs.neighbour(edge), pairs.similarity(edge), left, consumer);
        }
        monitor.reserve(-bytes);
    }

    private IntBinaryOperator order(int[] owners) {
        return (a, b) -> {
            int order = Float.compare(pairs.similarity(b), pairs.similarity(a));
            if (order == 0) {
                order = Integer.compare(grouping.rank(owners[a]), grouping.rank(owners[b]));
            }
            return order == 0
                    ? Integer.compare(
                            grouping.rank(pairs.neighbour(a)), grouping.rank(pairs.neighbour(b)))
                    : order;
        };
    }

    /** Hands on at most {@code max} pairs of documents of two signatures, or of one, and returns how many are left of them. */
    private long forEachPair(
            int a, int b, float similarity, long max, Consumer<RankedPair> consumer) {
        long left = max;
        for (int i = documents.start(a); i < documents.start(a + 1) && left > 0; i++) {
            int from = a == b ? i + 1 : documents.start(b);
            for (int j = from; j < documents.start(b + 1) && left > 0; j++, left--) {
                monitor.checkCancelled();
                int rankA = documents.documentRank(i);
                int rankB = documents.documentRank(j);
                consumer.accept(
                        new RankedPair(
                                new Pair(
                                        documents.document(Math.min(rankA, rankB)),
                                        documents.document(Math.max(rankA, rankB)), similarity),
                                a == b, documents.candidate(a), documents.candidate(b)));
            }
        }
        return left;
    }

    /** Hands on groups without their members, and these. */
    private void forEach(int from, int to, BiConsumer<Group, MeasuredGroup> consumer) {
        for (int first = from; first < to; first += GROUPS_AT_A_TIME) {
            int end = Math.min(first + GROUPS_AT_A_TIME, to);
            long bytes = 0;
            for (int group = first; group < end; group++) {
                int count = starts[keepers[group] + 1] - starts[keepers[group]];
                bytes += (long) MeasuredGroup.BYTES_PER_SIGNATURE * count;
            }
            monitor.reserve(bytes);
            int group = first;
            for (MeasuredGroup measured : measure(first, end)) {
                measured.beginMembers();
                consumer.accept(
                        describe(group++, measured.smallest(), measured.isOfAllPairs()), measured);
            }
            monitor.reserve(-bytes);
        }
    }

    private Collection<MeasuredGroup> measure(int from, int to) {
        Map<Integer, MeasuredGroup> byKeeper = new LinkedHashMap<>();
        for (int group = from; group < to; group++) {
            byKeeper.put(
                    keepers[group],
                    new MeasuredGroup(ranks(group), grouping, documents, monitor));
        }
        PairVerifier verifier = verifiers.make(
                0,
                (a, b, similarity) -> byKeeper.get(grouping.keeper(a)).take(a, b, similarity));
        for (MeasuredGroup measured : byKeeper.values()) {
            monitor.checkCancelled();
            measured.addPairs(pairs, verifier);
        }
        verifier.finish();
        return byKeeper.values();
    }

    /** Describes a group without its members. */
    private Group describe(int group, float smallest, boolean isOfAllPairs) {
        int keeper = keepers[group];
        long size = 0;
        for (int i = starts[keeper]; i < starts[keeper + 1]; i++) {
            size += documents.count(grouping.byRank()[ranks[i]]);
        }
        return new Group(
                size, starts[keeper + 1] - starts[keeper],
                documents.document(documents.documentRank(documents.start(keeper))),
                List.of(), smallest, isOfAllPairs);
    }
}
