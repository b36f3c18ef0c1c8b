package org.nearduplicate.passages;

import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SketchedText;

/**
 * How similar two documents are, and what they have in common.
 *
 * @param similarity their Jaccard similarity, in [0,1]
 * @param estimate the same as their signatures say
 * @param shinglesOfA the distinct shingles of the first, at least 1
 * @param common how many of them both have
 */
public record Comparison(
        double similarity,
        double estimate,
        int shinglesOfA,
        int shinglesOfB,
        int common,
        CommonPassages passages) {

    /**
     * Compares documents that have a shingle each. O(n log² n) for n shingles, see {@link CommonPassages}.
     *
     * @param maxPassages how many passages are described, at least 0
     * @param monitor is charged for the memory of long texts meanwhile, and may stop it
     */
    public static Comparison of(
            TextSketcher sketcher, ShingledText a, ShingledText b, int maxPassages,
            JobMonitor monitor) {
        CommonPassages passages = CommonPassages.find(a, b, maxPassages, monitor);
        long bytes = Long.BYTES * ((long) a.size() + b.size());
        monitor.reserve(bytes);
        try {
            SketchedText textA = sketched(sketcher, a, monitor);
            SketchedText textB = sketched(sketcher, b, monitor);
            int sizeA = textA.shingles().size();
            int sizeB = textB.shingles().size();
            int common = textA.shingles().inCommonWith(textB.shingles());
            double estimate = new SignatureComparison(textA.signature().format(), 0)
                    .similarity(textA.signature().stored(), 0, textB.signature().stored(), 0);
            return new Comparison(
                    Jaccard.similarity(common, sizeA, sizeB), estimate, sizeA, sizeB, common,
                    passages);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private static SketchedText sketched(
            TextSketcher sketcher, ShingledText text, JobMonitor monitor) {
        ShingleHashes hashes = new ShingleHashes(monitor);
        try {
            for (int position = 0; position < text.size(); position++) {
                monitor.checkCancelled(position);
                if (text.isShingle(position)) {
                    hashes.accept(text.hash(position));
                }
            }
            return SketchedText.of(sketcher.sketch(hashes), hashes);
        } finally {
            hashes.clear();
        }
    }
}
