package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SimilarityEstimate;

/**
 * Verifies candidates by their signatures: sets too different in size cannot reach the minimum, the
 * others are estimated from the equal components.
 */
final class SignatureVerifier implements CandidateVerifier {

    private final StoredValues values;
    private final Signature signature;
    private final SignatureComparison comparison;
    private BytesRef value;
    private byte[] batch = BytesRef.EMPTY_BYTES;

    /** @param comparison decides; one that goes before sets rejects only what need not be verified exactly */
    SignatureVerifier(
            LeafReaderContext segment, String field, Signature signature,
            SignatureComparison comparison)
            throws IOException {
        this.values = StoredValues.signatures(segment.reader(), field, signature.format());
        this.signature = signature;
        this.comparison = comparison;
    }

    /** Returns whether the estimate that was made last is enough; {@code needsScores} if the similarity of hits matters. */
    boolean decides(double estimate, boolean needsScores) {
        return comparison.decides(estimate, needsScores) || isCopy(estimate);
    }

    /** Returns whether the document that was verified last has the very signature, and so the set, of the query. */
    boolean isCopy(double estimate) {
        return estimate == 1 && signature.isStoredAs(value.bytes, value.offset);
    }

    @Override
    public double verify(int doc) throws IOException {
        value = values.value(doc);
        return sizeAllows()
                ? comparison.estimate(signature, value.bytes, value.offset)
                : Jaccard.REJECTED;
    }

    /**
     * Copies all values before it compares one: values are seldom in a cache, and so no comparison stands
     * between two reads.
     */
    @Override
    public void verify(int[] docs, int count, double[] similarities) throws IOException {
        int length = signature.format().length();
        batch = ArrayUtil.growNoCopy(batch, count * length);
        for (int i = 0; i < count; i++) {
            BytesRef value = values.value(docs[i]);
            boolean mayBeSimilar = sizeAllows();
            similarities[i] = mayBeSimilar ? 1 : Jaccard.REJECTED;
            if (mayBeSimilar) {
                System.arraycopy(value.bytes, value.offset, batch, i * length, length);
            }
        }
        for (int i = 0; i < count; i++) {
            if (similarities[i] != Jaccard.REJECTED) {
                similarities[i] = comparison.estimate(signature, batch, i * length);
            }
        }
    }

    @Override
    public void raiseMinimum(double similarity) {
        comparison.raiseMinimum(similarity);
    }

    @Override
    public float cost() {
        return signature.format().length() / (float) Long.BYTES;
    }

    @Override
    public Explanation explain(int doc) throws IOException {
        BytesRef value = values.value(doc);
        int equal = signature.equalComponents(value.bytes, value.offset, 0);
        return Explanation.match(
                (float) new SimilarityEstimate(signature.format()).similarity(equal),
                "Jaccard similarity, estimated from the signatures, computed from:",
                Explanation.match(equal, "equal components of " + signature.format().hashCount()),
                Explanation.match(
                        (float) Jaccard.upperBound(
                                signature.shingleCount(), values.shingleCount()),
                        "highest similarity that "
                                + signature.shingleCount() + " shingles of the query and "
                                + values.shingleCount() + " of the document allow"));
    }

    /** Returns whether the document whose value was read last can be similar enough. */
    private boolean sizeAllows() {
        return comparison.sizesAllow(signature.shingleCount(), values.shingleCount());
    }
}
