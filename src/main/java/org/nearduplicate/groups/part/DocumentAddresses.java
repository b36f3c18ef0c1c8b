package org.nearduplicate.groups.part;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/**
 * Where the documents of a job are: its shards follow each other, so that an address is the number of a document in its
 * shard's reader and of all documents of the shards before. Addresses in order are documents in the order in which
 * shards are read. Reads them from their shards. Immutable.
 *
 * <p>An address is an int without a sign, so that 2³² documents have one.
 */
public final class DocumentAddresses {

    private static final long MOST = 1L << Integer.SIZE;

    /**
     * Chunks of documents that are read each from its own place. Answers, but for a large set, are below half
     * of a region of the heap, which is 2 MB where Elasticsearch sets the size of regions and hardly less
     * elsewhere: what is larger takes whole regions, and counts as old at once.
     */
    static final Chunks CHUNKS = new Chunks(1 << 16, 1 << 20);
    private static final int CHUNKS_UNDER_WAY = 4;

    private final List<? extends Shard> shards;

    /** The address of the first document of each shard, and what would be the next one's. */
    private final long[] starts;

    /** @throws TooLargeException if there are more documents than addresses */
    public DocumentAddresses(List<? extends Shard> shards) {
        this.shards = List.copyOf(shards);
        starts = new long[shards.size() + 1];
        for (int shard = 0; shard < shards.size(); shard++) {
            starts[shard + 1] = starts[shard] + shards.get(shard).maxDoc();
        }
        if (count() > MOST) {
            throw new TooLargeException(
                    "a run takes indices of at most [" + MOST
                            + "] documents, hidden and deleted ones included, got [" + count()
                            + "]; ask about fewer indices");
        }
    }

    List<? extends Shard> shards() {
        return shards;
    }

    /** Returns how many addresses there are. */
    public long count() {
        return starts[starts.length - 1];
    }

    int address(int shard, int doc) {
        return (int) (starts[shard] + doc);
    }

    /** Returns the shard of an address. O(log shards). */
    int shard(int address) {
        int found = Arrays.binarySearch(starts, Integer.toUnsignedLong(address));
        if (found < 0) {
            return -found - 2;
        }
        // Of shards without documents the last begins where the one with the document does.
        while (starts[found + 1] == starts[found]) {
            found++;
        }
        return found;
    }

    /** Returns the numbers in their shard's reader of addresses of one shard, by their places from one to before another. */
    int[] docs(int shard, int[] addresses, int from, int to) {
        int[] docs = new int[to - from];
        for (int i = from; i < to; i++) {
            docs[i - from] = (int) (Integer.toUnsignedLong(addresses[i]) - starts[shard]);
        }
        return docs;
    }

    /** Returns whether an address from a shard on is still one of the shard. */
    boolean isIn(int shard, int address) {
        return Integer.toUnsignedLong(address) < starts[shard + 1];
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
     * Reads documents in chunks, several of which are on their way while one is looked at.
     *
     * @param addresses their {@linkplain DocumentAddresses addresses}, ascending
     * @param bytes how many bytes the answer for an address will have at most, by its index
     * @param chunks how large a chunk is
     * @param question reads documents of a shard
     * @param answers takes the answers
     * @param monitor is charged for the memory of the chunks that are under way, before they are
     */
    <T> void read(
            int[] addresses,
            IntUnaryOperator bytes,
            Chunks chunks,
            BiFunction<Shard, int[], CompletableFuture<T>> question,
            Answers<T> answers,
            JobMonitor monitor) {
        Queue<Chunk<T>> underWay = new ArrayDeque<>();
        for (int from = 0; from < addresses.length;) {
            int shard = shard(addresses[from]);
            long chunkBytes = 0;
            int to = from;
            while (to < addresses.length
                    && to - from < chunks.documents
                    && chunkBytes < chunks.bytes
                    && isIn(shard, addresses[to])) {
                chunkBytes += bytes.applyAsInt(to++);
            }
            monitor.reserve(chunkBytes);
            underWay.add(
                    new Chunk<>(from, to, chunkBytes, ask(addresses, from, to, question)));
            if (underWay.size() == CHUNKS_UNDER_WAY) {
                take(underWay.remove(), addresses, question, answers, monitor);
            }
            from = to;
        }
        while (underWay.isEmpty() == false) {
            take(underWay.remove(), addresses, question, answers, monitor);
        }
    }

    private <T> CompletableFuture<T> ask(int[] addresses, int from, int to,
            BiFunction<Shard, int[], CompletableFuture<T>> question) {
        int shard = shard(addresses[from]);
        return question.apply(
                shards.get(shard), docs(shard, addresses, from, to));
    }

    private <T> void take(
            Chunk<T> chunk, int[] addresses,
            BiFunction<Shard, int[], CompletableFuture<T>> question, Answers<T> answers,
            JobMonitor monitor) {
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
