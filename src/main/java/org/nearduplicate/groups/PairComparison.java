package org.nearduplicate.groups;

/**
 * Compares the candidate pairs, and counts them in pairs of documents too: two contents of m and n
 * documents are m·n of these, and the documents of one content are verified by being equal. Belongs to
 * one thread.
 */
final class PairComparison {

    private static final int REPORT_MASK = (1 << 12) - 1;

    private final Contents contents;
    private final GroupsProgress monitor;

    private long comparisons;
    private long candidatePairs;
    private long verifiedPairs;
    private long verifiedContentPairs;

    PairComparison(Contents contents, GroupsProgress monitor) {
        this.contents = contents;
        this.monitor = monitor;
    }

    /**
     * Compares the contents of each bucket with each other. Called once.
     *
     * @param buckets buckets of contents
     * @param ranks the rank of each content
     * @param selection says which pairs are worth a comparison
     */
    PairGraph compare(
            BucketTable buckets,
            int[] ranks,
            PairSelection selection,
            PairVerifiers verifiers,
            double minSimilarity) {
        candidatePairs = equalDocuments();
        verifiedPairs = candidatePairs;
        PairGraph.Builder graph = new PairGraph.Builder(contents.size(), monitor);
        PairVerifier verifier = verifiers.verifier(
                minSimilarity,
                (a, b) -> selection.isWanted(a, b) && count(a, b),
                (a, b, similarity) -> {
                    selection.verified(a, b);
                    graph.accept(a, b, similarity);
                    verifiedContentPairs++;
                    verifiedPairs += documentPairs(a, b);
                });
        new CandidatePairs(ranks, buckets, monitor).forEach(selection::isDone, verifier::add);
        verifier.finish();
        report();
        return graph.finish();
    }

    /** Returns the pairs of contents that were compared, each once. */
    long comparisons() {
        return comparisons;
    }

    /** Returns the pairs of documents that were decided, by comparison or by being equal. */
    long candidatePairs() {
        return candidatePairs;
    }

    /** Returns how many of them are similar enough. */
    long verifiedPairs() {
        return verifiedPairs;
    }

    private boolean count(int a, int b) {
        comparisons++;
        candidatePairs += documentPairs(a, b);
        if ((comparisons & REPORT_MASK) == 0) {
            report();
        }
        return true;
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
