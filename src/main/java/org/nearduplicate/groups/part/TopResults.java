package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.KeeperOrder.KeeperCandidate;
import org.nearduplicate.groups.part.TopResults.RankedGroup;
import org.nearduplicate.groups.part.TopResults.RankedPair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.job.JobMonitor;

/**
 * What is listed of the groups and pairs of all parts of a job: the biggest groups, and the most similar pairs, those of
 * equal documents before all others; ties by the order of keepers. Not thread-safe.
 */
public final class TopResults {

    private final Limits limits;
    private final TopN<RankedGroup> groups;
    private final TopN<RankedPair> pairs;

    /** Lists nothing yet; the monitor is charged for the memory of what is listed. */
    public TopResults(Limits limits, Keep keep, JobMonitor monitor) {
        this.limits = limits;
        Comparator<KeeperCandidate> ranks = (a, b) -> KeeperOrder.compare(keep, a, b);
        Comparator<RankedGroup> bySize = Comparator.comparing(listed -> -listed.group().size());
        this.groups = new TopN<>(
                limits.groups(), bySize.thenComparing(RankedGroup::keeper, ranks),
                RankedGroup::bytes, monitor);
        this.pairs = new TopN<>(
                limits.pairs(),
                Comparator.comparing(RankedPair::areEqual).reversed()
                        .thenComparing(listed -> -listed.pair().similarity())
                        .thenComparing(RankedPair::a, ranks)
                        .thenComparing(RankedPair::b, ranks),
                RankedPair::bytes, monitor);
    }

    /**
     * How much is listed.
     *
     * @param groups how many groups at most, the biggest
     * @param maxMembers how many members of each, at most
     * @param pairs how many pairs at most, the most similar
     */
    public record Limits(int groups, int maxMembers, long pairs) {}

    /** Adds the groups and pairs of a part. Only those that are listed are described. */
    public void add(Groups part) {
        int count = 0;
        while (count < part.size() && groups.wants(part.unmeasured(count), count)) {
            count++;
        }
        List<Group> described = part.describe(0, count, limits.maxMembers);
        List<RankedGroup> moreGroups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RankedGroup group = new RankedGroup(described.get(i), part.unmeasured(i).keeper());
            groups.charge(group);
            moreGroups.add(group);
        }
        groups.add(moreGroups);
        List<RankedPair> morePairs = new ArrayList<>();
        part.forEachPair(limits.pairs, pair -> {
            if (pairs.wants(pair, morePairs.size())) {
                pairs.charge(pair);
                morePairs.add(pair);
            }
        });
        pairs.add(morePairs);
    }

    /** Adds what a worker listed by the same limits, whose memory was charged. */
    public void add(WorkerGroups found) {
        groups.add(found.groups());
        pairs.add(found.pairs());
    }

    /** Returns the groups, in order. */
    public List<Group> groups() {
        return groups.list().stream().map(RankedGroup::group).toList();
    }

    /** Returns the pairs, in order. */
    public List<Pair> pairs() {
        return pairs.list().stream().map(RankedPair::pair).toList();
    }

    /** Returns all of it, and what was counted and written, to be added to what the job of another node lists. */
    public WorkerGroups found(GroupsCounts counts, long written) {
        return new WorkerGroups(counts, groups.list(), pairs.list(), written);
    }

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

    /**
     * A pair, and what its place among others depends on beside its similarity.
     *
     * @param pair the pair
     * @param areEqual whether its documents have the same signature
     * @param a the first document of the signature that is to be kept rather than the other
     * @param b the first document of the other, or of the same
     */
    public record RankedPair(Pair pair, boolean areEqual, KeeperCandidate a, KeeperCandidate b) {

        /** What a pair costs, roughly, beside what is variable in names. */
        private static final int BYTES = 250;

        /** Returns about the bytes it takes. */
        long bytes() {
            return BYTES + RankedDocuments.variableBytes(a.name())
                    + RankedDocuments.variableBytes(b.name());
        }
    }

    /**
     * What a {@link org.nearduplicate.groups.GroupsJob.Worker} found in parts.
     *
     * @param counts what was counted
     * @param groups the biggest groups, in order
     * @param pairs the most similar pairs, in order
     * @param written how many documents were written of the groups
     */
    public record WorkerGroups(
            GroupsCounts counts, List<RankedGroup> groups, List<RankedPair> pairs,
            long written) {

        /** Returns about the bytes it takes. */
        public long bytes() {
            return groups.stream().mapToLong(RankedGroup::bytes).sum()
                    + pairs.stream().mapToLong(RankedPair::bytes).sum();
        }
    }

    /**
     * The first of all things that were added, in order, and their memory. Not thread-safe.
     *
     * @param <T> a thing
     */
    private static final class TopN<T> {

        private final long max;
        private final Comparator<T> order;
        private final ToLongFunction<T> bytes;
        private final JobMonitor monitor;
        private List<T> things = List.of();

        TopN(long max, Comparator<T> order, ToLongFunction<T> bytes, JobMonitor monitor) {
            this.max = max;
            this.order = order;
            this.bytes = bytes;
            this.monitor = monitor;
        }

        List<T> list() {
            return things;
        }

        /** Returns whether a thing would be among the first ones if some are added that come before it, each of which would be. */
        boolean wants(T thing, int before) {
            return before < max
                    && (things.size() + before < max
                            || order.compare(thing, things.get((int) max - before - 1)) < 0);
        }

        /** Charges for the memory of a thing that is to be added. */
        void charge(T thing) {
            monitor.reserve(bytes.applyAsLong(thing));
        }

        /**
         * Adds things, and gives back the memory of those that are not among the first ones.
         *
         * @param more in order, each of which was charged
         */
        void add(List<T> more) {
            List<T> all = new ArrayList<>(things);
            all.addAll(more);
            all.sort(order);
            List<T> left = all.subList((int) Math.min(max, all.size()), all.size());
            left.forEach(thing -> monitor.reserve(-bytes.applyAsLong(thing)));
            left.clear();
            things = all;
        }
    }
}
