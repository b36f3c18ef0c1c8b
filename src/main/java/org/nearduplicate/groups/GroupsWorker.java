package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Scheme;

/**
 * Does the pieces of a job that need no others: links the documents of ranges of terms, and groups parts of whole
 * components. Holds no more documents at a time than fit into its memory. Belongs to one thread.
 */
public final class GroupsWorker {

    private final DocumentAddresses all;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final JobMemory memory;
    private final GroupsProgress monitor;
    private Links links;
    private PartCounts counts = PartCounts.NONE;

    /**
     * Creates a worker.
     *
     * @param shards the shards of the job, in its order
     * @param scheme their scheme
     * @param options those of the job
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
     * Links the documents of a range, for a job that another thread plans. Called once.
     *
     * @param range the range of terms
     * @return what its terms tell
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the work with
     */
    public RangeLinks linkPiece(KeyRange range) {
        link(range);
        links.finish();
        return links.links();
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
    public PartCounts groupPiece(
            List<int[]> parts, Map<Long, byte[]> blocks, Consumer<Groups> groups) {
        blocks.forEach(links.blocks()::put);
        long documents = Parts.documents(parts);
        monitor.reserve(documents * Integer.BYTES);
        group(parts, documents, groups);
        return counts;
    }

    /** Returns what documents take. */
    JobMemory memory() {
        return memory;
    }

    /** Returns what was linked. */
    Links links() {
        return links;
    }

    /** Returns what was counted of parts. */
    PartCounts counts() {
        return counts;
    }

    /**
     * Groups all documents, if they fit into the memory. If not, links them, unless others are to do that; then this ends
     * as soon as that can be told.
     *
     * @return whether all are grouped
     */
    boolean groupAll(Consumer<Groups> parts, boolean alone) {
        BandMerge merge = merge(all, KeyRange.all(scheme.bandTermFormat()), monitor);
        double band = 1.0 / scheme.banding().bands();
        try (ScopedMonitor scope = scope()) {
            Buckets buckets = merge.next(
                    (documents, members) -> memory.has(documents, members)
                            && (alone
                                    || memory.has(documents, merge.forecast(members, band))),
                    scope);
            scope.holds("a range of terms", buckets.addresses().length);
            learnNames(buckets, scope);
            if (merge.isDone() && memory.has(buckets)) {
                // What is known of limited buckets is not needed again.
                links = new Links(all, scope);
                links.add(merge.counts());
                group(buckets, scope, parts, buckets.addresses().length);
                links.finish();
                return true;
            }
            if (alone) {
                links.begin();
                part(scope).link(buckets);
            }
        }
        if (alone) {
            link(merge);
        }
        merge.close();
        return false;
    }

    /** Names are as long as identifiers, or as what is stored to choose keepers. */
    private void learnNames(Buckets buckets, ScopedMonitor scope) {
        if (options.keep() != Keep.LONGEST || memory.hasAmply(buckets) == false) {
            memory.learnNames(part(scope).nameBytes(buckets));
        }
    }

    /** Links the documents of a range. */
    void link(KeyRange range) {
        links.begin();
        try (ScopedMonitor scope = scope()) {
            link(merge(all, range, scope));
        }
    }

    private void link(BandMerge merge) {
        while (merge.isDone() == false) {
            try (ScopedMonitor scope = scope()) {
                Buckets buckets = merge.next(memory::hasWithoutNames, scope);
                scope.holds("a range of terms", buckets.addresses().length);
                part(scope).link(buckets);
            }
        }
        links.add(merge.counts());
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
                    group(buckets.next(ofPart), ofPart, groups, of);
                }
            }
        }
    }

    private void group(
            Buckets buckets, ScopedMonitor scope, Consumer<Groups> parts, long of) {
        PartJob part = part(scope);
        Groups groups = part.group(buckets);
        counts = counts.plus(part.counts());
        tellGrouped(of);
        parts.accept(groups);
    }

    /**
     * Adds what was counted of parts that were grouped elsewhere.
     *
     * @param of how many documents there are in the parts of the job
     */
    void add(PartCounts parts, long of) {
        counts = counts.plus(parts);
        tellCompared();
        tellGrouped(of);
    }

    private void tellGrouped(long of) {
        double share = of == 0 ? 1 : (double) counts.documents() / of;
        monitor.grouped(counts.groups(), share);
    }

    /** Adds what a range told that was linked elsewhere, and gives back its memory. */
    void add(RangeLinks range) {
        monitor.reserve(range.bytes());
        links.add(range);
        monitor.reserve(-range.bytes());
        tellCompared();
    }

    private void tellCompared() {
        monitor.compared(compared(), counts.verifiedContentPairs());
    }

    private long compared() {
        return links.counts().comparisons() + counts.comparisons();
    }

    private BandMerge merge(
            DocumentAddresses walked, KeyRange range, GroupsProgress watching) {
        return new BandMerge(
                walked, range, options.rows(), options.maxBucketTexts(), links.blocks(), watching);
    }

    private PartJob part(ScopedMonitor scope) {
        return new PartJob(all, scheme, options, links, scope);
    }

    private ScopedMonitor scope() {
        return new ScopedMonitor(monitor, compared(), counts.verifiedContentPairs());
    }
}
