package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleSet;

/** Verifies candidates by their shingle sets: the similarity is exact, and so is the decision. */
final class ExactVerifier implements CandidateVerifier {

    private final StoredValues values;
    private final ShingleSet shingles;
    private double minSimilarity;

    ExactVerifier(StoredValues values, ShingleSet shingles, double minSimilarity) {
        this.values = values;
        this.shingles = shingles;
        this.minSimilarity = minSimilarity;
    }

    @Override
    public double verify(int doc) throws IOException {
        return similarity(doc, minSimilarity);
    }

    @Override
    public void raiseMinimum(double similarity) {
        minSimilarity = Math.max(minSimilarity, similarity);
    }

    @Override
    public float cost() {
        return 2f * shingles.size();
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        double similarity = similarity(doc, 0);
        return explain(similarity, shingles.size(), values.shingleCount());
    }

    static Explanation explain(double similarity, int queryShingles, int documentShingles) {
        return Explanation.match(
                (float) similarity,
                "Jaccard similarity of the shingle sets, computed from:",
                Explanation.match(queryShingles, "shingles of the query"),
                Explanation.match(documentShingles, "shingles of the document"));
    }

    private double similarity(int doc, double atLeast) throws IOException {
        BytesRef value = values.value(doc);
        return shingles.jaccard(value.bytes, value.offset, values.shingleCount(), atLeast);
    }
}
