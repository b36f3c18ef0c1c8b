package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.nearduplicate.groups.part.BandMerge;
import org.nearduplicate.groups.part.Buckets;
import org.nearduplicate.groups.part.DocumentAddresses;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links;
import org.nearduplicate.groups.part.Part;
import org.nearduplicate.groups.part.PartBuckets;
import org.nearduplicate.groups.part.RangeLinks;
import org.nearduplicate.groups.part.RankedDocuments;
import org.nearduplicate.groups.part.ScopedMonitor;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Scheme;

/**
 * Does the work units of a job that need no others: links the documents of ranges of terms, and groups parts of whole
 * components. Holds no more documents at a time than fit into its memory. Belongs to one thread.
 */
public final class GroupsWorker {

    private final DocumentAddresses all;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final JobMemory memory;
    private final GroupsProgress monitor;
    private Links links;
    private GroupsCounts counts = GroupsCounts.NONE;

    /**
     * @param shards those of the job, in its order
     * @param memory about the bytes that documents may take at a time
     * @param monitor is asked for memory, and may stop the work
     */
    public GroupsWorker(
            List<? extends Shard> shards, Scheme scheme, GroupsOptions options, long memory,
            GroupsProgress monitor) {
        this.all = new DocumentAddresses(shards);
        this.scheme = scheme;
        this.options = options;
        this.memory = new JobMemory(memory, scheme.signatureFormat());
        this.monitor = monitor;
        this.links = new Links(all, monitor);
    }

    /**
     * Links the documents of a range, for a job that another thread plans, and returns what its terms tell. Called once.
     *
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the work with
     */
    public RangeLinks linkUnit(KeyRange range) {
        link(range);
        links.finish();
        return links.links(counts);
    }

    /**
     * Groups parts, for a job that another thread plans. Called once.
     *
     * @param parts the addresses of the documents of each
     * @param blocks how limited buckets are cut
     * @param groups takes the groups, part after part; those of each part are to be asked for before it returns
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the work with, or what the taker threw
     */
    public GroupsCounts groupUnit(
            List<int[]> parts, Map<Long, byte[]> blocks, Consumer<Groups> groups) {
        links.addCuts(blocks);
        long documents = PartBuckets.documents(parts);
        monitor.reserve(documents * Integer.BYTES);
        group(parts, documents, groups);
        return counts;
    }

    JobMemory memory() {
        return memory;
    }

    Links links() {
        return links;
    }

    GroupsCounts counts() {
        return counts;
    }

    /**
     * Groups all documents, if they fit into the memory. If not, links them, unless others are to do that; then this ends
     * as soon as that can be told.
     *
     * @return whether all are grouped
     */
    boolean groupAll(Consumer<Groups> groups, boolean alone) {
        BandMerge merge = merge(all, KeyRange.all(scheme.bandTermFormat()), monitor);
        double band = 1.0 / scheme.banding().bands();
        try (ScopedMonitor scope = scope()) {
            Buckets buckets = merge.next(
                    (documents, members) -> memory.has(documents, members)
                            && (alone
                                    || memory.has(documents, merge.forecast(members, band))),
                    scope);
            scope.holds("a range of terms", buckets.documents());
            // Names are as long as identifiers, or as what is stored to choose keepers.
            if (options.keep() != Keep.LONGEST || memory.hasAmply(buckets) == false) {
                memory.learnNames(
                        RankedDocuments.nameBytes(all, buckets, scope));
            }
            if (merge.isDone() && memory.has(buckets)) {
                // What is known of limited buckets is not needed again.
                links = new Links(all, scope);
                counts = merge.counts();
                group(buckets, buckets.documents(), groups, scope);
                links.finish();
                return true;
            }
            if (alone) {
                link(buckets, scope);
            }
        }
        if (alone) {
            linkRest(merge);
        }
        merge.close();
        return false;
    }

    /** Links the documents of a range. */
    void link(KeyRange range) {
        try (ScopedMonitor scope = scope()) {
            linkRest(merge(all, range, scope));
        }
    }

    private void linkRest(BandMerge merge) {
        while (merge.isDone() == false) {
            try (ScopedMonitor scope = scope()) {
                Buckets buckets = merge.next(memory::hasWithoutNames, scope);
                scope.holds("a range of terms", buckets.documents());
                link(buckets, scope);
            }
        }
        counts = counts.plus(merge.counts());
    }

    private void link(Buckets buckets, ScopedMonitor scope) {
        Part part = new Part(buckets, all, scheme, options, links, scope);
        part.link();
        counts = counts.plus(part.counts());
    }

    /**
     * Groups parts, whose buckets are walked together.
     *
     * @param parts the addresses of their documents
     * @param of how many documents there are in the parts of the job
     */
    void group(List<int[]> parts, long of, Consumer<Groups> groups) {
        try (ScopedMonitor scope = scope()) {
            PartBuckets buckets = PartBuckets.walk(
                    parts, all,
                    selected -> merge(
                            selected, KeyRange.all(scheme.bandTermFormat()), scope),
                    scope);
            while (buckets.hasNext()) {
                try (ScopedMonitor ofPart = scope()) {
                    group(buckets.next(ofPart), of, groups, ofPart);
                }
            }
        }
    }

    private void group(Buckets buckets, long of, Consumer<Groups> groups, ScopedMonitor scope) {
        Part part = new Part(buckets, all, scheme, options, links, scope);
        Groups found = part.group();
        counts = counts.plus(part.counts());
        tellGrouped(of);
        groups.accept(found);
    }

    /**
     * Adds what was counted of parts that were grouped elsewhere.
     *
     * @param of how many documents there are in the parts of the job
     */
    void add(GroupsCounts parts, long of) {
        counts = counts.plus(parts);
        tellCompared();
        tellGrouped(of);
    }

    /** Adds what a range told that was linked elsewhere, and gives back its memory. */
    void add(RangeLinks range) {
        monitor.reserve(range.bytes());
        links.add(range);
        counts = counts.plus(range.counts());
        monitor.reserve(-range.bytes());
        tellCompared();
    }

    private void tellGrouped(long of) {
        double share = of == 0 ? 1 : (double) counts.get(Count.DOCUMENTS_OF_PARTS) / of;
        monitor.grouped(counts.get(Count.GROUPS), share);
    }

    private void tellCompared() {
        monitor.compared(
                counts.get(Count.COMPARISONS), counts.get(Count.VERIFIED_CONTENT_PAIRS));
    }

    private BandMerge merge(
            DocumentAddresses walked, KeyRange range, GroupsProgress watching) {
        return new BandMerge(
                walked, range, options.rows(), options.maxBucketTexts(), links::isCut, watching);
    }

    private ScopedMonitor scope() {
        return new ScopedMonitor(
                monitor, counts.get(Count.COMPARISONS), counts.get(Count.VERIFIED_CONTENT_PAIRS));
    }
}
