package org.nearduplicate.groups;

import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;

/** Compares contents by their signatures, at once. Allocates nothing per pair. */
final class SignaturePairVerifier implements PairVerifier {

    private final Contents contents;
    private final SignatureComparison comparison;
    private final PairSink sink;

    SignaturePairVerifier(Contents contents, SignatureComparison comparison, PairSink sink) {
        this.contents = contents;
        this.comparison = comparison;
        this.sink = sink;
    }

    @Override
    public void add(int a, int b) {
        if (sink.isWanted(a, b) == false) {
            return;
        }
        double similarity = comparison.similarity(
                contents.bytes(a), contents.offset(a), contents.bytes(b), contents.offset(b));
        if (similarity != Jaccard.REJECTED) {
            sink.accept(a, b, similarity);
        }
    }
}
