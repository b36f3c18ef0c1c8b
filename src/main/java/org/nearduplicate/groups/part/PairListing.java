package org.nearduplicate.groups.part;

import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
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
        for (int content : grouping.byRank()) {
            list(content, content, 1);
        }
        if (left > 0) {
            listDifferent(grouping.byRank());
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
            list(owners[edge], pairs.neighbour(edge), pairs.similarity(edge));
        }
        monitor.reserve(-bytes);
    }

    private IntBinaryOperator order(int[] owners) {
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

    /** Lists the pairs of documents of two contents, or of one. */
    private void list(int a, int b, float similarity) {
        for (int i = documents.start(a); i < documents.start(a + 1) && left > 0; i++) {
            for (int j = a == b ? i + 1 : documents.start(b); j < documents.start(b + 1)
                    && left > 0; j++) {
                monitor.checkCancelled();
                int rankA = documents.documentRank(i);
                int rankB = documents.documentRank(j);
                consumer.accept(
                        new RankedPair(
                                new Pair(
                                        documents.document(Math.min(rankA, rankB)),
                                        documents.document(Math.max(rankA, rankB)), similarity),
                                a == b, documents.candidate(a), documents.candidate(b)));
                left--;
            }
        }
    }
}
