package org.nearduplicate.groups.part;

import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;

/**
 * Compares the candidate pairs, and counts them in pairs of documents too: two contents of m and n
 * documents are m·n of these, and the documents of one content are verified by being equal. Belongs to
 * one thread.
 */
final class PairComparison implements PairVerifier.Sink {

    private static final int REPORT_MASK = (1 << 12) - 1;

    private final DistinctSignatures contents;
    private final Grouping grouping;
    private final IntList firsts;
    private final IntList seconds;
    private final IntList similarityBits;
    private final GroupsProgress monitor;

    private long comparisons;
    private long candidatePairs;
    private long verifiedPairs;
    private long verifiedContentPairs;

    /**
     * @param grouping says which pairs are worth a comparison, and learns which are verified
     */
    PairComparison(DistinctSignatures contents, Grouping grouping, GroupsProgress monitor) {
        this.contents = contents;
        this.grouping = grouping;
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
        this.similarityBits = new IntList(monitor);
        this.monitor = monitor;
    }

    /** Compares the contents of each bucket with each other, and returns the verified pairs. Called once. */
    PairGraph compare(BucketTable buckets, PairVerifier.Maker verifiers, double minSimilarity) {
        candidatePairs = equalDocuments();
        verifiedPairs = candidatePairs;
        PairVerifier verifier = verifiers.make(minSimilarity, this);
        new CandidatePairs(grouping.byRank(), buckets, monitor)
                .forEach(grouping::isDone, verifier);
        verifier.finish();
        grouping.finish();
        report();
        return new PairGraph(contents.size(), firsts, seconds, similarityBits, monitor);
    }

    /** Returns what was counted of pairs. */
    GroupsCounts counts() {
        return GroupsCounts.NONE.with(Count.COMPARISONS, comparisons)
                .with(Count.CANDIDATE_PAIRS, candidatePairs)
                .with(Count.VERIFIED_PAIRS, verifiedPairs)
                .with(Count.VERIFIED_CONTENT_PAIRS, verifiedContentPairs);
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
        verifiedContentPairs++;
        verifiedPairs += documentPairs(a, b);
    }

    private void report() {
        monitor.checkCancelled();
        monitor.compared(comparisons, verifiedContentPairs);
    }

    private long equalDocuments() {
        long pairs = 0;
        for (int content = 0; content < contents.size(); content++) {
            long documents = contents.documentCount(content);
            pairs += documents * (documents - 1) / 2;
        }
        return pairs;
    }

    private long documentPairs(int a, int b) {
        return (long) contents.documentCount(a) * contents.documentCount(b);
    }
}
