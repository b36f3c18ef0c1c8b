package org.nearduplicate.tuning;

import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Finds the exact similarity of all pairs of a sample. No two texts are compared: for each content the
 * lists of the contents before it that have one of its shingles are counted, so a pair costs one step for
 * each shingle in common, and a pair without any costs nothing. In all that is Σ f·(f−1)/2 steps over the
 * frequencies f of the shingles, and 26 bytes for each shingle of each content.
 *
 * <p>Prefix filtering visits fewer pairs above a threshold, but says nothing about those below, and it is
 * they that decide how many candidates are looked at in vain.
 */
final class ExactJoin {

    private static final int SHINGLES_BETWEEN_CHECKS = 1024;

    private final ShingledSample sample;
    private final JobMonitor monitor;
    private final ShingleLists lists;
    private final int[] counts;
    private final int[] touched;
    private int touchedSize;

    private ExactJoin(ShingledSample sample, JobMonitor monitor) {
        this.sample = sample;
        this.monitor = monitor;
        this.lists = ShingleLists.of(sample);
        this.counts = new int[sample.contents()];
        this.touched = new int[sample.contents()];
    }

    /**
     * Runs the join.
     *
     * @param sample the contents
     * @param floor the similarity that pairs reach to be kept, in (0,1]
     * @param monitor asked for memory; what the pairs cost stays reserved until they are released
     */
    static ExactPairs run(ShingledSample sample, double floor, JobMonitor monitor) {
        long bytes = ShingleLists.bytes(sample);
        monitor.reserve(bytes);
        try {
            ExactPairs pairs = new ExactPairs(sample, floor, monitor);
            new ExactJoin(sample, monitor).run(pairs);
            return pairs;
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private void run(ExactPairs pairs) {
        for (int content = 0; content < sample.contents(); content++) {
            count(content);
            for (int i = 0; i < touchedSize; i++) {
                int other = touched[i];
                pairs.add(other, counts[other]);
                counts[other] = 0;
            }
            touchedSize = 0;
            pairs.endRow();
        }
    }

    private void count(int content) {
        ShingleSet set = sample.set(content);
        for (int i = 0; i < set.size(); i++) {
            if (i % SHINGLES_BETWEEN_CHECKS == 0) {
                monitor.checkCancelled();
            }
            int list = lists.find(set.get(i));
            if (list < 0) {
                continue;
            }
            for (int entry = lists.begin(list); entry < lists.end(list); entry++) {
                int other = lists.content(entry);
                if (counts[other]++ == 0) {
                    touched[touchedSize++] = other;
                }
            }
            lists.add(list, content);
        }
    }
}
