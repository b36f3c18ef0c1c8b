package org.nearduplicate.tuning;

import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * How similar the pairs of a sample are, and which pairs of contents reach a similarity: for each content those with lower ones.
 * Grows row by row, and is read by many afterwards. Belongs to one thread.
 */
final class ExactPairs {

    private final ShingledSample sample;
    private final double floor;
    private final JobMonitor monitor;
    private final long[] histogram = new long[JaccardHistogram.BINS];
    private final int[] rowEnds;
    private int[] partners = new int[0];
    private int[] common = new int[0];
    private int rows;
    private int size;

    /**
     * @param floor the similarity that pairs reach to be kept
     * @param monitor asked for the memory that {@link #release} gives back
     */
    ExactPairs(ShingledSample sample, double floor, JobMonitor monitor) {
        this.sample = sample;
        this.floor = floor;
        this.monitor = monitor;
        this.rowEnds = new int[sample.contents()];
    }

    /** Counts a pair of the next row by the shingles in common, at least one, and keeps it if it reaches the floor. */
    void add(int partner, int shingles) {
        double similarity = similarity(rows, partner, shingles);
        histogram[JaccardHistogram.bin(similarity)] += sample.pairsBetween(rows, partner);
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

    /** Returns the similarities of all pairs of documents, once all rows are ended. */
    JaccardHistogram histogram() {
        long[] counts = histogram.clone();
        long identical = sample.identicalPairs();
        counts[JaccardHistogram.bin(1)] += identical;
        long disjoint = sample.pairs();
        for (long pairs : counts) {
            disjoint -= pairs;
        }
        return new JaccardHistogram(counts, disjoint, identical);
    }

    /**
     * Returns for each content the lowest of those that it hangs together with.
     *
     * @param similarity what pairs reach that hold together, no less than the floor
     */
    int[] components(double similarity) {
        UnionFind components = new UnionFind(rows);
        for (int content = 0; content < rows; content++) {
            for (int pair = begin(content); pair < end(content); pair++) {
                if (similarity(content, pair) >= similarity) {
                    components.union(content, partners[pair]);
                }
            }
        }
        return IntStream.range(0, rows).map(components::find).toArray();
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
        return similarity(content, partners[pair], common[pair]);
    }

    private double similarity(int a, int b, int shingles) {
        return Jaccard.similarity(shingles, sample.set(a).size(), sample.set(b).size());
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
