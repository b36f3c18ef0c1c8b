package org.nearduplicate.groups.part;

import org.nearduplicate.sketch.JobMonitor;

/**
 * The verified pairs of contents, as a graph: contents are its nodes, pairs its edges. Immutable.
 *
 * <p>Compressed sparse rows: each pair is an edge of both its contents, 16 bytes a pair. Edges are numbered by
 * content.
 */
final class PairGraph {

    private final int[] starts;
    private final int[] neighbours;
    private final float[] similarities;

    /**
     * Makes a graph of pairs in any order, each of which comes once, and gives their memory back.
     *
     * @param contents how many there are
     * @param firsts one content of each pair
     * @param seconds the other
     * @param similarityBits the similarity of each pair, as {@link Float#floatToIntBits} has it
     */
    PairGraph(
            int contents, IntList firsts, IntList seconds, IntList similarityBits,
            JobMonitor monitor) {
        int pairs = firsts.size();
        monitor.reserve((contents + 1L) * 2 * Integer.BYTES + pairs * 4L * Integer.BYTES);
        this.starts = new int[contents + 1];
        this.neighbours = new int[IntList.requireArray(2L * pairs)];
        this.similarities = new float[neighbours.length];
        for (int i = 0; i < pairs; i++) {
            monitor.checkCancelled(i);
            starts[firsts.get(i) + 1]++;
            starts[seconds.get(i) + 1]++;
        }
        for (int content = 0; content < contents; content++) {
            starts[content + 1] += starts[content];
        }
        int[] ends = starts.clone();
        for (int i = 0; i < pairs; i++) {
            monitor.checkCancelled(i);
            float similarity = Float.intBitsToFloat(similarityBits.get(i));
            put(ends[firsts.get(i)]++, seconds.get(i), similarity);
            put(ends[seconds.get(i)]++, firsts.get(i), similarity);
        }
        monitor.reserve(-(contents + 1L) * Integer.BYTES);
        firsts.release();
        seconds.release();
        similarityBits.release();
    }

    /** Returns the number of pairs. */
    int pairs() {
        return neighbours.length / 2;
    }

    /** Returns the first edge of a content; its edges end where those of the next content begin. */
    int start(int content) {
        return starts[content];
    }

    /** Returns the content at the other end of an edge. */
    int neighbour(int edge) {
        return neighbours[edge];
    }

    /** Returns the similarity of the contents of an edge. */
    float similarity(int edge) {
        return similarities[edge];
    }

    private void put(int edge, int neighbour, float similarity) {
        neighbours[edge] = neighbour;
        similarities[edge] = similarity;
    }
}
