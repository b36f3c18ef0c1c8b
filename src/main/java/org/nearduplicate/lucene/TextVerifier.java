package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.Bits;
import org.nearduplicate.sketch.Jaccard;

/**
 * Verifies candidates by shingle sets that are made from their texts: the similarity is exact, and so is the
 * decision. To read a text is dear, so signatures go first: no text is read whose set they know to be that of the
 * query, nor one that they exclude, or, where nobody looks at the score, include, each of these with an error of
 * one in a million. Nor is one of a document that
 * is deleted or hidden, which Lucene may ask about before it looks whether it is.
 */
final class TextVerifier implements CandidateVerifier {

    private final Bits live;
    private final SignatureVerifier signatures;
    private final ExactVerifier exact;
    private final boolean needsScores;

    /**
     * @param live the documents that the searcher sees, or null for all
     * @param signatures rejects what need not be read
     * @param exact reads the rest
     * @param needsScores whether the similarity matters of what is similar enough
     */
    TextVerifier(
            Bits live,
            SignatureVerifier signatures,
            ExactVerifier exact,
            boolean needsScores) {
        this.live = live;
        this.signatures = signatures;
        this.exact = exact;
        this.needsScores = needsScores;
    }

    @Override
    public double verify(int doc) throws IOException {
        if (live != null && live.get(doc) == false) {
            return Jaccard.REJECTED;
        }
        double estimate = signatures.verify(doc);
        return signatures.decides(estimate, needsScores) || isCopy(estimate)
                ? estimate
                : exact.verify(doc);
    }

    @Override
    public void raiseMinimum(double similarity) {
        exact.raiseMinimum(similarity);
        signatures.raiseMinimum(similarity);
    }

    @Override
    public float cost() {
        return exact.cost();
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        return isCopy(signatures.verify(doc)) ? exact.explainCopy() : exact.explain(doc);
    }

    /** Returns whether the document whose signature was verified last has the set of the query. */
    private boolean isCopy(double estimate) {
        return estimate == 1 && signatures.isEqual();
    }
}
