package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleSet;

/** Verifies candidates by their shingle sets: the similarity is exact, and so is the decision. */
final class ExactVerifier implements CandidateVerifier {

    private final SetSource.SetReader sets;
    private final ShingleSet shingles;
    private final ShareOf of;
    private final float leastCost;
    private float cost;
    private double minSimilarity;

    /**
     * @param shingles those of the query
     * @param of what a similarity is a share of
     * @param leastCost what it costs at least to read a set and to compare it, in simple operations
     */
    ExactVerifier(
            SetSource.SetReader sets, ShingleSet shingles, ShareOf of, float leastCost,
            double minSimilarity) {
        this.sets = sets;
        this.shingles = shingles;
        this.of = of;
        this.leastCost = leastCost;
        this.cost = leastCost;
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

    /** Of a share of the query the sets of documents may be much larger than its own; the one before tells by how much. */
    @Override
    public float cost() {
        return cost;
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        return explain(doc, new Explanation[0]);
    }

    /** Explains it by something more. */
    Explanation explain(int doc, Explanation... more) throws IOException {
        BytesRef set = sets.read(doc);
        return explain(similarity(set, 0), ShingleSet.size(set.length), more);
    }

    /** Explains the similarity of a document that has the set of the query. */
    Explanation explainCopy() {
        return explain(1, shingles.size());
    }

    private Explanation explain(
            double similarity, int documentShingles, Explanation... more) {
        String what = switch (of) {
            case UNION -> "Jaccard similarity of the shingle sets";
            case LIKE -> "share of the shingles of the query that are in the document";
            case DOCUMENT -> "share of the shingles of the document that are in the query";
        };
        List<Explanation> details = new ArrayList<>();
        details.add(Explanation.match(shingles.size(), "shingles of the query"));
        details.add(Explanation.match(documentShingles, "shingles of the document"));
        details.addAll(List.of(more));
        return Explanation.match((float) similarity, what + ", computed from:", details);
    }

    private double similarity(BytesRef set, double atLeast) {
        int size = ShingleSet.size(set.length);
        cost = Math.max(leastCost, (float) shingles.size() + size);
        return shingles.share(of, set.bytes, set.offset, size, atLeast);
    }
}
