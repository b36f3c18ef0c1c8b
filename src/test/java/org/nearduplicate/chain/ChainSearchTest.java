package org.nearduplicate.chain;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.chain.ChainSearch.Chain;
import org.nearduplicate.chain.ChainSearch.Neighbours;
import org.nearduplicate.groups.shard.Document;

/** Chains in random graphs are those of brute force; bounds are reported. */
public class ChainSearchTest extends LuceneTestCase {

    public void testRandomGraphsAsBruteForce() {
        int chains = 0;
        for (int i = 0; i < atLeast(2_000); i++) {
            int documents = TestUtil.nextInt(random(), 2, 40);
            ChainGraph graph = ChainGraph.random(
                    random(), documents, random().nextInt(3 * documents));
            addCopies(graph);
            Document from = graph.any(random());
            Document to = graph.any(random());
            if (from.equals(to) == false) {
                int maxLength = TestUtil.nextInt(random(), 1, 12);
                Chain chain = run(graph, from, to, maxLength, null);
                List<Document> expected = graph.shortest(from, to, maxLength);
                assertEquals(expected, chain.documents());
                assertEquals(graph.similarities(expected), chain.similarities());
                assertTrue(chain.complete());
                chains += chain.length() > 2 ? 1 : 0;
            }
        }
        // 380 of 2,000, with a standard deviation of 18.
        assertTrue("only " + chains + " chains of more than two links", chains > 100);
    }

    public void testBoundIsReported() {
        int incomplete = 0;
        for (int i = 0; i < atLeast(500); i++) {
            ChainGraph graph = ChainGraph.random(random(), 40, 60);
            Document from = graph.any(random());
            Document to = graph.any(random());
            if (from.equals(to)) {
                continue;
            }
            int maxVisited = TestUtil.nextInt(random(), 2, 40);
            Chain chain = graph.run(random(), from, to, 10, maxVisited, null);
            assertTrue(chain.visited() <= maxVisited);
            List<Document> expected = graph.shortest(from, to, 10);
            if (chain.complete()) {
                assertEquals(expected, chain.documents());
            } else if (chain.found()) {
                assertEquals("no shorter one was missed", expected.size(),
                        chain.documents().size());
                assertEquals(graph.similarities(chain.documents()), chain.similarities());
            }
            incomplete += chain.complete() ? 0 : 1;
        }
        // Every fourth: none in 500 is as good as impossible.
        assertTrue(incomplete > 0);
    }

    public void testWhatTheOtherEndHasReachedIsFoundBeyondTheBound() {
        ChainGraph graph = new ChainGraph();
        Document from = new Document("i", "0", null);
        Document to = new Document("i", "9", null);
        for (int i = 1; i < 9; i++) {
            graph.link(from, new Document("i", "" + i, null), 0.9f);
        }
        graph.link(from, to, 0.8f);
        Chain chain = graph.run(random(), from, to, 10, 3, null);
        assertEquals(List.of(from, to), chain.documents());
        assertEquals(3, chain.visited());
        assertFalse(chain.complete());
    }

    public void testWhatASourceLeavesOutIsReported() {
        ChainGraph graph = line(5);
        List<Document> documents = graph.documents();
        Chain chain = run(graph, documents.get(0), documents.get(4), 10, documents.get(0));
        assertFalse(chain.complete());
        assertFalse(chain.found());
        assertEquals(0, chain.length());
    }

    public void testLengthIsBounded() {
        ChainGraph graph = line(8);
        List<Document> documents = graph.documents();
        Chain chain = run(graph, documents.get(0), documents.get(7), 7, null);
        assertEquals(documents, chain.documents());
        assertEquals(8, chain.visited());
        Chain none = run(graph, documents.get(0), documents.get(7), 6, null);
        assertFalse(none.found());
        assertTrue(none.complete());
    }

    public void testTheSmallerSideGrows() {
        ChainGraph graph = line(4);
        List<Document> documents = graph.documents();
        for (int i = 0; i < 1_000; i++) {
            graph.link(documents.get(0), new Document("i", "leaf" + i, null), 0.9f);
        }
        int[] expanded = new int[2];
        graph.run(
                new ChainSearch(
                        documents.get(0),
                        counting(graph, expanded, 0),
                        documents.get(3),
                        counting(graph, expanded, 1),
                        10,
                        ChainSearch.MAX_VISITED));
        assertEquals(1, expanded[0]);
        assertEquals(2, expanded[1]);
    }

    public void testFailureOfASourceIsThatOfTheSearch() {
        IllegalStateException failure = new IllegalStateException("a shard");
        Function<List<Document>, CompletableFuture<List<Neighbours>>> failing =
                documents -> CompletableFuture.failedFuture(failure);
        List<Document> documents = line(2).documents();
        CompletableFuture<Chain> chain =
                new ChainSearch(documents.get(0), failing, documents.get(1), failing, 10, 10).run();
        assertSame(failure, expectThrows(CompletionException.class, chain::join).getCause());
    }

    private static Chain run(
            ChainGraph graph, Document from, Document to, int maxLength, Document truncated) {
        return graph.run(random(), from, to, maxLength, ChainSearch.MAX_VISITED, truncated);
    }

    private static Function<List<Document>, CompletableFuture<List<Neighbours>>> counting(
            ChainGraph graph, int[] expanded, int side) {
        return documents -> {
            expanded[side] += documents.size();
            return graph.source(random(), null).apply(documents);
        };
    }

    private static void addCopies(ChainGraph graph) {
        for (int copy = random().nextInt(5); copy > 0; copy--) {
            graph.copy(graph.any(random()), new Document("copies", "" + random().nextInt(40),
                    "" + copy));
        }
    }

    private static ChainGraph line(int documents) {
        ChainGraph graph = new ChainGraph();
        for (int i = 1; i < documents; i++) {
            graph.link(new Document("i", "" + (i - 1), null), new Document("i", "" + i, null),
                    0.8f);
        }
        return graph;
    }
}
