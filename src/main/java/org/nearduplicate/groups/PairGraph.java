package org.nearduplicate.groups;

import org.nearduplicate.sketch.JobMonitor;

/**
 * The verified pairs of contents, as a graph: contents are its nodes, pairs its edges. Immutable once
 * finished.
 *
 * <p>Compressed sparse rows: each pair is in the rows of both its contents, 16 bytes a pair.
 */
final class PairGraph {

    private final int[] starts;
    private final int[] neighbours;
    private final float[] similarities;

    private PairGraph(int contents, int pairs) {
        this.starts = new int[contents + 1];
        this.neighbours = new int[Math.multiplyExact(2, pairs)];
        this.similarities = new float[neighbours.length];
    }

    /** Collects pairs, in any order, each once. Belongs to one thread. */
    static final class Builder implements PairSink {

        private final int contents;
        private final JobMonitor monitor;
        private final IntList firsts;
        private final IntList seconds;
        private final IntList similarities;

        Builder(int contents, JobMonitor monitor) {
            this.contents = contents;
            this.monitor = monitor;
            this.firsts = new IntList(monitor);
            this.seconds = new IntList(monitor);
            this.similarities = new IntList(monitor);
        }

        @Override
        public void accept(int a, int b, double similarity) {
            firsts.add(a);
            seconds.add(b);
            similarities.add(Float.floatToIntBits((float) similarity));
        }

        /** Returns the graph, and gives back what only collecting needed. */
        PairGraph finish() {
            int pairs = firsts.size();
            monitor.reserve((contents + 1L) * 2 * Integer.BYTES + pairs * 4L * Integer.BYTES);
            PairGraph graph = new PairGraph(contents, pairs);
            for (int i = 0; i < pairs; i++) {
                graph.starts[firsts.get(i) + 1]++;
                graph.starts[seconds.get(i) + 1]++;
            }
            for (int content = 0; content < contents; content++) {
                graph.starts[content + 1] += graph.starts[content];
            }
            int[] ends = graph.starts.clone();
            for (int i = 0; i < pairs; i++) {
                float similarity = Float.intBitsToFloat(similarities.get(i));
                graph.put(ends[firsts.get(i)]++, seconds.get(i), similarity);
                graph.put(ends[seconds.get(i)]++, firsts.get(i), similarity);
            }
            monitor.reserve(-(contents + 1L) * Integer.BYTES);
            firsts.release();
            seconds.release();
            similarities.release();
            return graph;
        }
    }

    /** Returns the number of contents. */
    int contents() {
        return starts.length - 1;
    }

    /** Returns the number of pairs. */
    int pairs() {
        return neighbours.length / 2;
    }

    /** Returns where the row of a content begins; it ends where the next one begins. */
    int start(int content) {
        return starts[content];
    }

    /** Returns the content at a place of a row. */
    int neighbour(int place) {
        return neighbours[place];
    }

    /** Returns the similarity at a place of a row. */
    float similarity(int place) {
        return similarities[place];
    }

    /** Returns whether a content has a pair. */
    boolean hasNeighbours(int content) {
        return starts[content + 1] > starts[content];
    }

    private void put(int place, int neighbour, float similarity) {
        neighbours[place] = neighbour;
        similarities[place] = similarity;
    }
}
