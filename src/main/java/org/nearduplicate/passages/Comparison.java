package org.nearduplicate.passages;

import java.util.List;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.Sketch;

/**
 * How similar two documents are, and what they have in common.
 *
 * @param similarity their Jaccard similarity, in [0,1]
 * @param estimate the same as their signatures say
 * @param shinglesOfA the distinct shingles of the first, 0 if it has no words
 * @param shinglesOfB those of the second
 * @param common how many of them both have
 * @param passages the passages in common, see {@link CommonPassages}
 */
public record Comparison(
        double similarity,
        double estimate,
        int shinglesOfA,
        int shinglesOfB,
        int common,
        List<CommonPassages.Passage> passages) {

    /** Copies the passages. */
    public Comparison {
        passages = List.copyOf(passages);
    }

    /**
     * Compares texts.
     *
     * @param sketcher that of the field by which they are compared
     * @param a the values of the first document
     * @param b those of the second
     * @param monitor is asked for the memory of long texts, and may stop it
     * @return what it comes to
     */
    public static Comparison of(
            TextSketcher sketcher, List<String> a, List<String> b, JobMonitor monitor) {
        Side sideA = Side.of(sketcher, a, monitor);
        Side sideB = Side.of(sketcher, b, monitor);
        int common = sideA.set.inCommonWith(sideB.set);
        try (ShingledText textA = ShingledText.of(sketcher, a, Integer.MAX_VALUE, monitor);
                ShingledText textB = ShingledText.of(sketcher, b, Integer.MAX_VALUE, monitor)) {
            return new Comparison(
                    common == 0
                            ? 0
                            : Jaccard.similarity(common, sideA.set.size(), sideB.set.size()),
                    sideA.estimate(sideB),
                    sideA.set.size(),
                    sideB.set.size(),
                    common,
                    CommonPassages.find(textA, textB, monitor));
        }
    }

    /** What is known of one document. */
    private record Side(ShingleSet set, Sketch sketch) {

        static Side of(TextSketcher sketcher, List<String> texts, JobMonitor monitor) {
            ShingleHashes hashes = new ShingleHashes(monitor);
            try {
                for (String text : texts) {
                    monitor.checkCancelled();
                    sketcher.shingle(text, hashes);
                }
                return new Side(
                        ShingleSet.of(hashes), hashes.isEmpty() ? null : sketcher.sketch(hashes));
            } finally {
                hashes.clear();
            }
        }

        double estimate(Side other) {
            if (sketch == null || other.sketch == null) {
                return 0;
            }
            Signature signature = Signature.of(sketch);
            return new SignatureComparison(signature.format(), 0)
                    .estimate(signature, Signature.encode(other.sketch), 0);
        }
    }
}
