package org.nearduplicate.groups;

import java.util.function.Consumer;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Lists verified pairs of documents: first those of equal documents, then those of different contents,
 * the most similar first; ties by rank. Belongs to one thread.
 */
final class PairListing {

    private final RankedDocuments documents;
    private final PairGraph pairs;
    private final Grouping grouping;
    private final JobMonitor monitor;
    private long left;
    private Consumer<RankedPair> consumer;

    PairListing(
            RankedDocuments documents, PairGraph pairs, Grouping grouping, JobMonitor monitor) {
        this.documents = documents;
        this.pairs = pairs;
        this.grouping = grouping;
        this.monitor = monitor;
    }

    /** Hands on at most {@code max} pairs. */
    void forEach(long max, Consumer<RankedPair> consumer) {
        this.left = max;
        this.consumer = consumer;
        int[] contents = grouping.byRank();
        for (int i = 0; i < contents.length && left > 0; i++) {
            listEqual(contents[i]);
        }
        if (left > 0) {
            listDifferent(contents);
        }
    }

    private void listEqual(int content) {
        for (int i = documents.start(content); i < documents.start(content + 1); i++) {
            for (int j = i + 1; j < documents.start(content + 1) && left > 0; j++) {
                hand(
                        documents.documentRank(i), documents.documentRank(j), 1, content, content);
            }
        }
    }

    private void listDifferent(int[] contents) {
        long bytes = 3L * pairs.pairs() * Integer.BYTES;
        monitor.reserve(bytes);
        int[] owners = new int[2 * pairs.pairs()];
        int[] edges = new int[pairs.pairs()];
        int count = 0;
        for (int rank = 0; rank < contents.length; rank++) {
            monitor.checkCancelled(rank);
            int content = contents[rank];
            for (int edge = pairs.start(content); edge < pairs.start(content + 1); edge++) {
                owners[edge] = content;
                if (grouping.rank(content) < grouping.rank(pairs.neighbour(edge))) {
                    edges[count++] = edge;
                }
            }
        }
        IntSorter.sort(edges, 0, count, order(owners), monitor);
        for (int i = 0; i < count && left > 0; i++) {
            int edge = edges[i];
            listBetween(owners[edge], pairs.neighbour(edge), pairs.similarity(edge));
        }
        monitor.reserve(-bytes);
    }

    private IntSorter.Order order(int[] owners) {
        return (a, b) -> {
            int order = Float.compare(pairs.similarity(b), pairs.similarity(a));
            if (order == 0) {
                order = Integer.compare(grouping.rank(owners[a]), grouping.rank(owners[b]));
            }
            return order == 0
                    ? Integer.compare(
                            grouping.rank(pairs.neighbour(a)), grouping.rank(pairs.neighbour(b)))
                    : order;
        };
    }

    private void listBetween(int a, int b, float similarity) {
        for (int i = documents.start(a); i < documents.start(a + 1); i++) {
            for (int j = documents.start(b); j < documents.start(b + 1) && left > 0; j++) {
                int rankA = documents.documentRank(i);
                int rankB = documents.documentRank(j);
                hand(Math.min(rankA, rankB), Math.max(rankA, rankB), similarity, a, b);
            }
        }
    }

    private void hand(int rankA, int rankB, float similarity, int contentA, int contentB) {
        monitor.checkCancelled();
        consumer.accept(
                new RankedPair(
                        new Pair(documents.document(rankA), documents.document(rankB), similarity),
                        contentA == contentB,
                        documents.candidate(contentA),
                        documents.candidate(contentB)));
        left--;
    }
}
