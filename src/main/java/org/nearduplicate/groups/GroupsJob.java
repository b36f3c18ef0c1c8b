package org.nearduplicate.groups;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.nearduplicate.groups.part.BandMerge;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.part.DocumentAddresses;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.Part;
import org.nearduplicate.groups.part.PartBuckets;
import org.nearduplicate.groups.part.RankedDocuments;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.ScopedMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * Finds all groups of near duplicates in some shards, within a given memory, or does one work unit of such a job for
 * another node. Runs in one thread, which waits for the shards, and once. Not thread-safe.
 *
 * <p>If the documents that share buckets fit into the memory, they are grouped together. If not, the terms are
 * scanned in ranges, of which no more is kept than which documents are connected by pairs that may be similar. No group
 * leaves such a component: so components are packed into parts that fit, and each part is scanned and grouped alone.
 */
public final class GroupsJob {

    /** More than one, so that no worker has much to do when the others have nothing left. */
    private static final int RANGES_EACH = 2;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<? extends Shard> shards;
    private final DocumentAddresses all;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final JobMemory memory;
    private final Duration pause;
    private final GroupsProgress monitor;
    private Links links;
    private GroupsCounts counts = GroupsCounts.NONE;

    /**
     * @param shards all indexed by the scheme; of a work unit those of the job, in its order
     * @param memory about the bytes that documents may take at a time; a bucket or a component that takes more is
     *     worked off nevertheless
     * @param monitor is charged for memory, and may stop the job
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
        this.all = new DocumentAddresses(shards);
        this.scheme = scheme;
        this.options = options;
        this.memory = new JobMemory(
                memory, scheme.signatureFormat().length() + options.peers().length());
        this.pause = pause;
        this.monitor = monitor;
        this.links = new Links(all, monitor);
    }

    /**
     * A node that does work units of a job, one at a time. Calls return at once; to cancel an answer ends its work unit. An
     * answer is an exception if the work unit failed, a {@link RejectedExecutionException} if the node had no room for it.
     */
    public interface Worker {

        /** Links the documents of a range of terms. */
        CompletableFuture<RangeLinks> link(KeyRange range);

