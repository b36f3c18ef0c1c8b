package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Banding;

/**
 * Finds all groups of near duplicates in some shards. Runs in one thread, which waits for the shards;
 * belongs to that thread, and runs once.
 */
public final class GroupsJob {

    private static final int POSTINGS_PER_RANGE = 1 << 18;
    private static final int CHECK_MASK = (1 << 12) - 1;

    private final List<? extends Shard> shards;
    private final Banding banding;
    private final ContentFormat format;
    private final GroupsOptions options;
    private final JobMonitor monitor;
    private final DocumentReads reads;

    private long comparisons;
    private long candidatePairs;
    private long verifiedPairs;
    private long verifiedContentPairs;

    /**
     * Creates a job.
     *
     * @param shards the shards, all indexed by one scheme
     * @param banding the bands of that scheme
     * @param format the format of the content records that the shards give
     * @param options what is asked for
     * @param monitor watches the job
     */
    public GroupsJob(
            List<? extends Shard> shards,
            Banding banding,
            ContentFormat format,
            GroupsOptions options,
            JobMonitor monitor) {
        this.shards = List.copyOf(shards);
        this.banding = banding;
        this.format = format;
        this.options = options;
        this.monitor = monitor;
        this.reads = new DocumentReads(shards, monitor);
    }

    /**
     * Runs the job.
     *
     * @return what it found
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    public Groups run() {
        BandMerge merge = mergeBands();
        int[] renumbered = merge.documents().sort();
        BucketTable buckets = merge.buckets();
        for (int i = 0; i < buckets.memberCount(); i++) {
            buckets.setMember(i, renumbered[buckets.member(i)]);
        }
        monitor.reserve(-renumbered.length * (long) Integer.BYTES);
        long[] keys = merge.documents().keys();
        Contents contents = readContents(keys);
        long bucketCount = buckets.size();
        BucketLimit limit = new BucketLimit(
                contents, banding.rows(), format.hashCount(), options.maxBucketSize(), monitor);
        BucketTable limited = limit.apply(buckets);
        buckets.release();
        PairVerifiers verifiers = verifiers(contents, keys);
        PairGraph pairs = comparePairs(contents, limited, verifiers);
        RankedDocuments documents = RankedDocuments.read(
                shards, contents, keys, pairs, options.keep(), monitor);
        int[] ranks = documents.contentRanks();
        int[] byRank = documents.contentsByRank();
        int[] groupOf = new Grouping(pairs, ranks).group(options.method(), byRank);
        GroupList groups = GroupList.of(
                groupOf, byRank, ranks, documents, options.minGroupSize(), monitor);
        monitor.grouped(groups.size());
        GroupsCounts counts = new GroupsCounts(
                shards.stream().mapToLong(shard -> shard.documents().documents()).sum(),
                shards.stream().mapToLong(shard -> shard.documents().withoutSignature()).sum(),
                merge.terms(),
                bucketCount,
                merge.largestBucket(),
                contents.documents(),
                contents.size(),
                limit.limitedBuckets(),
                limit.documentsInLimitedBuckets(),
                limit.pairsLeftOut(),
                comparisons,
                candidatePairs,
                verifiedPairs,
                groups.size(),
                groups.documents());
        return new Groups(counts, documents, pairs, groupOf, groups, verifiers, monitor);
    }

    /** Walks the band terms range by range; the next range is on its way while one is merged. */
    private BandMerge mergeBands() {
        BandTermFormat terms = new BandTermFormat(banding.bands());
        long postings = shards.stream()
                .mapToLong(shard -> shard.documents().documents() * banding.bands())
                .sum();
        List<BandRange> ranges = BandRange.split(terms, postings, POSTINGS_PER_RANGE);
        BandMerge merge = new BandMerge(monitor);
        List<CompletableFuture<BandBlock>> next = walk(ranges.getFirst());
        for (int i = 0; i < ranges.size(); i++) {
            List<CompletableFuture<BandBlock>> current = next;
            next = i + 1 < ranges.size() ? walk(ranges.get(i + 1)) : List.of();
            List<BandBlock> blocks = new ArrayList<>();
            for (CompletableFuture<BandBlock> answer : current) {
                blocks.add(Await.answer(answer, monitor));
            }
            merge.merge(blocks);
            monitor.walked(i + 1, ranges.size());
        }
        return merge;
    }

    private List<CompletableFuture<BandBlock>> walk(BandRange range) {
        int minDocuments = shards.size() == 1 ? 2 : 1;
        List<CompletableFuture<BandBlock>> answers = new ArrayList<>();
        for (Shard shard : shards) {
            answers.add(shard.walk(range, minDocuments));
        }
        return answers;
    }

    private Contents readContents(long[] keys) {
        Contents contents = new Contents(format, keys.length, monitor);
        reads.read(
                keys,
                i -> format.length(),
                Shard::contents,
                (from, to, records) -> {
                    for (int i = 0; i < to - from; i++) {
                        contents.add(records, i * format.length());
                    }
                });
        contents.finish();
        return contents;
    }

    private PairVerifiers verifiers(Contents contents, long[] keys) {
        if (format.verify() == Verify.SIGNATURE) {
            return (minSimilarity, verified) -> new SignaturePairVerifier(
                    contents, format.hashCount(), minSimilarity, verified);
        }
        return (minSimilarity, verified) -> new ExactPairVerifier(
                contents, new ShingleSets(contents, keys, reads, monitor), monitor, minSimilarity,
                verified);
    }

    private PairGraph comparePairs(
            Contents contents, BucketTable buckets, PairVerifiers verifiers) {
        for (int content = 0; content < contents.size(); content++) {
            long copies = contents.documentCount(content);
            candidatePairs += copies * (copies - 1) / 2;
        }
        verifiedPairs = candidatePairs;
        PairGraph.Builder graph = new PairGraph.Builder(contents.size(), monitor);
        PairVerifier verifier = verifiers.verifier(options.minSimilarity(), (a, b, similarity) -> {
            graph.accept(a, b, similarity);
            verifiedContentPairs++;
            verifiedPairs += documentPairs(contents, a, b);
        });
        new CandidatePairs(contents.size(), buckets, monitor).forEach((a, b) -> {
            verifier.add(a, b);
            comparisons++;
            candidatePairs += documentPairs(contents, a, b);
            if ((comparisons & CHECK_MASK) == 0) {
                monitor.checkCancelled();
                monitor.compared(comparisons, verifiedContentPairs);
            }
        });
        verifier.finish();
        monitor.compared(comparisons, verifiedContentPairs);
        return graph.finish();
    }

    private static long documentPairs(Contents contents, int a, int b) {
        return (long) contents.documentCount(a) * contents.documentCount(b);
    }
}
