package org.nearduplicate.groups;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links;
import org.nearduplicate.groups.part.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.sketch.Scheme;

/**
 * Finds all groups of near duplicates in some shards, within a given memory. Runs in one thread, which waits for the
 * shards; belongs to that thread, and runs once.
 *
 * <p>If the documents that share buckets fit into the memory, they are grouped together. If not, the terms are
 * walked in ranges, of which no more is kept than which documents hang together by pairs that may be similar. No group
 * leaves such a component: so components are packed into parts that fit, and each part is walked and grouped alone.
 */
public final class GroupsJob {

    /** More than one, so that no worker has much to do when the others have nothing left. */
    private static final int RANGES_EACH = 2;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<? extends Shard> shards;
    private final Duration pause;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final GroupsProgress monitor;
    private final GroupsWorker worker;

    /**
     * @param shards all indexed by the scheme
     * @param memory about the bytes that documents may take at a time; a bucket or a component that takes more is
     *     worked off nevertheless
     */
    public GroupsJob(
            List<? extends Shard> shards,
            Scheme scheme,
            GroupsOptions options,
            long memory,
            GroupsProgress monitor) {
        this(shards, scheme, options, memory, PAUSE, monitor);
    }

    /** Leaves workers that are full alone for a pause. */
    GroupsJob(
            List<? extends Shard> shards,
            Scheme scheme,
            GroupsOptions options,
            long memory,
            Duration pause,
            GroupsProgress monitor) {
        this.shards = List.copyOf(shards);
        this.pause = pause;
        this.scheme = scheme;
        this.options = options;
        this.monitor = monitor;
        this.worker = new GroupsWorker(shards, scheme, options, memory, monitor);
    }

    /** Returns what a work unit of a job takes of the memory that a job of its own would, in bytes: a node may have both at a time. */
    public static long unitMemory(long memory) {
        return memory / 2;
    }

    /**
     * Runs the job. If it does not fit into the memory, workers do it, and this thread only what they cannot.
     *
     * @param parts takes the groups of the parts that are grouped here, part after part; those of each part are to be asked
     *     for before it returns
     * @param workers do work units of it, in {@linkplain #unitMemory a part} of the memory; without any the job runs alone
     * @param others takes what workers found, and the memory of it, which was asked for
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the job with, or what a taker threw
     */
    public GroupsCounts run(
            Consumer<Groups> parts, List<? extends Worker> workers, Consumer<WorkerGroups> others) {
        boolean alone = workers.isEmpty();
        if (worker.groupAll(parts, alone) == false) {
            if (alone == false) {
                link(workers);
            }
            worker.links().finish();
            group(parts, workers, others);
        }
        return counts();
    }

    private void link(List<? extends Worker> workers) {
        List<KeyRange> ranges = KeyRange.all(scheme.bandTermFormat())
                .split(RANGES_EACH * workers.size(), options.rows());
        int[] done = {0};
        Runnable tellWalked = () -> monitor.walked((double) ++done[0] / ranges.size());
        new SharedWork<KeyRange, RangeLinks>(
                workers, Worker::link,
                range -> {
                    worker.link(range);
                    tellWalked.run();
                },
                (range, result) -> {
                    worker.add(result);
                    tellWalked.run();
                },
                pause, monitor)
                .run(ranges.iterator());
    }

    private void group(
            Consumer<Groups> groups, List<? extends Worker> workers,
            Consumer<WorkerGroups> others) {
        Map<Long, byte[]> blocks = worker.links().cuts();
        Parts all = new Parts(
                worker.links(), workers.isEmpty() ? worker.memory() : worker.memory().ofUnit(),
                scheme.banding().bands(), workers.size(), monitor);
        new SharedWork<List<int[]>, WorkerGroups>(
                workers,
                (other, parts) -> other.group(parts, blocks),
                parts -> {
                    worker.group(parts, all.documents(), groups);
                    all.release(parts, worker.counts());
                },
                (parts, result) -> {
                    monitor.reserve(result.bytes());
                    worker.add(result.counts(), all.documents());
                    all.release(parts, worker.counts());
                    others.accept(result);
                },
                pause, monitor)
                .run(all);
    }

    private GroupsCounts counts() {
        Links links = worker.links();
        GroupsCounts counts = worker.counts();
        long inParts = counts.get(Count.DOCUMENTS_OF_PARTS);
        long inBuckets = Math.max(inParts, links.documentsInBuckets());
        for (Shard shard : shards) {
            ShardDocuments documents = shard.documents();
            counts = counts.with(Count.DOCUMENTS, documents.documents())
                    .with(Count.WITHOUT_SIGNATURE, documents.withoutSignature())
                    .with(Count.OF_ONE_SHINGLE, documents.ofOneShingle());
        }
        return counts.with(Count.DOCUMENTS_IN_BUCKETS, inBuckets)
                // Who hangs together with no other has a content of its own.
                .with(Count.CONTENTS, inBuckets - inParts)
                .with(Count.DOCUMENTS_IN_LIMITED_BUCKETS, links.documentsInLimited())
                .without(
                        Set.of(
                                Count.VERIFIED_CONTENT_PAIRS, Count.DOCUMENTS_OF_PARTS,
                                Count.MEMBERS_OF_PARTS));
    }
}
