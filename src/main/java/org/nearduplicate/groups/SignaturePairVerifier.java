package org.nearduplicate.groups;

import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;

/** Compares contents by their signatures, at once. Allocates nothing per pair. */
final class SignaturePairVerifier implements PairVerifier {

    private final Contents contents;
    private final SignatureComparison comparison;
    private final Filter filter;
    private final PairSink verified;

    SignaturePairVerifier(
            Contents contents,
            int hashCount,
            double minSimilarity,
            Filter filter,
            PairSink verified) {
        this.contents = contents;
        this.comparison = new SignatureComparison(hashCount, minSimilarity);
        this.filter = filter;
        this.verified = verified;
    }

    @Override
    public void add(int a, int b) {
        if (filter.test(a, b) == false) {
            return;
        }
        double similarity = comparison.similarity(
                contents.bytes(a), contents.offset(a), contents.bytes(b), contents.offset(b));
        if (similarity != Jaccard.REJECTED) {
            verified.accept(a, b, similarity);
        }
    }

    @Override
    public void finish() {}
}
