package org.nearduplicate.groups.part;

import java.util.Arrays;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * Documents that fit into the memory, and the buckets that they share: those of whole components, which are grouped, or
 * of a range of terms, which are linked. Belongs to one thread, and does one of the two once.
 */
public final class Part {

    private final Buckets buckets;
    private final DocumentAddresses all;
    private final SignatureFormat format;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final Links links;
    private final GroupsProgress monitor;
    private final DistinctSignatures contents;
    private GroupsCounts counts = GroupsCounts.NONE;

    /**
     * Reads the contents of the documents.
     *
     * @param buckets these, taken over
     * @param links knows how limited buckets are cut, and learns it of others
     * @param monitor is asked for the memory of all that is made of the documents
     * @throws RuntimeException what a shard failed with, or what the monitor stopped the job with
     */
    public Part(
            Buckets buckets, DocumentAddresses all, Scheme scheme, GroupsOptions options,
            Links links, GroupsProgress monitor) {
        this.buckets = buckets;
        this.all = all;
        this.format = scheme.signatureFormat();
        this.scheme = scheme;
        this.options = options;
        this.links = links;
        this.monitor = monitor;
        this.contents = new DistinctSignatures(format, buckets.addresses().length, monitor);
        all.read(
                buckets.addresses(),
                i -> format.length(),
                DocumentAddresses.CHUNKS,
                Shard::signatures,
                (from, to, signatures) -> {
                    contents.add(signatures, to - from);
                    return to;
                },
                monitor);
        contents.finish();
    }

    /** Returns what was counted. */
    public GroupsCounts counts() {
        return counts;
    }

    /** Tells the links which documents hang together by pairs that may be similar. */
    public void link() {
        int[] addresses = buckets.addresses();
        links.addInBuckets(addresses);
        LinkedPairs pairs = new LinkedPairs(links, contents, addresses, monitor);
        BucketTable limited = limit();
        int[] inOrder = IntList.ints(contents.size(), monitor);
        Arrays.setAll(inOrder, content -> content);
        SignatureComparison comparison = options.verify() == Verify.EXACT
                ? SignatureComparison.beforeExact(format, options.minSimilarity())
                : new SignatureComparison(format, options.minSimilarity());
        new CandidatePairs(inOrder, limited, monitor).forEach(
                content -> false, new PairVerifier.BySignatures(contents, comparison, pairs));
        pairs.link();
        counts = counts.with(Count.COMPARISONS, pairs.comparisons());
    }

    /** Returns the groups of the documents. */
    public Groups group() {
        int[] addresses = buckets.addresses();
        int inBuckets = buckets.table().memberCount();
        BucketTable limited = limit();
        // In many blocks if buckets are cut, in few buckets if documents are copies.
        int members = Math.max(inBuckets, limited.memberCount());
        RankedDocuments documents = new RankedDocuments(
                all, contents, addresses, options.keep(), monitor);
        Grouping grouping = new Grouping(
                options.method(), options.allPairs(), documents.contentRanks(monitor), monitor);
        PairVerifier.Maker verifiers = verifiers();
        PairComparison comparison = new PairComparison(contents, grouping, monitor);
        PairGraph pairs = comparison.compare(limited, verifiers, options.minSimilarity());
        Groups found = new Groups(
                documents, pairs, grouping, options.minGroupSize(), verifiers, monitor);
        counts = counts.plus(comparison.counts())
                .with(Count.PARTS, 1)
                .with(Count.LARGEST_PART, addresses.length)
                .with(Count.DOCUMENTS_OF_PARTS, addresses.length)
                .with(Count.MEMBERS_OF_PARTS, members)
                .with(Count.CONTENTS, contents.size())
                .with(Count.GROUPS, found.size())
                .with(Count.DOCUMENTS_IN_GROUPS, found.documents());
        return found;
    }

    private BucketTable limit() {
        BucketSplitter limit = new BucketSplitter(
                contents, scheme, options.maxBucketTexts(), links, monitor);
        BucketTable limited = limit.apply(buckets.table());
        buckets.table().release();
        counts = limit.counts();
        if (counts.get(Count.LIMITED_BUCKETS) > 0) {
            links.addInLimited(
                    buckets.addresses(), document -> limit.isInLimited(contents.of(document)));
        }
        return limited;
    }

    private PairVerifier.Maker verifiers() {
        if (options.verify() == Verify.SIGNATURE) {
            return (minSimilarity, sink) -> new PairVerifier.BySignatures(
                    contents, new SignatureComparison(format, minSimilarity), sink);
        }
        ShingleSets sets = new ShingleSets(
                contents, buckets.addresses(), all, monitor);
        return (minSimilarity, sink) -> new ExactPairVerifier(
                contents, format, sets, monitor, minSimilarity, sink);
    }
}
