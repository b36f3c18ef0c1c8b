package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IntsRef;
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
    private byte[] batch = BytesRef.EMPTY_BYTES;
    private int[] shingleCounts = IntsRef.EMPTY_INTS;

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
                SignatureFormat.shingleCount(value.bytes, value.offset),
                value.bytes,
                SignatureFormat.componentsOffset(value));
    }

    /**
     * Copies all values before it compares one: values are seldom in a cache, and so no comparison stands
     * between two reads.
     */
    @Override
    void verify(int[] docs, int count, double[] similarities) throws IOException {
        int hashCount = signature.hashCount();
        batch = ArrayUtil.growNoCopy(batch, count * hashCount);
        shingleCounts = ArrayUtil.growNoCopy(shingleCounts, count);
        for (int i = 0; i < count; i++) {
            BytesRef value = value(docs[i]);
            shingleCounts[i] = SignatureFormat.shingleCount(value.bytes, value.offset);
            System.arraycopy(
                    value.bytes, SignatureFormat.componentsOffset(value),
                    batch, i * hashCount, hashCount);
        }
        for (int i = 0; i < count; i++) {
            similarities[i] = comparison.similarity(
                    signature, shingleCounts[i], batch, i * hashCount);
        }
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
        int shingleCount = SignatureFormat.shingleCount(value.bytes, value.offset);
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
