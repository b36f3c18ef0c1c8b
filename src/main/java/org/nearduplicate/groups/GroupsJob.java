package org.nearduplicate.groups;

import java.util.List;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * Finds all groups of near duplicates in some shards. Runs in one thread, which waits for the shards;
 * belongs to that thread, and runs once.
 */
public final class GroupsJob {

    private final List<? extends Shard> shards;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final GroupsProgress monitor;
    private final DocumentAddresses all;
    private final DocumentReads reads;

    /**
     * Creates a job.
     *
     * @param shards the shards, all indexed by one scheme
     * @param scheme that scheme
     * @param options what is asked for
     * @param monitor watches the job
     */
    public GroupsJob(
            List<? extends Shard> shards,
            Scheme scheme,
            GroupsOptions options,
            GroupsProgress monitor) {
        this.shards = List.copyOf(shards);
        this.scheme = scheme;
        this.options = options;
        this.monitor = monitor;
        this.all = new DocumentAddresses(shards);
        this.reads = new DocumentReads(shards, all, monitor);
    }

    /**
     * Runs the job.
     *
     * @return what it found
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    public Groups run() {
        BandMerge merge = BandMerge.of(shards, all, scheme.bandTermFormat(), monitor);
        long buckets = merge.buckets().size();
        Contents contents = readContents(merge.addresses());
        BucketLimit limit = new BucketLimit(
                contents, scheme, options.maxBucketTexts(), monitor);
        BucketTable limited = limit.apply(merge.buckets());
        merge.buckets().release();
        RankedDocuments documents = RankedDocuments.read(
                shards, all, contents, merge.addresses(), reads, options.keep(), monitor);
        Grouping grouping = Grouping.of(
                options.method(), options.allPairs(), documents.contentRanks(monitor), monitor);
        PairVerifiers verifiers = verifiers(contents, merge.addresses());
        PairComparison comparison = new PairComparison(contents, grouping, monitor);
        PairGraph pairs = comparison.compare(limited, verifiers, options.minSimilarity());
        GroupList groups = GroupList.of(grouping, documents, options.minGroupSize(), monitor);
        monitor.grouped(groups.size());
        GroupsCounts counts = new GroupsCounts(
                shards.stream().mapToLong(shard -> shard.documents().documents()).sum(),
                shards.stream().mapToLong(shard -> shard.documents().withoutSignature()).sum(),
                merge.terms(),
                buckets,
                merge.largestBucket(),
                contents.documents(),
                contents.size(),
                limit.limitedBuckets(),
                limit.documentsInLimitedBuckets(),
                limit.pairsLeftOut(),
                comparison.comparisons(),
                comparison.candidatePairs(),
                comparison.verifiedPairs(),
                groups.size(),
                groups.documents());
        return new Groups(counts, documents, pairs, grouping, groups, verifiers, monitor);
    }

    private Contents readContents(int[] addresses) {
        Contents contents = new Contents(scheme.signatureFormat(), addresses.length, monitor);
        reads.read(
                addresses,
                i -> scheme.signatureFormat().length(),
                DocumentReads.CHUNKS,
                Shard::signatures,
                (from, to, signatures) -> {
                    contents.add(signatures, to - from);
                    return to;
                });
        contents.finish();
        return contents;
    }

    private PairVerifiers verifiers(Contents contents, int[] addresses) {
        if (options.verify() == Verify.SIGNATURE) {
            return (minSimilarity, sink) -> new SignaturePairVerifier(
                    contents, scheme.signatureFormat(), minSimilarity, sink);
        }
        ShingleSets sets = new ShingleSets(contents, addresses, reads, monitor);
        return (minSimilarity, sink) -> new ExactPairVerifier(
                contents, scheme.signatureFormat(), sets, monitor, minSimilarity, sink);
    }
}
