package org.nearduplicate.groups.part;

import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;

/**
 * The verified pairs of signatures, as a graph: signatures are its nodes, pairs its edges, numbered by signature. Compressed
 * sparse rows: each pair is an edge of both its signatures, 16 bytes a pair.
 *
 * <p>Compares the candidates, and counts them in pairs of documents too: two signatures of m and n documents are m·n of
 * these, and the documents of one signature are verified by being equal. Not thread-safe; immutable after {@link #compare}.
 */
final class VerifiedPairs implements PairVerifier.Sink {

    private static final int REPORT_MASK = (1 << 12) - 1;

    private final DistinctSignatures signatures;
    private final Grouping grouping;
    private final GroupsProgress monitor;

    private final IntList firsts;
    private final IntList seconds;
    private final IntList similarityBits;
    private long comparisons;
    private long candidatePairs;
    private long verifiedPairs;

    private int[] starts;
    private int[] neighbours;
    private float[] similarities;

    /** @param grouping says which pairs are worth a comparison, and learns which are verified */
    VerifiedPairs(DistinctSignatures signatures, Grouping grouping, GroupsProgress monitor) {
        this.signatures = signatures;
        this.grouping = grouping;
        this.monitor = monitor;
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
        this.similarityBits = new IntList(monitor);
    }

    /** Compares the signatures of each bucket with each other, and returns what was counted. Called once. */
    GroupsCounts compare(BucketTable buckets, PairVerifier.Maker verifiers, double minSimilarity) {
        candidatePairs = equalDocuments();
        verifiedPairs = candidatePairs;
        PairVerifier verifier = verifiers.make(minSimilarity, this);
        new CandidatePairs(grouping.byRank(), buckets, signatures::arePeers, monitor)
                .forEach(grouping::isDone, verifier);
        verifier.finish();
        grouping.finish();
        report();
        int pairs = firsts.size();
        makeGraph(pairs);
        return GroupsCounts.NONE.with(Count.COMPARISONS, comparisons)
                .with(Count.CANDIDATE_PAIRS, candidatePairs)
                .with(Count.VERIFIED_PAIRS, verifiedPairs)
                .with(Count.VERIFIED_SIGNATURE_PAIRS, pairs);
    }

    @Override
    public boolean isWanted(int a, int b) {
        if (grouping.isWanted(a, b) == false) {
            return false;
        }
        comparisons++;
        candidatePairs += documentPairs(a, b);
        if ((comparisons & REPORT_MASK) == 0) {
            report();
        }
        return true;
    }

    @Override
    public void accept(int a, int b, double similarity) {
        grouping.verified(a, b, (float) similarity);
        firsts.add(a);
        seconds.add(b);
        similarityBits.add(Float.floatToIntBits((float) similarity));
        verifiedPairs += documentPairs(a, b);
    }

    private void report() {
        monitor.checkCancelled();
        monitor.compared(comparisons, firsts.size());
    }

    private long equalDocuments() {
        long pairs = 0;
        for (int signature = 0; signature < signatures.size(); signature++) {
            long documents = signatures.documentCount(signature);
            pairs += documents * (documents - 1) / 2;
        }
        return pairs;
    }

    private long documentPairs(int a, int b) {
        return (long) signatures.documentCount(a) * signatures.documentCount(b);
    }

    private void makeGraph(int pairs) {
        int size = signatures.size();
        monitor.reserve((size + 1L) * 2 * Integer.BYTES + pairs * 4L * Integer.BYTES);
        starts = new int[size + 1];
        neighbours = new int[IntList.requireArray(2L * pairs)];
        similarities = new float[neighbours.length];
        for (int i = 0; i < pairs; i++) {
            monitor.checkCancelled(i);
            starts[firsts.get(i) + 1]++;
            starts[seconds.get(i) + 1]++;
        }
        IntList.sum(starts);
        int[] ends = starts.clone();
        for (int i = 0; i < pairs; i++) {
            monitor.checkCancelled(i);
            float similarity = Float.intBitsToFloat(similarityBits.get(i));
            put(ends[firsts.get(i)]++, seconds.get(i), similarity);
            put(ends[seconds.get(i)]++, firsts.get(i), similarity);
        }
        monitor.reserve(-(size + 1L) * Integer.BYTES);
        firsts.release();
        seconds.release();
        similarityBits.release();
    }

    private void put(int edge, int neighbour, float similarity) {
        neighbours[edge] = neighbour;
        similarities[edge] = similarity;
    }

    int pairs() {
        return neighbours.length / 2;
    }

    /** Returns the first edge of a signature; its edges end where those of the next signature begin. */
    int start(int signature) {
        return starts[signature];
    }

    /** Returns the signature at the other end of an edge. */
    int neighbour(int edge) {
        return neighbours[edge];
    }

    float similarity(int edge) {
        return similarities[edge];
    }
}
