package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Verifies candidates by shingle sets that are made from their texts: the similarity is exact, and so is the
 * decision. To read a text is dear, so signatures go first: no text is read that they exclude, or, where
 * nobody looks at the score, include, each with an error of one in a million.
 */
final class TextVerifier implements CandidateVerifier {

    /** About what it costs to read a document from a compressed block and to analyze a short text. */
    private static final float COST = 100_000;

    private final SignatureVerifier signatures;
    private final TextSetReader sets;
    private final ShingleSet shingles;
    private final Consumer<IllegalArgumentException> mismatches;
    private final boolean needsScores;
    private double minSimilarity;

    /**
     * @param signatures rejects what need not be read
     * @param sets reads the rest
     * @param shingles those of the query
     * @param mismatches is told of what the signature has to decide, or throws it
     * @param needsScores whether the similarity matters of what is similar enough
     */
    TextVerifier(
            SignatureVerifier signatures,
            TextSetReader sets,
            ShingleSet shingles,
            Consumer<IllegalArgumentException> mismatches,
            double minSimilarity,
            boolean needsScores) {
        this.signatures = signatures;
        this.sets = sets;
        this.shingles = shingles;
        this.mismatches = mismatches;
        this.minSimilarity = minSimilarity;
        this.needsScores = needsScores;
    }

    @Override
    public double verify(int doc) throws IOException {
        double estimate = signatures.verify(doc);
        if (estimate == Jaccard.REJECTED
                || needsScores == false && signatures.isCertain(estimate)) {
            return estimate;
        }
        BytesRef set = sets.read(doc);
        if (set != null) {
            return similarity(set, minSimilarity);
        }
        mismatches.accept(sets.mismatch(doc));
        return estimate >= minSimilarity ? estimate : Jaccard.REJECTED;
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
        BytesRef set = sets.read(doc);
        return set == null
                ? signatures.explain(doc)
                : ExactVerifier.explain(
                        similarity(set, 0), shingles.size(), ShingleSet.size(set.length));
    }

    private double similarity(BytesRef set, double atLeast) {
        return shingles.jaccard(
                set.bytes, set.offset, ShingleSet.size(set.length), atLeast);
    }
}
