package org.nearduplicate.groups;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Each pair is in the rows of both its contents, and nothing else is. */
public class PairGraphTest extends LuceneTestCase {

    public void testEqualsAMapOfPairs() {
        for (int i = 0; i < 50; i++) {
            int contents = 1 + random().nextInt(60);
            CountingMonitor monitor = CountingMonitor.unlimited();
            PairGraph.Builder builder = new PairGraph.Builder(contents, monitor);
            Map<Integer, Map<Integer, Float>> expected = new HashMap<>();
            int pairs = 0;
            for (int tries = random().nextInt(300); tries > 0; tries--) {
                int a = random().nextInt(contents);
                int b = random().nextInt(contents);
                double similarity = random().nextDouble();
                if (a != b && row(expected, a).containsKey(b) == false) {
                    builder.accept(a, b, similarity);
                    row(expected, a).put(b, (float) similarity);
                    row(expected, b).put(a, (float) similarity);
                    pairs++;
                }
            }
            PairGraph graph = builder.finish();
            assertEquals(pairs, graph.pairs());
            for (int content = 0; content < contents; content++) {
                assertEquals(row(expected, content), row(graph, content));
            }
            assertEquals(4 * (contents + 1) + 16 * pairs, monitor.reserved());
        }
    }

    public void testMorePairsThanAnArrayHasEdges() {
        assertEquals((1 << 30) - 10, PairGraph.edges((1 << 29) - 5));
        for (int pairs : new int[] {(1 << 30) - 1, 1 << 30, Integer.MAX_VALUE}) {
            expectThrows(TooLargeException.class, () -> PairGraph.edges(pairs));
        }
    }

    private static Map<Integer, Float> row(Map<Integer, Map<Integer, Float>> rows, int content) {
        return rows.computeIfAbsent(content, c -> new HashMap<>());
    }

    private static Map<Integer, Float> row(PairGraph graph, int content) {
        Map<Integer, Float> row = new HashMap<>();
        for (int i = graph.start(content); i < graph.start(content + 1); i++) {
            assertNull(row.put(graph.neighbour(i), graph.similarity(i)));
        }
        return row;
    }
}
