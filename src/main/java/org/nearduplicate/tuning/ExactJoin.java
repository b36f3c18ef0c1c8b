package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Jaccard;
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

    private static final long BYTES_PER_CONTENT = 3L * Integer.BYTES;

    private static final int SHINGLES_BETWEEN_CHECKS = 1024;

    private final ShingledSample sample;
    private final JobMonitor monitor;
    private final ShingleLists lists;
    private final int[] counts;
    private final int[] touched;
    private final long[] histogram = new long[JaccardHistogram.BINS];
    private int touchedSize;

    private ExactJoin(ShingledSample sample, JobMonitor monitor) {
        this.sample = sample;
        this.monitor = monitor;
        this.lists = ShingleLists.of(sample);
        this.counts = new int[sample.contents()];
        this.touched = new int[sample.contents()];
    }

    /**
     * What is found.
     *
     * @param histogram the similarities of all pairs of documents
     * @param pairs the pairs of contents that reach the floor
     */
    record Result(JaccardHistogram histogram, ExactPairs pairs) {}

    /**
     * Runs the join.
     *
     * @param sample the contents
     * @param floor the similarity that pairs reach to be kept, in (0,1]
     * @param monitor asked for memory; what the pairs cost stays reserved until they are released
     */
    static Result run(ShingledSample sample, double floor, JobMonitor monitor) {
        long bytes =
                ShingleLists.BYTES_PER_SHINGLE * sample.shingles()
                        + BYTES_PER_CONTENT * sample.contents();
        monitor.reserve(bytes);
        try {
            return new ExactJoin(sample, monitor).run(floor);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private Result run(double floor) {
        ExactPairs pairs = new ExactPairs(sample, floor, monitor);
        for (int content = 0; content < sample.contents(); content++) {
            count(content);
            takeCounts(content, pairs);
            pairs.endRow();
        }
        return new Result(histogram(), pairs);
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

    private void takeCounts(int content, ExactPairs pairs) {
        for (int i = 0; i < touchedSize; i++) {
            int other = touched[i];
            double similarity = Jaccard.similarity(
                    counts[other], sample.set(content).size(), sample.set(other).size());
            histogram[JaccardHistogram.bin(similarity)] +=
                    sample.pairsBetween(content, other);
            pairs.add(other, counts[other], similarity);
            counts[other] = 0;
        }
        touchedSize = 0;
    }

    private JaccardHistogram histogram() {
        long identical = sample.identicalPairs();
        histogram[JaccardHistogram.bin(1)] += identical;
        long overlapping = 0;
        for (long pairs : histogram) {
            overlapping += pairs;
        }
        return new JaccardHistogram(histogram, sample.pairs() - overlapping, identical);
    }
}
