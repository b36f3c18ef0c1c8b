package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;

/**
 * Asks between verifications whether the search is to go on. Whoever runs the search asks between windows of
 * thousands of documents, which are seconds where each is compared with many large sets.
 */
final class CancellableVerifier implements CandidateVerifier {

    /** The simple operations after which is asked: a fraction of a millisecond. */
    private static final float OPERATIONS = 100_000;

    /** What a candidate costs at least: its own set may be large where that of the query is small. */
    private static final float LEAST_COST = 100;

    private final CandidateVerifier verifier;
    private final Runnable checkCancelled;
    private float operations;

    /**
     * @param checkCancelled throws if the search is to stop
     */
    CancellableVerifier(CandidateVerifier verifier, Runnable checkCancelled) {
        this.verifier = verifier;
        this.checkCancelled = checkCancelled;
    }

    @Override
    public double verify(int doc) throws IOException {
        worked(1);
        return verifier.verify(doc);
    }

    @Override
    public void verify(int[] docs, int count, double[] similarities) throws IOException {
        worked(count);
        verifier.verify(docs, count, similarities);
    }

    @Override
    public void raiseMinimum(double similarity) {
        verifier.raiseMinimum(similarity);
    }

    @Override
    public float cost() {
        return verifier.cost();
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        return verifier.explain(doc);
    }

    @Override
    public String whyRejected(int doc, double minSimilarity) throws IOException {
        return verifier.whyRejected(doc, minSimilarity);
    }

    private void worked(int candidates) {
        operations += candidates * Math.max(verifier.cost(), LEAST_COST);
        if (operations >= OPERATIONS) {
            operations = 0;
            checkCancelled.run();
        }
    }
}
