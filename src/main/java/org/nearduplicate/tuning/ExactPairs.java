package org.nearduplicate.tuning;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The exact similarities of the pairs of a sample, and the pairs of shingle sets that reach a similarity: for each set
 * those with earlier sets. No two texts are compared. For each set, the lists of its shingles give the earlier sets that
 * have them. So a pair costs one step for each common shingle, and a pair without one costs nothing: Σ f·(f−1)/2 steps in
 * all, over the frequencies f of the shingles. Not thread-safe.
 *
 * <p>Prefix filtering visits fewer pairs above a threshold, but says nothing about those below. They decide how many
 * candidates are verified in vain.
 */
final class ExactPairs {

    private static final int SHINGLES_BETWEEN_CHECKS = 1024;

    private final ShingledSample sample;
    private final double floor;
    private final JobMonitor monitor;
    private final long[] histogram = new long[Tuning.Truth.BINS];
    private final int[] rowEnds;
    private int[] partners = new int[0];
    private int[] common = new int[0];
    private int size;

    /** Fills empty lists of the sample. Keeps the pairs that reach the floor, in (0,1]; their memory is charged. */
    ExactPairs(ShingledSample sample, ShingleLists lists, double floor, JobMonitor monitor) {
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
        histogram[Tuning.Truth.bin(similarity)] += sample.pairsBetween(content, partner);
        if (similarity < floor) {
            return;
        }
        if (size == partners.length) {
            int length = ArrayUtil.oversize(size + 1, Integer.BYTES);
            monitor.reserve(2L * Integer.BYTES * length);
            partners = ArrayUtil.growExact(partners, length);
            common = ArrayUtil.growExact(common, length);
            monitor.reserve(-2L * Integer.BYTES * size);
        }
        partners[size] = partner;
        common[size++] = shingles;
    }

    Tuning.Truth truth() {
        double shingles = 0;
        int ofOneShingle = 0;
        for (int content = 0; content < sample.contents(); content++) {
            int size = sample.set(content).size();
            shingles += (double) sample.copies(content) * size;
            ofOneShingle += size == 1 ? sample.copies(content) : 0;
        }
        long[] counts = histogram.clone();
        long identical = sample.identicalPairs();
        counts[Tuning.Truth.BINS - 1] += identical;
        return new Tuning.Truth(
                sample.setting(), sample.documents(), sample.withoutShingles(), ofOneShingle,
                sample.contents(), shingles / sample.documents(), counts,
                sample.pairs() - Arrays.stream(counts).sum(), identical);
    }

    /** Returns for each content the lowest one of its connected component by pairs of a similarity, the floor or more. */
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
}
