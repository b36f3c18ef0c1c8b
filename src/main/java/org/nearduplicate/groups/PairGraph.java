package org.nearduplicate.groups;

import org.nearduplicate.sketch.JobMonitor;

/**
 * The verified pairs of contents, as a graph: contents are its nodes, pairs its edges. Immutable once
 * finished.
 *
 * <p>Compressed sparse rows: each pair is an edge of both its contents, 16 bytes a pair. Edges are numbered by
 * content.
 */
final class PairGraph {

    private final int[] starts;
    private final int[] neighbours;
    private final float[] similarities;

    private PairGraph(int contents, int pairs) {
        this.starts = new int[contents + 1];
        this.neighbours = new int[edges(pairs)];
        this.similarities = new float[neighbours.length];
    }

    /** Collects pairs, in any order, each once. Belongs to one thread. */
    static final class Builder implements PairVerifier.Sink {

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
                monitor.checkCancelled(i);
                graph.starts[firsts.get(i) + 1]++;
                graph.starts[seconds.get(i) + 1]++;
            }
            for (int content = 0; content < contents; content++) {
                graph.starts[content + 1] += graph.starts[content];
            }
            int[] ends = graph.starts.clone();
            for (int i = 0; i < pairs; i++) {
                monitor.checkCancelled(i);
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

    static int edges(int pairs) {
        return IntList.requireArray(2L * pairs);
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
