package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Explanation;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * Verifies candidates that share sampled shingles: those that share too few are rejected, the others are compared by
 * their sets, or, if there are none, estimated by the sampled shingles.
 */
final class SampledShingleVerifier implements CandidateVerifier {

    /** Of documents of more sampled shingles what they need is computed each time that it matters. */
    private static final int REMEMBERED = 256;

    private final Verification.BySampledShingles verification;
    private final SampledShingleLookup.Candidates candidates;

    /** Or null where sampled shingles decide. */
    private final ExactVerifier exact;

    private final String field;

    /** How many sampled shingles each document has, or null where it is a share of the query: then candidates share enough. */
    private final NumericDocValues sampledOfDocuments;

    /** How many of so many sampled shingles are needed, 0 where that is not known yet. */
    private final int[] needed = new int[REMEMBERED];

    private double competitive;

    /** @param exact compares sets, or null where sampled shingles decide */
    SampledShingleVerifier(
            Verification.BySampledShingles verification, LeafReader segment, String field,
            SampledShingleLookup.Candidates candidates, ExactVerifier exact)
            throws IOException {
        this.verification = verification;
        this.candidates = candidates;
        this.exact = exact;
        this.field = StoredValues.sampledShinglesField(field);
        this.sampledOfDocuments = isOfQuery() ? null : segment.getNumericDocValues(this.field);
    }

    @Override
    public double verify(int doc) throws IOException {
        if (isOfQuery() == false && isEnough(sampled(doc)) == false) {
            return Jaccard.REJECTED;
        }
        if (exact != null) {
            return exact.verify(doc);
        }
        double estimate = estimate(sampled(doc));
        return estimate >= competitive ? estimate : Jaccard.REJECTED;
    }

    /** How many sampled shingles are needed does not change: that decides which documents are found. */
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
        int sampled = sampled(doc);
        Explanation shared = Explanation.match(
                candidates.shared(),
                "sampled shingles in common, of which " + needed(sampled) + " are needed, of "
                        + sampled
                        + (isOfQuery() ? " of the query" : " of the document"));
        return exact == null
                ? Explanation.match(
                        (float) estimate(sampled),
                        "share of [" + ChoiceParameter.nameOf(verification.share().of())
                                + "], estimated from the sampled shingles, computed from:",
                        shared)
                : exact.explain(doc, shared);
    }

    @Override
    public String whyRejected(int doc, double minSimilarity) throws IOException {
        return candidates.shared() < needed(sampled(doc))
                ? "fewer sampled shingles in common than are needed"
                : "share is below [min_similarity] " + minSimilarity;
    }

    private boolean isOfQuery() {
        return verification.share().of() == ShareOf.LIKE;
    }

    private int sampled(int doc) throws IOException {
        if (isOfQuery()) {
            return verification.sampled();
        }
        if (sampledOfDocuments == null || sampledOfDocuments.advanceExact(doc) == false
                || sampledOfDocuments.longValue() < candidates.shared()
                || sampledOfDocuments.longValue() > Integer.MAX_VALUE) {
            throw new IllegalStateException(
                    "document [" + doc + "] has [" + candidates.shared()
                            + "] sampled shingles in common with the query, but not as many itself in ["
                            + field
                            + "]: possible corruption");
        }
        return (int) sampledOfDocuments.longValue();
    }

    private double estimate(int sampled) {
        return new ContainmentEstimate(sampled).share(candidates.shared());
    }

    /** More than are expected are enough, however many are needed. */
    private boolean isEnough(int sampled) {
        int shared = candidates.shared();
        return shared > verification.share().least() * sampled || shared >= needed(sampled);
    }

    private int needed(int sampled) {
        if (sampled >= REMEMBERED) {
            return verification.needed(sampled);
        }
        if (needed[sampled] == 0) {
            needed[sampled] = verification.needed(sampled);
        }
        return needed[sampled];
    }
}
