package org.nearduplicate.groups.part;

import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;

/** Compares contents by their signatures, at once. Allocates nothing per pair. */
record SignaturePairVerifier(Contents contents, SignatureComparison comparison, Sink sink)
        implements PairVerifier {

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
