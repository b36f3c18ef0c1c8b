package org.nearduplicate.groups.part;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Reads documents from their shards in chunks: several chunks are on their way while one is looked at,
 * and no more memory is used than for those, which is asked for before they are. Belongs to one thread.
 */
final class DocumentReads {

    /**
     * Chunks of documents that are read each from its own place. Answers, but for a large set, are below half
     * of a region of the heap, which is 2 MB where Elasticsearch sets the size of regions and hardly less
     * elsewhere: what is larger takes whole regions, and counts as old at once.
     */
    static final Chunks CHUNKS = new Chunks(1 << 16, 1 << 20);
    private static final int CHUNKS_UNDER_WAY = 4;

    private final DocumentAddresses all;
    private final JobMonitor monitor;

    /**
     * @param all the addresses of the documents of the shards
     */
    DocumentReads(DocumentAddresses all, JobMonitor monitor) {
        this.all = all;
        this.monitor = monitor;
    }

    /**
     * How large chunks are.
     *
     * @param documents the documents of a chunk at most
     * @param bytes a chunk ends with the document with which its answer has so many bytes
     */
    record Chunks(int documents, int bytes) {}

    /** Takes answers, in the order of the documents. */
    @FunctionalInterface
    interface Answers<T> {

        /**
         * Takes the answer for the addresses from {@code from} to before {@code to}.
         *
         * @return where it ends, {@code to} unless only the first of them were answered
         */
        int accept(int from, int to, T answer);
    }

    /**
     * Reads documents.
     *
     * @param addresses their {@linkplain DocumentAddresses addresses}, ascending
     * @param bytes how many bytes the answer for an address will have at most, by its index
     * @param chunks how many are asked about at once
     * @param question what a shard is asked about documents of its own
     * @param answers takes the answers
     */
    <T> void read(
            int[] addresses,
            IntUnaryOperator bytes,
            Chunks chunks,
            BiFunction<Shard, int[], CompletableFuture<T>> question,
            Answers<T> answers) {
        Queue<Chunk<T>> underWay = new ArrayDeque<>();
        for (int from = 0; from < addresses.length;) {
            Chunk<T> chunk = chunk(addresses, from, bytes, chunks, question);
            underWay.add(chunk);
            if (underWay.size() == CHUNKS_UNDER_WAY) {
                take(underWay.remove(), addresses, question, answers);
            }
            from = chunk.to;
        }
        while (underWay.isEmpty() == false) {
            take(underWay.remove(), addresses, question, answers);
        }
    }

    private <T> Chunk<T> chunk(
            int[] addresses,
            int from,
            IntUnaryOperator bytes,
            Chunks chunks,
            BiFunction<Shard, int[], CompletableFuture<T>> question) {
        int shard = all.shard(addresses[from]);
        long chunkBytes = 0;
        int to = from;
        while (to < addresses.length
                && to - from < chunks.documents
                && chunkBytes < chunks.bytes
                && all.isIn(shard, addresses[to])) {
            chunkBytes += bytes.applyAsInt(to++);
        }
        monitor.reserve(chunkBytes);
        return new Chunk<>(from, to, chunkBytes, ask(addresses, from, to, question));
    }

    private <T> CompletableFuture<T> ask(int[] addresses, int from, int to,
            BiFunction<Shard, int[], CompletableFuture<T>> question) {
        int shard = all.shard(addresses[from]);
        return question.apply(
                all.shards().get(shard), all.docs(shard, addresses, from, to));
    }

    private <T> void take(
            Chunk<T> chunk, int[] addresses,
            BiFunction<Shard, int[], CompletableFuture<T>> question, Answers<T> answers) {
        CompletableFuture<T> answer = chunk.answer;
        int taken = answers.accept(chunk.from, chunk.to, Await.answer(answer, monitor));
        while (taken < chunk.to) {
            answer = ask(addresses, taken, chunk.to, question);
            taken = answers.accept(taken, chunk.to, Await.answer(answer, monitor));
        }
        monitor.reserve(-chunk.bytes);
    }

    private record Chunk<T>(int from, int to, long bytes, CompletableFuture<T> answer) {}
}
