package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.sketch.sets.CountedPart;

/**
 * Documents that fit into the memory, and the buckets that they share: those of whole components, which are grouped, or
 * of a range of terms, which are linked. Not thread-safe, and does one of the two once.
 */
public final class Part {

    private static final int REPORT_MASK = (1 << 12) - 1;

    private final Buckets buckets;
    private final DocumentAddresses all;
    private final SignatureFormat format;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final CountedPart part;
    private final Links links;
    private final GroupsProgress monitor;
    private final DistinctSignatures signatures;
    private GroupsCounts counts = GroupsCounts.NONE;

    /**
     * Reads the signatures of the documents.
     *
     * @param buckets their buckets, taken over
     * @param links hold how limited buckets are cut, and get the cuts of others
     * @param monitor is charged for the memory of all that is made of the documents
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
        this.part = new CountedPart(options.ignored());
        this.links = links;
        this.monitor = monitor;
        this.signatures = new DistinctSignatures(
                format, options.peers(), buckets.addresses().length, monitor);
        all.read(
                buckets.addresses(),
                i -> signatures.length(),
                DocumentAddresses.CHUNKS,
                Shard::signatures,
                (from, to, answer) -> {
                    signatures.add(answer, to - from);
                    return to;
                },
                monitor);
        signatures.finish();
    }

    public GroupsCounts counts() {
        return counts;
    }

    /** Adds to the links which documents are connected by pairs that may be similar. */
    public void link() {
        links.addInBuckets(buckets.addresses());
        LinkedPairs pairs = new LinkedPairs();
        BucketTable limited = limit();
        int[] inOrder = IntList.ints(signatures.size(), monitor);
        Arrays.setAll(inOrder, signature -> signature);
        PairVerifier.Comparison comparison = options.verify() == Verify.EXACT
                ? new PartComparison(format, options.minSimilarity(), part)::similarity
                : new SignatureComparison(format, options.minSimilarity())::similarity;
        new CandidatePairs(inOrder, limited, signatures::arePeers, monitor).forEach(
                signature -> false, new PairVerifier.BySignatures(signatures, comparison, pairs));
        pairs.link();
        counts = counts.with(Count.COMPARISONS, pairs.comparisons);
    }

    /**
     * Takes the pairs that may be similar: their documents are connected. Pairs that are connected already are not
     * compared.
     */
    private final class LinkedPairs implements PairVerifier.Sink {

        private final UnionFind components;
        private final FixedBitSet linked;
        private long comparisons;

        LinkedPairs() {
            int size = signatures.size();
            monitor.reserve(
                    size * (long) Integer.BYTES + FixedBitSet.bits2words(size) * (long) Long.BYTES);
            components = new UnionFind(size);
            linked = new FixedBitSet(Math.max(1, size));
        }

        @Override
        public boolean isWanted(int a, int b) {
            if (components.find(a) == components.find(b)
                    || links.areLinked(address(a), address(b))) {
                return false;
            }
            if ((++comparisons & REPORT_MASK) == 0) {
                report();
            }
            return true;
        }

        @Override
        public void accept(int a, int b, double similarity) {
            components.union(a, b);
            linked.set(a);
            linked.set(b);
        }

        private void report() {
            monitor.checkCancelled();
            monitor.compared(comparisons, 0);
        }

        /** Adds to the links what is connected, documents of one signature included. */
        void link() {
            report();
            int[] addresses = buckets.addresses();
            IntPredicate isLinked = document -> linked.get(signatures.of(document))
                    || signatures.documentCount(signatures.of(document)) > 1;
            links.add(addresses, isLinked);
            for (int document = 0; document < addresses.length; document++) {
                monitor.checkCancelled(document);
                if (isLinked.test(document)) {
                    int first = components.find(signatures.of(document));
                    links.link(addresses[document], address(first));
                }
            }
        }

        private int address(int signature) {
            return buckets.addresses()[signatures.firstDocument(signature)];
        }
    }

    /** Returns the groups of the documents. */
    public Groups group() {
        int[] addresses = buckets.addresses();
        int inBuckets = buckets.table().memberCount();
        BucketTable limited = limit();
        // In many blocks if buckets are cut, in few buckets if documents are copies.
        int members = Math.max(inBuckets, limited.memberCount());
        RankedDocuments documents = new RankedDocuments(
                all, signatures, addresses, options.keep(), monitor);
        Grouping grouping = new Grouping(
                options.method(), options.allPairs(), documents.signatureRanks(monitor), monitor);
        PairVerifier.Maker verifiers = verifiers();
        VerifiedPairs pairs = new VerifiedPairs(signatures, grouping, monitor);
        counts = counts.plus(pairs.compare(limited, verifiers, options.minSimilarity()));
        Groups found = new Groups(
                documents, pairs, grouping, options.minGroupSize(), verifiers, monitor);
        counts = counts
                .with(Count.PARTS, 1)
                .with(Count.LARGEST_PART, addresses.length)
                .with(Count.DOCUMENTS_OF_PARTS, addresses.length)
                .with(Count.MEMBERS_OF_PARTS, members)
                .with(Count.SIGNATURES, signatures.size())
                .with(Count.GROUPS, found.size())
                .with(Count.DOCUMENTS_IN_GROUPS, found.documents());
        return found;
    }

    private BucketTable limit() {
        BucketSplitter limit = new BucketSplitter(
                signatures, scheme, options.maxBucketTexts(), links, monitor);
        BucketTable limited = limit.apply(buckets.table());
        buckets.table().release();
        counts = limit.counts();
        if (counts.get(Count.LIMITED_BUCKETS) > 0) {
            links.addInLimited(
                    buckets.addresses(), document -> limit.isInLimited(signatures.of(document)));
        }
        return limited;
    }

    private PairVerifier.Maker verifiers() {
        if (options.verify() == Verify.SIGNATURE) {
            return (minSimilarity, sink) -> new PairVerifier.BySignatures(
                    signatures, new SignatureComparison(format, minSimilarity)::similarity, sink);
        }
        return new ExactPairVerifier(
                signatures, format, buckets.addresses(), all, part, monitor)::begin;
    }
}
