package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Measures one group: the similarity of each content to the keeper, and the smallest of any two. What was
 * verified to find the group is not compared again. A group
 * of more than {@value #ALL_PAIRS} contents would cost too many comparisons for that; there the smallest
 * is that of the verified pairs and the pairs with the keeper. Belongs to one thread.
 */
final class GroupMeasure {

    static final int ALL_PAIRS = 512;

    /** What a content costs: its number, its similarity, its place in their order, and a bit or two. */
    static final int BYTES_PER_CONTENT = 2 * Integer.BYTES + Float.BYTES + Byte.BYTES;

    private final int[] contents;
    private final IntUnaryOperator rank;
    private final float[] toKeeper;
    private float smallest = 1;

    /**
     * @param contents the contents of the group in the order of their ranks: the keeper's first
     * @param rank the rank of a content
     */
    GroupMeasure(int[] contents, IntUnaryOperator rank) {
        this.contents = contents;
        this.rank = rank;
        this.toKeeper = new float[contents.length];
        toKeeper[0] = 1;
    }

    /**
     * Takes the pairs that are verified, and adds those that are left to compare, whose similarities {@link
     * #take} has to be given.
     *
     * @param verified all verified pairs
     * @param keeperOf the keeper of the group of a content
     */
    void addPairs(
            PairGraph verified, IntUnaryOperator keeperOf, PairVerifier verifier,
            JobMonitor monitor) {
        FixedBitSet known = new FixedBitSet(contents.length);
        for (int i = 0; i < contents.length; i++) {
            monitor.checkCancelled(i);
            int content = contents[i];
            boolean toAll = i == 0 || isOfAllPairs();
            for (int edge = verified.start(content); edge < verified.start(content + 1); edge++) {
                monitor.checkCancelled(edge);
                int neighbour = verified.neighbour(edge);
                if (keeperOf.applyAsInt(neighbour) == contents[0]) {
                    take(content, neighbour, verified.similarity(edge));
                    if (toAll) {
                        known.set(place(neighbour));
                    }
                }
            }
            if (toAll) {
                addUnknown(i, known, verifier, monitor);
                known.clear(0, known.length());
            }
        }
    }

    /** Adds the pairs of a content and those behind it, but those that are known. */
    private void addUnknown(
            int i, FixedBitSet known, PairVerifier verifier, JobMonitor monitor) {
        for (int j = i + 1; j < contents.length; j++) {
            monitor.checkCancelled(j);
            if (known.get(j) == false) {
                verifier.add(contents[i], contents[j]);
            }
        }
    }

    /** Takes the similarity of a pair of the group. */
    void take(int a, int b, double similarity) {
        if (a == contents[0]) {
            toKeeper[place(b)] = (float) similarity;
        }
        smallest = Math.min(smallest, (float) similarity);
    }

    private int place(int content) {
        int wanted = rank.applyAsInt(content);
        int low = 0;
        int high = contents.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rank.applyAsInt(contents[middle]) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int[] contents() {
        return contents;
    }

    /** Returns the similarity of a content to the keeper, by its place among the contents. */
    float toKeeper(int i) {
        return toKeeper[i];
    }

    /** Returns the places of the contents, the most similar to the keeper first, ties by rank. */
    int[] bySimilarity(JobMonitor monitor) {
        int[] places = new int[contents.length];
        Arrays.setAll(places, place -> place);
        // The keeper stays first: none is more similar to it than itself.
        IntSorter.sort(places, 1, places.length, (a, b) -> {
            int order = Float.compare(toKeeper[b], toKeeper[a]);
            return order == 0 ? Integer.compare(a, b) : order;
        }, monitor);
        return places;
    }

    float smallest() {
        return smallest;
    }

    /** Returns whether the smallest similarity is that of all pairs. */
    boolean isOfAllPairs() {
        return contents.length <= ALL_PAIRS;
    }
}
