package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleSet;

/** Verifies candidates by their shingle sets: the similarity is exact, and so is the decision. */
final class ExactVerifier implements CandidateVerifier {

    private final SetSource.SetReader sets;
    private final ShingleSet shingles;
    private final ShareOf of;
    private double minSimilarity;

    /**
     * @param sets those of the documents
     * @param shingles those of the query
     * @param of what a similarity is a share of
     */
    ExactVerifier(
            SetSource.SetReader sets, ShingleSet shingles, ShareOf of, double minSimilarity) {
        this.sets = sets;
        this.shingles = shingles;
        this.of = of;
        this.minSimilarity = minSimilarity;
    }

    @Override
    public double verify(int doc) throws IOException {
        return similarity(sets.read(doc), minSimilarity);
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
        BytesRef set = sets.read(doc);
        return explain(similarity(set, 0), ShingleSet.size(set.length));
    }

    /** Explains the similarity of a document that has the set of the query. */
    Explanation explainCopy() {
        return explain(1, shingles.size());
    }

    private Explanation explain(double similarity, int documentShingles) {
        String what = switch (of) {
            case UNION -> "Jaccard similarity of the shingle sets";
            case LIKE -> "share of the shingles of the query that are in the document";
            case DOCUMENT -> "share of the shingles of the document that are in the query";
        };
        return Explanation.match(
                (float) similarity,
                what + ", computed from:",
                Explanation.match(shingles.size(), "shingles of the query"),
                Explanation.match(documentShingles, "shingles of the document"));
    }

    private double similarity(BytesRef set, double atLeast) {
        return shingles.share(of, set.bytes, set.offset, ShingleSet.size(set.length), atLeast);
    }
}
