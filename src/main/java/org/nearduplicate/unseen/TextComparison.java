package org.nearduplicate.unseen;

import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** Compares a text with others as a query verifies its candidates. Not thread-safe. */
public final class TextComparison {

    private final SketchedText text;
    private final double minSimilarity;
    private final Verify verify;
    private final ShingleSet ignored;
    private final ShingleSet counted;
    private final SignatureComparison signatures;

    /**
     * @param minSimilarity the similarity to reach, in (0,1]
     * @param verify how it is computed, or null for the higher of both ways
     * @param ignored the shingles that do not count, of exact similarities; a copy is one whatever they are
     */
    public TextComparison(
            SketchedText text, double minSimilarity, Verify verify, ShingleSet ignored) {
        this.text = text;
        this.minSimilarity = minSimilarity;
        this.verify = verify;
        this.ignored = ignored;
        this.counted = text.shingles().without(ignored);
        this.signatures = new SignatureComparison(text.signature().format(), minSimilarity);
    }

    /** Returns the text that is compared. */
    public SketchedText text() {
        return text;
    }

    /** Returns the similarity with another text, or {@link Jaccard#REJECTED} if it is too low. */
    public double similarity(SketchedText other) {
        return switch (verify) {
            case SIGNATURE -> estimate(other);
            case EXACT -> exact(other);
            case null -> Math.max(estimate(other), exact(other));
        };
    }

    private double estimate(SketchedText other) {
        return signatures.similarity(
                text.signature().stored(), 0, other.signature().stored(), 0);
    }

    private double exact(SketchedText other) {
        if (ignored.isEmpty() == false && text.shingles().equals(other.shingles())) {
            return 1;
        }
        ShingleSet b = other.shingles();
        if (b.size() / (double) counted.size() < minSimilarity) {
            return Jaccard.REJECTED;
        }
        int common = counted.inCommonWith(b);
        // Most that are not similar are known to be without what does not count of them.
        if (common == 0 || common / (double) counted.size() < minSimilarity) {
            return Jaccard.REJECTED;
        }
        double similarity =
                Jaccard.similarity(common, counted.size(), b.size() - ignored.inCommonWith(b));
        return similarity >= minSimilarity ? similarity : Jaccard.REJECTED;
    }
}
