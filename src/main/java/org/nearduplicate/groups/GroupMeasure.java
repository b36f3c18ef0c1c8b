package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Measures one group: the similarity of each content to the keeper, and the smallest of any two. A group
 * of more than {@value #ALL_PAIRS} contents would cost too many comparisons for that; there the smallest
 * is that of the verified pairs and the pairs with the keeper. Belongs to one thread.
 */
final class GroupMeasure {

    static final int ALL_PAIRS = 512;

    /** What a content costs: its number, its similarity, and its place in their order. */
    static final int BYTES_PER_CONTENT = 2 * Integer.BYTES + Float.BYTES;

    private final int[] contents;
    private final float[] toKeeper;
    private float smallest = 1;
    private int taken;

    /**
     * @param contents the contents of the group, the keeper's first
     */
    GroupMeasure(int[] contents) {
        this.contents = contents;
        this.toKeeper = new float[contents.length];
        toKeeper[0] = 1;
    }

    /** Adds the pairs to compare; {@link #take} has to be given their similarities in that order. */
    void addPairs(PairVerifier verifier, JobMonitor monitor) {
        for (int i = 1; i < contents.length; i++) {
            monitor.checkCancelled(i);
            verifier.add(contents[0], contents[i]);
        }
        for (int i = 1; isOfAllPairs() && i < contents.length; i++) {
            for (int j = i + 1; j < contents.length; j++) {
                verifier.add(contents[i], contents[j]);
            }
        }
    }

    /** Returns how many pairs there are to compare. */
    long pairs() {
        long others = contents.length - 1L;
        return isOfAllPairs() ? others * (others + 1) / 2 : others;
    }

    /** Takes the similarity of the next pair. */
    void take(double similarity) {
        taken++;
        if (taken < contents.length) {
            toKeeper[taken] = (float) similarity;
        }
        smallest = Math.min(smallest, (float) similarity);
    }

    /** Returns whether the similarities of all pairs have been taken. */
    boolean isComplete() {
        return taken == pairs();
    }

    /**
     * Takes the verified pairs into account where not all pairs are compared.
     *
     * @param keeperOf the keeper of the group of a content
     */
    void include(PairGraph verified, IntUnaryOperator keeperOf) {
        for (int content : contents) {
            for (int edge = verified.start(content); edge < verified.start(content + 1); edge++) {
                if (keeperOf.applyAsInt(verified.neighbour(edge)) == contents[0]) {
                    smallest = Math.min(smallest, verified.similarity(edge));
                }
            }
        }
    }

    /** Returns the contents, the keeper's first. */
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

    /** Returns the smallest similarity. */
    float smallest() {
        return smallest;
    }

    /** Returns whether the smallest similarity is that of all pairs. */
    boolean isOfAllPairs() {
        return contents.length <= ALL_PAIRS;
    }
}
