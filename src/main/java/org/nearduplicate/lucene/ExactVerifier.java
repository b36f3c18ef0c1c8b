package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * Verifies candidates by their shingle sets: the similarity is exact, and so is the decision. No set is read of a document that is
 * deleted or hidden, which Lucene may ask about before it looks whether it is.
 *
 * <p>Making a set from a text is expensive, so signatures are compared first: no text is read whose set they know to be
 * that of the query, nor one that they exclude, or, where nobody looks at the score, include, each of these with an error
 * of one in a million. Where shingles are ignored they include none but copies, as they are those of whole texts.
 */
final class ExactVerifier implements CandidateVerifier {

    private final Bits live;
    private final DocumentSource.Reader<BytesRef> sets;
    private final Verification.BySets sought;
    private final float leastCost;

    /** Or null where sets are read of all. */
    private final SignatureVerifier signatures;

    private final boolean needsScores;
    private final StoredShingles stored = new StoredShingles();

    private float cost;
    private double minSimilarity;

    /** @param leastCost what it costs at least to read a set and to compare it, in simple operations */
    ExactVerifier(
            Verification.BySets sought, Bits live, DocumentSource.Reader<BytesRef> sets,
            float leastCost, double minSimilarity, SignatureVerifier signatures,
            boolean needsScores) {
        this.live = live;
        this.sets = sets;
        this.sought = sought;
        this.leastCost = leastCost;
        this.cost = leastCost;
        this.minSimilarity = minSimilarity;
        this.signatures = signatures;
        this.needsScores = needsScores || sought.ignored().isEmpty() == false;
    }

    @Override
    public double verify(int doc) throws IOException {
        if (live != null && live.get(doc) == false) {
            return Jaccard.REJECTED;
        }
        if (signatures != null) {
            double estimate = signatures.verify(doc);
            if (signatures.decides(estimate, needsScores)) {
                return estimate;
            }
        }
        return similarity(sets.read(doc), minSimilarity);
    }

    @Override
    public void raiseMinimum(double similarity) {
        minSimilarity = Math.max(minSimilarity, similarity);
        if (signatures != null) {
            signatures.raiseMinimum(sought.leastOfWhole(similarity));
        }
    }

    /**
     * For a share of the query, sets of documents may be much larger than that of the query: the last one is taken for
     * the next.
     */
    @Override
    public float cost() {
        return cost;
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        return signatures != null && signatures.isCopy(signatures.verify(doc))
                ? explain(1, sought.shingles().size())
                : explain(doc, new Explanation[0]);
    }

    /** Explains it by something more. */
    Explanation explain(int doc, Explanation... more) throws IOException {
        BytesRef set = sets.read(doc);
        int counted = sought.ignored().countOthers(stored.open(set.bytes, set.offset));
        return explain(similarity(set, 0), counted, more);
    }

    private Explanation explain(
            double similarity, int documentShingles, Explanation... more) {
        String what = switch (sought.of()) {
            case UNION -> "Jaccard similarity of the shingle sets";
            case LIKE -> "share of the shingles of the query that are in the document";
            case DOCUMENT -> "share of the shingles of the document that are in the query";
        };
        List<Explanation> details = new ArrayList<>();
        String counting = sought.ignored().isEmpty() ? "" : " that count";
        details.add(
                Explanation.match(sought.shingles().size(), "shingles of the query" + counting));
        details.add(Explanation.match(documentShingles, "shingles of the document" + counting));
        if (sought.ignored().isEmpty() == false) {
            details.add(Explanation.match(sought.ignored().size(), "ignored shingles"));
        }
        details.addAll(List.of(more));
        return Explanation.match((float) similarity, what + ", computed from:", details);
    }

    private double similarity(BytesRef set, double atLeast) {
        stored.open(set.bytes, set.offset);
        cost = Math.max(leastCost, (float) sought.shingles().size() + stored.size());
        return sought.ignored().isEmpty()
                ? sought.shingles().share(sought.of(), stored, atLeast)
                : sought.ignored().similarity(sought.shingles(), stored, atLeast);
    }
}
