package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.job.JobMonitor;

/**
 * What two documents have in common, passage by passage. From the start of the first on, the longest run of
 * shingles is taken that follow each other in the second as well, then the longest after it, and so on; each
 * is then made longer at its start as far as both documents go on, so two may overlap. So each shingle of the
 * first that the second has is in a passage, and no passage could be longer where it is. What the second has
 * more than once is reported at one place.
 *
 * @param first the first passages, in the order of the first document
 * @param total how many there are
 */
public record CommonPassages(List<Passage> first, int total) {

    private static final int BYTES_PER_PASSAGE = 88;

    /** Copies the passages. */
    public CommonPassages {
        first = List.copyOf(first);
    }

    /** A passage. */
    public record Passage(Extent a, Extent b, int shingles) {}

    /**
     * Finds the passages. O(m log² m + n log m) for n and m shingles, less where few are repeated.
     *
     * @param limit how many passages are described, at least 0; all are counted
     * @param monitor is charged for the memory meanwhile, about 28 bytes a shingle, and may stop it
     */
    public static CommonPassages find(
            ShingledText a, ShingledText b, int limit, JobMonitor monitor) {
        long bytes =
                (long) SuffixOrder.BYTES_PER_POSITION * b.size() + (long) Integer.BYTES * a.size()
                        + (long) BYTES_PER_PASSAGE * Math.min(limit, a.size());
        monitor.reserve(bytes);
        try {
            SuffixOrder order = new SuffixOrder(b, monitor);
            int[] letters = order.lettersOf(a, monitor);
            List<Passage> first = new ArrayList<>();
            int total = 0;
            for (int from = 0; from < letters.length;) {
                monitor.checkCancelled();
                SuffixOrder.Match match = order.longest(letters, from, monitor);
                if (match.shingles() > 0 && total++ < limit) {
                    first.add(passage(a, b, from, match, monitor));
                }
                from += Math.max(1, match.shingles());
            }
            return new CommonPassages(first, total);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    /**
     * If a passage went back to where the one before it begins, that one would have been longer. So however
     * many there are, all steps together are no more than the shingles of the first document.
     */
    private static Passage passage(
            ShingledText a, ShingledText b, int from, SuffixOrder.Match match, JobMonitor monitor) {
        int before = 0;
        while (isSame(a, from - before - 1, b, match.position() - before - 1)) {
            monitor.checkCancelled(before++);
        }
        return new Passage(
                Extent.of(a, from - before, from + match.shingles()),
                Extent.of(b, match.position() - before, match.position() + match.shingles()),
                before + match.shingles());
    }

    private static boolean isSame(
            ShingledText a, int positionInA, ShingledText b, int positionInB) {
        return positionInA >= 0 && positionInB >= 0
                && a.isShingle(positionInA) && b.isShingle(positionInB)
                && a.hash(positionInA) == b.hash(positionInB);
    }
}
