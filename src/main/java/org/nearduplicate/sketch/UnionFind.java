package org.nearduplicate.sketch;

/**
 * Disjoint sets of the numbers 0…n−1 in one int array (Galler and Fischer, 1964), with path halving.
 * The root of a set is its lowest number, so that the result does not depend on the order of the
 * unions. Not thread-safe.
 */
public final class UnionFind {

    private final int[] parents;

    /** Makes a set of each of n numbers. */
    public UnionFind(int size) {
        this.parents = new int[size];
        for (int i = 0; i < size; i++) {
            parents[i] = i;
        }
    }

    /** Returns the lowest number of the set of a number, in almost no steps. */
    public int find(int number) {
        int i = number;
        while (parents[i] != i) {
            parents[i] = parents[parents[i]];
            i = parents[i];
        }
        return i;
    }

    /** Makes one set of two. */
    public void union(int a, int b) {
        int rootA = find(a);
        int rootB = find(b);
        parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }
}