        /**
         * Groups parts of whole components.
         *
         * @param parts the addresses of their documents, ascending in each
         * @param blocks how limited buckets are cut
         */
        CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks);
    }

    /**
     * Returns what a work unit of a job takes of the memory that a job of its own would, in bytes: a node may have both
     * at a time.
     */
    public static long unitMemory(long memory) {
        return memory / 2;
    }

    /**
     * Runs the job. If it does not fit into the memory, workers do it, and this thread only what they cannot.
     *
     * @param groups takes the groups of the parts that are grouped here, part after part; those of each part can be read
     *     only before it returns
     * @param workers do work units of it, in {@linkplain #unitMemory a part} of the memory; without any the job runs alone
     * @param others takes what workers found, and the memory of it, which was charged
     * @return what was counted
     * @throws RuntimeException what a shard failed with, what the monitor stopped the job with, or what a consumer threw
     */
    public GroupsCounts run(
            Consumer<Groups> groups, List<? extends Worker> workers,
            Consumer<WorkerGroups> others) {
        boolean alone = workers.isEmpty();
        if (groupAll(groups, alone) == false) {
            if (alone == false) {
                shareRanges(workers);
            }
            shareParts(groups, workers, others);
        }
        return countsOfJob();
    }

    /**
     * Links the documents of a range, for a job of another node. Called once.
     *
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the work with
     */
    public RangeLinks linkUnit(KeyRange range) {
        link(range);
        return links.links(counts);
    }

    /**
     * Groups parts, for a job of another node. Called once.
     *
     * @param parts the addresses of the documents of each
     * @param blocks how limited buckets are cut
     * @param groups takes the groups, part after part; those of each part can be read only before it returns
     * @return what was counted of them; buckets are not limited anew, so nothing that their ranges have counted is
     *     counted twice
     * @throws RuntimeException what a shard failed with, what the monitor stopped the work with, or what the consumer threw
     */
    public GroupsCounts groupUnit(
            List<int[]> parts, Map<Long, byte[]> blocks, Consumer<Groups> groups) {
        links.addCuts(blocks);
        long documents = PartBuckets.documents(parts);
        monitor.reserve(documents * Integer.BYTES);
        group(parts, documents, groups);
        return counts;
    }

    /**
     * Groups all documents, if they fit into the memory. If not, links them, unless workers do that; then this ends
     * as soon as that is known.
     *
     * @return whether all are grouped
     */
    private boolean groupAll(Consumer<Groups> groups, boolean alone) {
        BandMerge merge = merge(all, KeyRange.all(scheme.bandTermFormat()), monitor);
        double band = 1.0 / scheme.banding().bands();
        try (StepMonitor scope = new StepMonitor()) {
            Buckets buckets = merge.next(
                    (documents, members) -> memory.has(documents, members)
                            && (alone
                                    || memory.has(documents, merge.forecast(members, band))),
                    scope);
            scope.holds("a range of terms", buckets.documents());
            // Names are as long as identifiers, or as what is stored to choose keepers.
            if (options.keep() != Keep.LONGEST || memory.hasAmply(buckets) == false) {
                memory.learnNames(RankedDocuments.nameBytes(all, buckets, scope));
            }
            if (merge.isDone() && memory.has(buckets.documents(), buckets.cutMembers())) {
                // What is known of limited buckets is not needed again.
                links = new Links(all, scope);
                counts = merge.counts();
                group(buckets, buckets.documents(), groups, scope);
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

    private void shareRanges(List<? extends Worker> workers) {
        List<KeyRange> ranges = KeyRange.all(scheme.bandTermFormat())
                .split(RANGES_EACH * workers.size(), options.rows());
        int[] done = {0};
        Runnable reportWalked = () -> monitor.walked((double) ++done[0] / ranges.size());
        new SharedWork<Worker, KeyRange, RangeLinks>(
                workers, Worker::link,
                range -> {
                    link(range);
                    reportWalked.run();
                },
                (range, result) -> {
                    add(result);
                    reportWalked.run();
                },
                pause, monitor)
                .run(ranges.iterator());
    }

    private void shareParts(
            Consumer<Groups> groups, List<? extends Worker> workers,
            Consumer<WorkerGroups> others) {
        Map<Long, byte[]> blocks = links.cuts();
        Parts ofJob = new Parts(
                links, workers.isEmpty() ? memory : memory.ofUnit(),
                scheme.banding().bands(), workers.size(), monitor);
        new SharedWork<Worker, List<int[]>, WorkerGroups>(
                workers,
                (worker, parts) -> worker.group(parts, blocks),
                parts -> {
                    group(parts, ofJob.documents(), groups);
                    ofJob.release(parts, counts);
                },
                (parts, result) -> {
                    monitor.reserve(result.bytes());
                    counts = counts.plus(result.counts());
                    reportCompared();
                    reportGrouped(ofJob.documents());
                    ofJob.release(parts, counts);
                    others.accept(result);
                },
                pause, monitor)
                .run(ofJob);
    }

    /** Links the documents of a range. */
    private void link(KeyRange range) {
        try (StepMonitor scope = new StepMonitor()) {
            linkRest(merge(all, range, scope));
        }
    }

    private void linkRest(BandMerge merge) {
        while (merge.isDone() == false) {
            try (StepMonitor scope = new StepMonitor()) {
                Buckets buckets = merge.next(memory::hasWithoutNames, scope);
                scope.holds("a range of terms", buckets.documents());
                link(buckets, scope);
            }
        }
        counts = counts.plus(merge.counts());
    }

    private void link(Buckets buckets, StepMonitor scope) {
        Part part = new Part(buckets, all, scheme, options, links, scope);
        part.link();
        counts = counts.plus(part.counts());
    }

    /** Adds what a worker found in a range, and gives back its memory. */
    private void add(RangeLinks range) {
        monitor.reserve(range.bytes());
        links.add(range);
        counts = counts.plus(range.counts());
        monitor.reserve(-range.bytes());
        reportCompared();
    }

    /**
     * Groups parts, whose buckets are scanned together.
     *
     * @param parts the addresses of their documents
     * @param of how many documents there are in the parts of the job
     */
    private void group(List<int[]> parts, long of, Consumer<Groups> groups) {
        try (StepMonitor scope = new StepMonitor()) {
            scope.holds("parts", PartBuckets.documents(parts));
            PartBuckets buckets = new PartBuckets(
                    parts, all,
                    selected -> merge(selected, KeyRange.all(scheme.bandTermFormat()), scope),
                    scope);
            for (int[] part : parts) {
                try (StepMonitor ofPart = new StepMonitor()) {
                    ofPart.holds("a part", part.length);
                    group(buckets.next(part, ofPart), of, groups, ofPart);
                }
            }
        }
    }

    private void group(Buckets buckets, long of, Consumer<Groups> groups, StepMonitor scope) {
        Part part = new Part(buckets, all, scheme, options, links, scope);
        Groups found = part.group();
        counts = counts.plus(part.counts());
        reportGrouped(of);
        groups.accept(found);
    }

    private void reportGrouped(long of) {
        double share = of == 0 ? 1 : (double) counts.get(Count.DOCUMENTS_OF_PARTS) / of;
        monitor.grouped(counts.get(Count.GROUPS), share);
    }

    private void reportCompared() {
        monitor.compared(
                counts.get(Count.COMPARISONS), counts.get(Count.VERIFIED_SIGNATURE_PAIRS));
    }

    private BandMerge merge(
            DocumentAddresses scanned, KeyRange range, GroupsProgress watching) {
        return new BandMerge(
                scanned, range, options.rows(), options.maxBucketTexts(), links::isCut, watching);
    }

    private GroupsCounts countsOfJob() {
        GroupsCounts ofJob = counts;
        long inParts = counts.get(Count.DOCUMENTS_OF_PARTS);
        long inBuckets = Math.max(inParts, links.documentsInBuckets());
        for (Shard shard : shards) {
            ShardDocuments documents = shard.documents();
            ofJob = ofJob.with(Count.DOCUMENTS, documents.documents())
                    .with(Count.WITHOUT_SIGNATURE, documents.withoutSignature())
                    .with(Count.OF_ONE_SHINGLE, documents.ofOneShingle())
                    .with(Count.WITHOUT_VALUES, documents.withoutValues())
                    .with(Count.TOO_SHORT, documents.tooShort());
        }
        return ofJob.with(Count.DOCUMENTS_IN_BUCKETS, inBuckets)
                // A document that is connected with no other has a signature of its own.
                .with(Count.SIGNATURES, inBuckets - inParts)
                .with(Count.DOCUMENTS_IN_LIMITED_BUCKETS, links.documentsInLimited())
                .without(
                        Set.of(
                                Count.VERIFIED_SIGNATURE_PAIRS, Count.DOCUMENTS_OF_PARTS,
                                Count.MEMBERS_OF_PARTS));
    }

    /**
     * Watches a range or a part of the job: its memory is given back when it ends. What is compared in it is added to what
     * was compared before. What is scanned of it is not reported.
     */
    private final class StepMonitor extends ScopedMonitor implements GroupsProgress {

        private final long comparedBefore = counts.get(Count.COMPARISONS);
        private final long verifiedBefore = counts.get(Count.VERIFIED_SIGNATURE_PAIRS);
        private String holds;

        StepMonitor() {
            super(monitor);
        }

        /** Says what the memory is for, which is reported if there is not enough. */
        void holds(String what, long documents) {
            holds = what + " of [" + documents + "] documents: more memory than there is";
        }

        @Override
        public void reserve(long bytes) {
            try {
                super.reserve(bytes);
            } catch (RuntimeException e) {
                if (holds != null) {
                    e.addSuppressed(new TooLargeException(holds));
                }
                throw e;
            }
        }

        @Override
        public void compared(long compared, long verified) {
            monitor.compared(comparedBefore + compared, verifiedBefore + verified);
        }
    }
}
