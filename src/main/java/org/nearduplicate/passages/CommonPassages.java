package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/**
 * What two documents have in common, passage by passage. From the start of the first on, the longest run of
 * shingles is taken that follow each other in the second as well, then the longest behind it, and so on; each
 * is then made longer at its start as far as both documents go on. So each shingle of the first that the
 * second has is in a passage, and no passage could be longer where it is.
 */
public final class CommonPassages {

    /**
     * A passage.
     *
     * @param a where it is in the first document
     * @param b where it is in the second
     * @param shingles how many shingles it has
     */
    public record Passage(Extent a, Extent b, int shingles) {}

    private final ShingledText a;
    private final ShingledText b;

    private CommonPassages(ShingledText a, ShingledText b) {
        this.a = a;
        this.b = b;
    }

    /**
     * Finds the passages. O(m log² m + n log m) for n and m shingles, less where few are repeated.
     *
     * @param a the first document
     * @param b the second
     * @param monitor is asked for the memory, about 28 bytes a shingle, and may stop it
     * @return the passages, in the order of the first document
     */
    public static List<Passage> find(ShingledText a, ShingledText b, JobMonitor monitor) {
        long bytes =
                (long) SuffixOrder.BYTES_PER_POSITION * b.size() + (long) Integer.BYTES * a.size();
        monitor.reserve(bytes);
        try {
            return new CommonPassages(a, b).find(monitor);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private List<Passage> find(JobMonitor monitor) {
        SuffixOrder order = new SuffixOrder(b, monitor);
        int[] letters = order.lettersOf(a);
        List<Passage> passages = new ArrayList<>();
        for (int from = 0; from < letters.length;) {
            monitor.checkCancelled(from);
            SuffixOrder.Match match = order.longest(letters, from);
            if (match.shingles() > 0) {
                passages.add(passage(from, match));
            }
            from += Math.max(1, match.shingles());
        }
        return passages;
    }

    private Passage passage(int from, SuffixOrder.Match match) {
        int before = 0;
        while (isSame(from - before - 1, match.position() - before - 1)) {
            before++;
        }
        return new Passage(
                Extent.of(a, from - before, from + match.shingles()),
                Extent.of(b, match.position() - before, match.position() + match.shingles()),
                before + match.shingles());
    }

    private boolean isSame(int positionInA, int positionInB) {
        return positionInA >= 0 && positionInB >= 0
                && a.isShingle(positionInA) && b.isShingle(positionInB)
                && a.hash(positionInA) == b.hash(positionInB);
    }
}
