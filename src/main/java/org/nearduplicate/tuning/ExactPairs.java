package org.nearduplicate.tuning;

import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The pairs of contents that reach a similarity, with their exact similarities: for each content those with
 * lower ones. Grows row by row, and is read by many afterwards. Belongs to one thread.
 */
final class ExactPairs {

    private final ShingledSample sample;
    private final double floor;
    private final JobMonitor monitor;
    private final int[] rowEnds;
    private int[] partners = new int[0];
    private int[] common = new int[0];
    private int rows;
    private int size;

    /**
     * @param floor the similarity that pairs reach to be kept
     */
    ExactPairs(ShingledSample sample, double floor, JobMonitor monitor) {
        this.sample = sample;
        this.floor = floor;
        this.monitor = monitor;
        this.rowEnds = new int[sample.contents()];
    }

    /** Adds a pair of the next row, if it reaches the floor. */
    void add(int partner, int shingles, double similarity) {
        if (similarity < floor) {
            return;
        }
        if (size == partners.length) {
            grow();
        }
        partners[size] = partner;
        common[size++] = shingles;
    }

    /** Ends the row of the next content. */
    void endRow() {
        rowEnds[rows++] = size;
    }

    /** Returns where the pairs of a content with lower ones begin. */
    int begin(int content) {
        return content == 0 ? 0 : rowEnds[content - 1];
    }

    /** Returns where they end. */
    int end(int content) {
        return rowEnds[content];
    }

    /** Returns the lower content of a pair. */
    int partner(int pair) {
        return partners[pair];
    }

    /** Returns the similarity of a pair of a content. */
    double similarity(int content, int pair) {
        return Jaccard.similarity(
                common[pair], sample.set(content).size(), sample.set(partners[pair]).size());
    }

    /** Gives the memory back. */
    void release() {
        monitor.reserve(-bytes());
        partners = new int[0];
        common = new int[0];
    }

    private void grow() {
        int length = ArrayUtil.oversize(size + 1, Integer.BYTES);
        long before = bytes();
        monitor.reserve(2L * Integer.BYTES * length);
        partners = ArrayUtil.growExact(partners, length);
        common = ArrayUtil.growExact(common, length);
        monitor.reserve(-before);
    }

    private long bytes() {
        return 2L * Integer.BYTES * partners.length;
    }
}
