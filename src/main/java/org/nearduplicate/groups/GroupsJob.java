package org.nearduplicate.groups;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.nearduplicate.groups.shard.Shard;
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

    /** More than one, so that no peer has much to do when the others have nothing left. */
    private static final int RANGES_EACH = 2;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<? extends Shard> shards;
    private final Duration pause;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final GroupsProgress monitor;
    private final GroupsWorker worker;

    /**
     * Creates a job.
     *
     * @param shards the shards, all indexed by one scheme
     * @param scheme that scheme
     * @param options what is asked for
     * @param memory about the bytes that documents may take at a time; a bucket or a component that takes more is
     *     worked off nevertheless
     * @param monitor watches the job
     */
    public GroupsJob(
            List<? extends Shard> shards,
            Scheme scheme,
            GroupsOptions options,
            long memory,
            GroupsProgress monitor) {
        this(shards, scheme, options, memory, PAUSE, monitor);
    }

    /**
     * @param pause for how long peers are left alone that are full
     */
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

    /**
     * Returns what a piece of a job takes of the memory that a job of its own would: a node may have both at a time.
     *
     * @param memory that of a job, in bytes
     * @return that of a piece
     */
    public static long pieceMemory(long memory) {
        return memory / 2;
    }

    /**
     * Runs the job alone.
     *
     * @param parts takes the groups, part after part; those of each part are to be asked for before it returns
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the job with, or what the taker threw
     */
    public GroupsCounts run(Consumer<Groups> parts) {
        return run(parts, List.of(), unused -> {});
    }

    /**
     * Runs the job. If it does not fit into the memory, peers do it, and this thread only what they cannot.
     *
     * @param parts takes the groups of the parts that are grouped here, as above
     * @param peers do pieces of it, in {@linkplain #pieceMemory a part} of the memory
     * @param others takes what peers found, and the memory of it, which was asked for
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the job with, or what a taker threw
     */
    public GroupsCounts run(
            Consumer<Groups> parts, List<? extends Peer> peers, Consumer<PeerGroups> others) {
        boolean alone = peers.isEmpty();
        if (worker.groupAll(parts, alone) == false) {
            if (alone == false) {
                link(peers);
            }
            worker.links().finish();
            group(parts, peers, others);
        }
        return GroupsCounts.of(shards, worker.links(), worker.counts());
    }

    private void link(List<? extends Peer> peers) {
        List<KeyRange> ranges = KeyRange.all(scheme.bandTermFormat())
                .split(RANGES_EACH * peers.size(), options.rows());
        int[] done = {0};
        Runnable tellWalked = () -> monitor.walked((double) ++done[0] / ranges.size());
        worker.links().begin();
        new SharedWork<KeyRange, RangeLinks>(
                peers, Peer::link,
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
            Consumer<Groups> groups, List<? extends Peer> peers, Consumer<PeerGroups> others) {
        Links links = worker.links();
        int documents = links.components().size();
        Map<Long, byte[]> blocks = links.blocks().all();
        PlannedParts plan = new PlannedParts(
                new Parts(links.components(), monitor),
                peers.isEmpty() ? worker.memory() : worker.memory().ofPiece(),
                scheme.banding().bands(), blocks.isEmpty() == false,
                Math.ceilDiv(documents, Math.max(1, peers.size())), monitor);
        new SharedWork<List<int[]>, PeerGroups>(
                peers,
                (peer, parts) -> peer.group(parts, blocks),
                parts -> {
                    worker.group(parts, documents, groups);
                    plan.release(parts, worker.counts());
                },
                (parts, result) -> {
                    monitor.reserve(result.bytes());
                    worker.add(result.counts(), documents);
                    plan.release(parts, worker.counts());
                    others.accept(result);
                },
                pause, monitor)
                .run(plan);
    }
}
