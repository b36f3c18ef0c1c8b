package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Verifies candidates by shingle sets that are made from their texts: the similarity is exact, and so is the
 * decision. To read a text is dear, so signatures go first: no text is read whose set they know to be that of the
 * query, nor one that they exclude, or, where nobody looks at the score, include, each of these with an error of
 * one in a million. Nor is one of a document that
 * is deleted or hidden, which Lucene may ask about before it looks whether it is.
 */
final class TextVerifier implements CandidateVerifier {

    /** About what it costs to read a document from a compressed block and to analyze a short text. */
    private static final float COST = 100_000;

    private final Bits live;
    private final SignatureVerifier signatures;
    private final TextSetReader sets;
    private final ShingleSet shingles;
    private final boolean needsScores;
    private double minSimilarity;

    /**
     * @param live the documents that the searcher sees, or null for all
     * @param signatures rejects what need not be read
     * @param sets reads the rest
     * @param shingles those of the query
     * @param needsScores whether the similarity matters of what is similar enough
     */
    TextVerifier(
            Bits live,
            SignatureVerifier signatures,
            TextSetReader sets,
            ShingleSet shingles,
            double minSimilarity,
            boolean needsScores) {
        this.live = live;
        this.signatures = signatures;
        this.sets = sets;
        this.shingles = shingles;
        this.minSimilarity = minSimilarity;
        this.needsScores = needsScores;
    }

    @Override
    public double verify(int doc) throws IOException {
        if (live != null && live.get(doc) == false) {
            return Jaccard.REJECTED;
        }
        double estimate = signatures.verify(doc);
        boolean isDecided = estimate == Jaccard.REJECTED
                || needsScores == false && signatures.isCertain(estimate);
        return isDecided || isCopy(estimate) ? estimate : similarity(doc, minSimilarity);
    }

    @Override
    public void raiseMinimum(double similarity) {
        minSimilarity = Math.max(minSimilarity, similarity);
        signatures.raiseMinimum(similarity);
    }

    @Override
    public float cost() {
        return COST;
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        if (isCopy(signatures.verify(doc))) {
            return ExactVerifier.explain(1, shingles.size(), shingles.size());
        }
        double similarity = similarity(doc, 0);
        return ExactVerifier.explain(similarity, shingles.size(), sets.shingleCount());
    }

    /** Returns whether the document whose signature was verified last has the set of the query. */
    private boolean isCopy(double estimate) {
        return estimate == 1 && signatures.isEqual();
    }

    private double similarity(int doc, double atLeast) throws IOException {
        BytesRef set = sets.read(doc);
        return shingles.jaccard(set.bytes, set.offset, sets.shingleCount(), atLeast);
    }
}
