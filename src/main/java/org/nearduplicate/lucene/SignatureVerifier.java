package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SimilarityEstimate;

/**
 * Verifies candidates by their signatures: sets too different in size cannot reach the minimum, the
 * others are estimated from the equal components.
 */
final class SignatureVerifier extends CandidateVerifier {

    private final Signature signature;
    private final SignatureComparison comparison;

    SignatureVerifier(StoredValues values, Signature signature, double minSimilarity) {
        super(values);
        this.signature = signature;
        this.comparison = new SignatureComparison(signature.hashCount(), minSimilarity);
    }

    @Override
    double verify(int doc) throws IOException {
        BytesRef value = value(doc);
        return comparison.similarity(
                signature,
                SignatureFormat.shingleCount(value, signature.hashCount()),
                value.bytes,
                SignatureFormat.componentsOffset(value));
    }

    @Override
    void raiseMinimum(double similarity) {
        comparison.raiseMinimum(similarity);
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
                (float) new SimilarityEstimate(hashCount).similarity(equal),
                "Jaccard similarity, estimated from the signatures, computed from:",
                Explanation.match(equal, "equal components of " + hashCount),
                Explanation.match(
                        (float) Jaccard.upperBound(signature.shingleCount(), shingleCount),
                        "highest similarity that "
                                + signature.shingleCount() + " shingles of the query and "
                                + shingleCount + " of the document allow"));
    }
}
