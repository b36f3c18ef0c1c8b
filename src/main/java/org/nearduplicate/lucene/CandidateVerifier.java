package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.nearduplicate.sketch.Jaccard;

/**
 * Decides whether a candidate is similar enough, and how similar it is, from what one segment stores
 * of it. Documents are verified in ascending order. Used by one scorer.
 */
interface CandidateVerifier {

    /** Returns the similarity of a candidate, or {@link Jaccard#REJECTED} if that is below the minimum. */
    double verify(int doc) throws IOException;

    /** Verifies some candidates, in ascending order: {@code similarities} receives for each what {@link #verify(int)} returns. */
    default void verify(int[] docs, int count, double[] similarities) throws IOException {
        for (int i = 0; i < count; i++) {
            similarities[i] = verify(docs[i]);
        }
    }

    /**
     * Allows candidates below a similarity to be rejected from now on, because nobody would look at
     * their scores.
     */
    void raiseMinimum(double similarity);

    /** Returns the cost of the next verification as far as it is known, in the unit of simple operations. */
    float cost();

    /** Explains how the similarity of a document came about, high enough or not. */
    Explanation explain(int doc) throws IOException;

    /** Says of a document that is rejected why. */
    default String whyRejected(int doc, double minSimilarity) throws IOException {
        return "similarity, or what the sizes allow of it, is below [min_similarity] "
                + minSimilarity;
    }
}
