package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleSet;

/** Verifies candidates by their shingle sets: the similarity is exact, and so is the decision. */
final class ExactVerifier extends CandidateVerifier {

    private final ShingleSet shingles;
    private double minSimilarity;

    ExactVerifier(StoredValues values, ShingleSet shingles, double minSimilarity) {
        super(values);
        this.shingles = shingles;
        this.minSimilarity = minSimilarity;
    }

    @Override
    double verify(int doc) throws IOException {
        BytesRef value = value(doc);
        int size = value.length / ShingleSet.BYTES_PER_SHINGLE;
        if (Jaccard.upperBound(shingles.size(), size) < minSimilarity) {
            return REJECTED;
        }
        return shingles.jaccard(value.bytes, value.offset, size, minSimilarity);
    }

    @Override
    void raiseMinimum(double similarity) {
        minSimilarity = Math.max(minSimilarity, similarity);
    }

    @Override
    float cost() {
        return 2f * shingles.size();
    }

    @Override
    Explanation explain(int doc) throws IOException {
        BytesRef value = value(doc);
        int size = value.length / ShingleSet.BYTES_PER_SHINGLE;
        double similarity = shingles.jaccard(value.bytes, value.offset, size, 0);
        return Explanation.match(
                (float) similarity,
                "Jaccard similarity of the shingle sets, computed from:",
                Explanation.match(shingles.size(), "shingles of the query"),
                Explanation.match(size, "shingles of the document"));
    }
}
