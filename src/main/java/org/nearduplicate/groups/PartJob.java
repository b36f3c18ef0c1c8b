package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * What is done with buckets: their documents are read, folded to contents and compared. Reserves its memory until its
 * scope ends. Belongs to one thread, and runs once.
 */
final class PartJob {

    private final DocumentAddresses all;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final Links links;
    private final ScopedMonitor monitor;
    private final DocumentReads reads;
    private PartCounts counts = PartCounts.NONE;

    /**
     * @param all the addresses of the documents of the shards
     * @param links learns what hangs together, and how buckets are limited
     * @param monitor gives all memory back
     */
    PartJob(
            DocumentAddresses all, Scheme scheme, GroupsOptions options, Links links,
            ScopedMonitor monitor) {
        this.all = all;
        this.scheme = scheme;
        this.options = options;
        this.links = links;
        this.monitor = monitor;
        this.reads = new DocumentReads(all, monitor);
    }

    /** Returns what the name of a document takes, in bytes, about. */
    double nameBytes(Buckets buckets) {
        return RankedDocuments.nameBytes(reads, buckets.addresses(), monitor);
    }

    /** Finds which documents hang together by pairs that may be similar. */
    void link(Buckets buckets) {
        Contents contents = read(buckets);
        links.addInBuckets(buckets.addresses());
        LinkedPairs pairs = new LinkedPairs(
                links.components(), contents, buckets.addresses(), monitor);
        BucketTable limited = limit(buckets, contents);
        monitor.reserve(contents.size() * (long) Integer.BYTES);
        int[] inOrder = new int[contents.size()];
        Arrays.setAll(inOrder, content -> content);
        SignatureComparison comparison = options.verify() == Verify.EXACT
                ? SignatureComparison.beforeExact(
                        scheme.signatureFormat(), options.minSimilarity())
                : new SignatureComparison(scheme.signatureFormat(), options.minSimilarity());
        new CandidatePairs(inOrder, limited, monitor).forEach(
                content -> false, new SignaturePairVerifier(contents, comparison, pairs));
        pairs.link();
        links.add(new RangeLinks.Counts(0, 0, 0, pairs.comparisons(), 0, 0));
    }

    /** Finds the groups of the documents. */
    Groups group(Buckets buckets) {
        int inBuckets = buckets.table().memberCount();
        Contents contents = read(buckets);
        BucketTable limited = limit(buckets, contents);
        // In many blocks if buckets are cut, in few buckets if documents are copies.
        int members = Math.max(inBuckets, limited.memberCount());
        RankedDocuments documents = RankedDocuments.read(
                all, contents, buckets.addresses(), reads, options.keep(), monitor);
        Grouping grouping = Grouping.of(
                options.method(), options.allPairs(), documents.contentRanks(monitor), monitor);
        PairVerifier.Maker verifiers = verifiers(contents, buckets.addresses());
        PairComparison comparison = new PairComparison(contents, grouping, monitor);
        PairGraph pairs = comparison.compare(limited, verifiers, options.minSimilarity());
        GroupList groups = GroupList.of(grouping, documents, options.minGroupSize(), monitor);
        counts = new PartCounts(
                1, contents.documents(), contents.documents(), members, contents.size(),
                comparison.comparisons(), comparison.candidatePairs(), comparison.verifiedPairs(),
                comparison.verifiedContentPairs(), groups.size(), groups.documents());
        return new Groups(documents, pairs, grouping, groups, verifiers, monitor);
    }

    /** Returns what was counted when groups were found. */
    PartCounts counts() {
        return counts;
    }

    private Contents read(Buckets buckets) {
        int[] addresses = buckets.addresses();
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

    private BucketTable limit(Buckets buckets, Contents contents) {
        BucketLimit limit = new BucketLimit(
                contents, scheme, options.maxBucketTexts(), links.blocks(), monitor);
        BucketTable limited = limit.apply(buckets.table());
        buckets.table().release();
        if (limit.limitedBuckets() > 0) {
            links.add(
                    new RangeLinks.Counts(
                            0, 0, 0, 0, limit.limitedBuckets(), limit.pairsLeftOut()));
            for (int document = 0; document < buckets.addresses().length; document++) {
                monitor.checkCancelled(document);
                if (limit.isInLimited(contents.of(document))) {
                    links.addInLimited(buckets.addresses()[document]);
                }
            }
        }
        return limited;
    }

    private PairVerifier.Maker verifiers(Contents contents, int[] addresses) {
        if (options.verify() == Verify.SIGNATURE) {
            return (minSimilarity, sink) -> new SignaturePairVerifier(
                    contents, new SignatureComparison(scheme.signatureFormat(), minSimilarity),
                    sink);
        }
        ShingleSets sets = new ShingleSets(contents, addresses, reads, monitor);
        return (minSimilarity, sink) -> new ExactPairVerifier(
                contents, scheme.signatureFormat(), sets, monitor, minSimilarity, sink);
    }
}
