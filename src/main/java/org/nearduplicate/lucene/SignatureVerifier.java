package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;

/**
 * Verifies candidates by their signatures: sets too different in size cannot reach the minimum, the
 * others are estimated from the equal components.
 */
final class SignatureVerifier extends CandidateVerifier {

    private final Signature signature;
    private final SimilarityEstimate estimate;
    private final double minSimilarity;
    private int minEqual;

    SignatureVerifier(
            String field, BinaryDocValues values, Signature signature, double minSimilarity) {
        super(field, values);
        this.signature = signature;
        this.estimate = new SimilarityEstimate(signature.hashCount());
        this.minSimilarity = minSimilarity;
        this.minEqual = estimate.equalComponentsFor(minSimilarity);
    }

    @Override
    double verify(int doc) throws IOException {
        BytesRef value = value(doc);
        int shingleCount = SignatureFormat.shingleCount(value, signature.hashCount());
        if (Jaccard.upperBound(signature.shingleCount(), shingleCount) < minSimilarity) {
            return REJECTED;
        }
        int equal = signature.equalComponents(
                value.bytes, SignatureFormat.componentsOffset(value), minEqual);
        return equal < 0 ? REJECTED : estimate.similarity(equal);
    }

    /** The size bound stays at the minimum of the query: an estimate may exceed the bound. */
    @Override
    void raiseMinimum(double similarity) {
        minEqual = Math.max(minEqual, estimate.equalComponentsFor(similarity));
    }

    @Override
    float cost() {
        return signature.hashCount() / (float) Long.BYTES;
    }

    @Override
    Explanation explain(int doc) throws IOException {
        BytesRef value = value(doc);
        int hashCount = signature.hashCount();
        int shingleCount = SignatureFormat.shingleCount(value, hashCount);
        int equal = signature.equalComponents(value.bytes, SignatureFormat.componentsOffset(value),
                0);
        return Explanation.match(
                (float) estimate.similarity(equal),
                "Jaccard similarity, estimated from the signatures, computed from:",
                Explanation.match(equal, "equal components of " + hashCount),
                Explanation.match(
                        (float) Jaccard.upperBound(signature.shingleCount(), shingleCount),
                        "highest similarity that "
                                + signature.shingleCount() + " shingles of the query and "
                                + shingleCount + " of the document allow"));
    }
}
