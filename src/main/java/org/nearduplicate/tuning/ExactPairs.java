package org.nearduplicate.tuning;

import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.UnionFind;

/**
 * How similar the pairs of a sample exactly are, and which pairs of contents reach a similarity: for each content those with
 * lower ones. No two texts are compared: for each content the lists of the contents before it that have one of its shingles are
 * counted, so a pair costs one step for each shingle in common, and a pair without any costs nothing. In all that is Σ f·(f−1)/2
 * steps over the frequencies f of the shingles. Belongs to one thread.
 *
 * <p>Prefix filtering visits fewer pairs above a threshold, but says nothing about those below, and it is
 * they that decide how many candidates are looked at in vain.
 */
final class ExactPairs {

    private static final int SHINGLES_BETWEEN_CHECKS = 1024;

    private final ShingledSample sample;
    private final double floor;
    private final JobMonitor monitor;
    private final long[] histogram = new long[JaccardHistogram.BINS];
    private final int[] rowEnds;
    private int[] partners = new int[0];
    private int[] common = new int[0];
    private int size;

    /**
     * Finds the pairs.
     *
     * @param lists empty ones of the sample, which then have all contents
     * @param floor the similarity that pairs reach to be kept, in (0,1]
     * @param monitor asked for the memory that {@link #release} gives back
     */
    ExactPairs(
            ShingledSample sample, ShingleLists lists, double floor, JobMonitor monitor) {
        this.sample = sample;
        this.floor = floor;
        this.monitor = monitor;
        this.rowEnds = new int[sample.contents()];
        for (int content = 0; content < rowEnds.length; content++) {
            list(content, lists);
            for (int i = 0; i < lists.counted(); i++) {
                int other = lists.counted(i);
                add(content, other, lists.countOf(other));
            }
            lists.clearCounts();
            rowEnds[content] = size;
        }
    }

    /** Counts the contents before a content by the shingles in common with it, and lists it with them. */
    private void list(int content, ShingleLists lists) {
        ShingleSet set = sample.set(content);
        for (int i = 0; i < set.size(); i++) {
            if (i % SHINGLES_BETWEEN_CHECKS == 0) {
                monitor.checkCancelled();
            }
            int list = lists.find(set.get(i));
            if (list >= 0) {
                lists.count(list);
                lists.add(list, content);
            }
        }
    }

    private void add(int content, int partner, int shingles) {
        double similarity = similarity(content, partner, shingles);
        histogram[JaccardHistogram.bin(similarity)] += sample.pairsBetween(content, partner);
        if (similarity < floor) {
            return;
        }
        if (size == partners.length) {
            int length = ArrayUtil.oversize(size + 1, Integer.BYTES);
            long before = bytes();
            monitor.reserve(2L * Integer.BYTES * length);
            partners = ArrayUtil.growExact(partners, length);
            common = ArrayUtil.growExact(common, length);
            monitor.reserve(-before);
        }
        partners[size] = partner;
        common[size++] = shingles;
    }

    /** Returns the similarities of all pairs of documents. */
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
        UnionFind components = new UnionFind(rowEnds.length);
        for (int content = 0; content < rowEnds.length; content++) {
            for (int pair = begin(content); pair < end(content); pair++) {
                if (similarity(content, pair) >= similarity) {
                    components.union(content, partners[pair]);
                }
            }
        }
        return IntStream.range(0, rowEnds.length).map(components::find).toArray();
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

    private long bytes() {
        return 2L * Integer.BYTES * partners.length;
    }
}
