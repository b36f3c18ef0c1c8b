package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * Decides whether a candidate is similar enough, and how similar it is, from what one segment stores
 * of it. Documents are asked for in ascending order. Belongs to one scorer.
 */
abstract class CandidateVerifier {

    /** Returned for a candidate that is not similar enough. */
    static final double REJECTED = SignatureComparison.REJECTED;

    private final StoredValues values;

    CandidateVerifier(StoredValues values) {
        this.values = values;
    }

    /**
     * Verifies a candidate.
     *
     * @return its similarity, or {@link #REJECTED} if that is below the minimum
     */
    abstract double verify(int doc) throws IOException;

    /**
     * Verifies several candidates.
     *
     * @param docs the candidates, in ascending order
     * @param count how many there are
     * @param similarities receives for each what {@link #verify(int)} returns
     */
    void verify(int[] docs, int count, double[] similarities) throws IOException {
        for (int i = 0; i < count; i++) {
            similarities[i] = verify(docs[i]);
        }
    }

    /**
     * Allows candidates below a similarity to be rejected from now on, because nobody would look at
     * their scores.
     */
    abstract void raiseMinimum(double similarity);

    /** Returns the cost of a verification, in the unit of simple operations. */
    abstract float cost();

    /** Explains how the similarity of a document came about, high enough or not. */
    abstract Explanation explain(int doc) throws IOException;

    /** Returns the stored value of a candidate, which has one because it has band terms. */
    final BytesRef value(int doc) throws IOException {
        return values.value(doc);
    }
}
