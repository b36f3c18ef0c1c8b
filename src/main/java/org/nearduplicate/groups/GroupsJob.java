package org.nearduplicate.groups;

import java.util.List;
import java.util.function.Consumer;
import org.nearduplicate.sketch.Scheme;

/**
 * Finds all groups of near duplicates in some shards, within a given memory. Runs in one thread, which waits for the
 * shards; belongs to that thread, and runs once.
 *
 * <p>If the documents that share band terms fit into the memory, they are grouped together. If not, the terms are
 * walked in ranges, of which no more is kept than which documents hang together by pairs that may be similar. No group
 * leaves such a component: so components are packed into parts that fit, and each part is walked and grouped alone.
 */
public final class GroupsJob {

    private final Scheme scheme;
    private final GroupsOptions options;
    private final JobMemory memory;
    private final GroupsProgress monitor;
    private final DocumentAddresses all;
    private final BucketBlocks blocks;
    private final GroupsTally tally;
    private DocumentComponents components;

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
        this.scheme = scheme;
        this.options = options;
        this.memory = new JobMemory(memory, scheme.signatureFormat());
        this.monitor = monitor;
        this.all = new DocumentAddresses(shards);
        this.blocks = new BucketBlocks(monitor);
        this.tally = new GroupsTally(all, monitor);
    }

    /**
     * Runs the job.
     *
     * @param parts takes the groups, part after part; those of each part are to be asked for before it returns
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the job with, or what the taker threw
     */
    public GroupsCounts run(Consumer<Groups> parts) {
        BandMerge merge = merge(all, monitor);
        if (groupAtOnce(merge, parts) == false) {
            groupInParts(merge, parts);
        }
        return tally.counts();
    }

    /** Groups all documents if they fit into the memory; if not, links those that do. */
    private boolean groupAtOnce(BandMerge merge, Consumer<Groups> parts) {
        try (ScopedMonitor scope = scope()) {
            Buckets range = next(merge, memory::has, scope);
            if (memory.hasAmply(range) == false) {
                memory.learnNames(part(scope).nameBytes(range));
            }
            if (merge.isDone() == false || memory.has(range) == false) {
                components = new DocumentComponents(all, monitor);
                link(range, scope);
                return false;
            }
            tally.walked(merge);
            group(range, new BucketBlocks(scope), scope, 1, parts);
            return true;
        }
    }

    private void groupInParts(BandMerge merge, Consumer<Groups> parts) {
        while (merge.isDone() == false) {
            try (ScopedMonitor scope = scope()) {
                link(next(merge, memory::hasWithoutNames, scope), scope);
            }
        }
        tally.walked(merge);
        tally.lone(components.size());
        Parts plan = new Parts(components, monitor);
        // At most: how often documents with near duplicates share terms is seen when the first of them are walked.
        double members = scheme.banding().bands();
        long grouped = 0;
        while (plan.hasNext()) {
            try (ScopedMonitor scope = scope()) {
                PartBuckets buckets = PartBuckets.walk(
                        plan.next(memory.walked(members), memory.documents(members), scope),
                        all, selected -> merge(selected, scope), scope);
                members = buckets.membersPerDocument();
                while (buckets.hasNext()) {
                    try (ScopedMonitor ofPart = scope()) {
                        Buckets part = buckets.next(ofPart);
                        grouped += part.addresses().length;
                        group(
                                part, blocks, ofPart, (double) grouped / components.size(),
                                parts);
                    }
                }
            }
        }
    }

    private void link(Buckets range, ScopedMonitor scope) {
        tally.inRange(range.addresses());
        part(scope).link(range, blocks, components);
    }

    /**
     * @param share of the documents that are grouped with these
     */
    private void group(
            Buckets buckets, BucketBlocks limited, ScopedMonitor scope, double share,
            Consumer<Groups> parts) {
        Groups groups = part(scope).group(buckets, limited);
        monitor.grouped(tally.groups(), share);
        parts.accept(groups);
    }

    private Buckets next(BandMerge merge, BandMerge.Room room, ScopedMonitor scope) {
        Buckets range = merge.next(room, scope);
        tally.walked(range);
        return range;
    }

    private BandMerge merge(DocumentAddresses walked, GroupsProgress watching) {
        return new BandMerge(
                walked, scheme.bandTermFormat(), options.maxBucketTexts(), blocks, watching);
    }

    private PartJob part(ScopedMonitor scope) {
        return new PartJob(all, scheme, options, tally, scope);
    }

    private ScopedMonitor scope() {
        return new ScopedMonitor(monitor, tally);
    }
}
