package org.nearduplicate.recent;

import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SketchedText;

/** Compares a text with others as a query verifies its candidates. Belongs to one thread. */
final class TextComparison {

    private final SketchedText text;
    private final double minSimilarity;
    private final Verify verify;
    private final SignatureComparison signatures;

    TextComparison(SketchedText text, double minSimilarity, Verify verify) {
        this.text = text;
        this.minSimilarity = minSimilarity;
        this.verify = verify;
        this.signatures = new SignatureComparison(text.signature().format(), minSimilarity);
    }

    /** Returns the similarity with another text, or {@link Jaccard#REJECTED} if it is too low. */
    double similarity(SketchedText other) {
        return switch (verify) {
            case SIGNATURE -> signatures.similarity(
                    text.signature().stored(), 0, other.signature().stored(), 0);
            case EXACT -> similarity(text.shingles(), other.shingles());
        };
    }

    private double similarity(ShingleSet a, ShingleSet b) {
        if (Jaccard.upperBound(a.size(), b.size()) < minSimilarity) {
            return Jaccard.REJECTED;
        }
        double similarity = Jaccard.similarity(a.inCommonWith(b), a.size(), b.size());
        return similarity >= minSimilarity ? similarity : Jaccard.REJECTED;
    }
}
