package org.nearduplicate.passages;

import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * How similar two documents are, and what they have in common.
 *
 * @param similarity the Jaccard similarity of what counts of them, in [0,1]; 1 if they have the same shingles
 * @param estimate that of all their shingles, as their signatures say
 * @param shinglesOfA the distinct shingles of the first that count
 * @param ignoredOfA those that do not
 * @param common how many both have of those that count
 */
public record Comparison(
        double similarity,
        double estimate,
        int shinglesOfA,
        int ignoredOfA,
        int shinglesOfB,
        int ignoredOfB,
        int common,
        CommonPassages passages) {

    /**
     * Compares documents that have a shingle each, and takes those away that do not count. O(n log² n) for n shingles, see
     * {@link CommonPassages}.
     *
     * @param ignored the shingles that do not count
     * @param maxPassages how many passages are described, at least 0
     * @param monitor is charged for the memory of long texts meanwhile, and may stop it
     */
    public static Comparison of(
            TextSketcher sketcher, ShingledText a, ShingledText b, ShingleSet ignored,
            int maxPassages, JobMonitor monitor) {
        long bytes = 2L * Long.BYTES * ((long) a.size() + b.size());
        monitor.reserve(bytes);
        try {
            SketchedText textA = sketched(sketcher, a, monitor);
            SketchedText textB = sketched(sketcher, b, monitor);
            ShingleSet ofA = textA.shingles().without(ignored);
            ShingleSet ofB = textB.shingles().without(ignored);
            int common = ofA.inCommonWith(ofB);
            double similarity = textA.shingles().equals(textB.shingles())
                    ? 1
                    : Jaccard.similarity(common, ofA.size(), ofB.size());
            double estimate = new SignatureComparison(textA.signature().format(), 0)
                    .similarity(textA.signature().stored(), 0, textB.signature().stored(), 0);
            a.leaveOut(ignored);
            b.leaveOut(ignored);
            return new Comparison(
                    similarity, estimate,
                    ofA.size(), textA.shingles().size() - ofA.size(),
                    ofB.size(), textB.shingles().size() - ofB.size(),
                    common, CommonPassages.find(a, b, maxPassages, monitor));
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private static SketchedText sketched(
            TextSketcher sketcher, ShingledText text, JobMonitor monitor) {
        ShingleHashes hashes = new ShingleHashes(monitor);
        try {
            text.forEach(hashes);
            return SketchedText.of(sketcher.sketch(hashes), hashes);
        } finally {
            hashes.clear();
        }
    }
}
