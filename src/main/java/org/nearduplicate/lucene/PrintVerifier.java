package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Explanation;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.PrintEstimate;
import org.nearduplicate.sketch.ShareOf;

/**
 * Verifies candidates that share prints: those that share too few are rejected, the others are compared by their sets, or, if
 * there are none, estimated by the prints.
 */
final class PrintVerifier implements CandidateVerifier {

    /** Of documents of more prints what they need is computed each time that it matters. */
    private static final int REMEMBERED = 256;

    private final Verification.ByPrints verification;
    private final PrintLookup.Candidates candidates;

    /** Or null where prints decide. */
    private final ExactVerifier exact;

    private final String field;

    /** How many prints each document has, or null where it is a share of the query: then candidates share enough. */
    private final NumericDocValues printsOfDocuments;

    /** How many of so many prints are needed, 0 where that is not known yet. */
    private final int[] needed = new int[REMEMBERED];

    private double competitive;

    /** @param exact compares sets, or null where prints decide */
    PrintVerifier(
            Verification.ByPrints verification, LeafReader segment, String field,
            PrintLookup.Candidates candidates, ExactVerifier exact)
            throws IOException {
        this.verification = verification;
        this.candidates = candidates;
        this.exact = exact;
        this.field = StoredValues.printsField(field);
        this.printsOfDocuments = isOfQuery() ? null : segment.getNumericDocValues(this.field);
    }

    @Override
    public double verify(int doc) throws IOException {
        if (isOfQuery() == false && isEnough(prints(doc)) == false) {
            return Jaccard.REJECTED;
        }
        if (exact != null) {
            return exact.verify(doc);
        }
        double estimate = estimate(prints(doc));
        return estimate >= competitive ? estimate : Jaccard.REJECTED;
    }

    /** How many prints are needed stays: it is what decides who is found. */
    @Override
    public void raiseMinimum(double similarity) {
        if (exact == null) {
            competitive = Math.max(competitive, similarity);
        } else {
            exact.raiseMinimum(similarity);
        }
    }

    @Override
    public float cost() {
        return exact == null ? 1 : exact.cost();
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        int prints = prints(doc);
        Explanation shared = Explanation.match(
                candidates.shared(),
                "prints in common, of which " + needed(prints) + " are needed, of " + prints
                        + (isOfQuery() ? " of the query" : " of the document"));
        return exact == null
                ? Explanation.match(
                        (float) estimate(prints),
                        "share of [" + ChoiceParameter.nameOf(verification.share().of())
                                + "], estimated from the prints, computed from:",
                        shared)
                : exact.explain(doc, shared);
    }

    @Override
    public String whyRejected(int doc, double minSimilarity) throws IOException {
        return candidates.shared() < needed(prints(doc))
                ? "fewer prints in common than are needed"
                : "share is below [min_similarity] " + minSimilarity;
    }

    private boolean isOfQuery() {
        return verification.share().of() == ShareOf.LIKE;
    }

    private int prints(int doc) throws IOException {
        if (isOfQuery()) {
            return verification.prints();
        }
        if (printsOfDocuments == null || printsOfDocuments.advanceExact(doc) == false
                || printsOfDocuments.longValue() < candidates.shared()
                || printsOfDocuments.longValue() > Integer.MAX_VALUE) {
            throw new IllegalStateException(
                    "document [" + doc + "] has [" + candidates.shared()
                            + "] prints in common with the query, but not as many itself in ["
                            + field
                            + "]: possible corruption");
        }
        return (int) printsOfDocuments.longValue();
    }

    private double estimate(int prints) {
        return new PrintEstimate(prints).share(candidates.shared());
    }

    /** More than are expected are enough, however many are needed. */
    private boolean isEnough(int prints) {
        int shared = candidates.shared();
        return shared > verification.share().least() * prints || shared >= needed(prints);
    }

    private int needed(int prints) {
        if (prints >= REMEMBERED) {
            return verification.needed(prints);
        }
        if (needed[prints] == 0) {
            needed[prints] = verification.needed(prints);
        }
        return needed[prints];
    }
}
