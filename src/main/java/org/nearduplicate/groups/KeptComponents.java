package org.nearduplicate.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.JobMonitor;

/**
 * What a job keeps for the next one: which operations wrote the documents that hang together with another, and which of
 * them do; about three bytes a document. And how limited buckets were cut. Immutable. Owns its layout: the number of
 * limited buckets as a vlong, and for each of them, in order, the difference of its key to the one before as a vlong and
 * eight bytes of a hash of how it was cut. Then for each shard the number of its documents as a vlong, and for each of
 * them, in the order of sequence numbers,
 *
 * <pre>
 *   1–9 bytes   1–5
 *  ┌──────────┬───────────┐
 *  │ Δ number │ component │
 *  │ vlong    │ vint      │
 *  └──────────┴───────────┘
 * </pre>
 *
 * <p>Δ is the difference to the number before, or to -1. Components are numbered in the order in which they come first: 0
 * stands for the next new one, another value for how many components before the next new one it is.
 *
 * @param shards what was shown of the shards
 * @param documents how many documents there are
 * @param components how many components they are in
 * @param bytes as above
 */
public record KeptComponents(
        List<ShardVersion> shards, int documents, int components, byte[] bytes) {

    /** Of more documents the bytes might not fit into an array. */
    static final int MOST_DOCUMENTS = 1 << 28;

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public KeptComponents {
        shards = List.copyOf(shards);
        if (documents < 0 || components < 0) {
            throw new IllegalArgumentException(
                    "there are 0 or more documents and components, got [" + documents + "] and ["
                            + components + "]");
        }
    }

    /** Takes what was kept. */
    @FunctionalInterface
    interface Consumer {

        /** Takes a document: its shard, by its place in the list, its number, and that of its component. */
        void accept(int shard, long sequenceNumber, int component);
    }

    /**
     * Collects what a job keeps.
     *
     * @param all the addresses of the documents of all shards, which were opened for that
     * @param found which of them hang together
     * @param blocks how limited buckets are cut
     * @param reads reads the numbers of operations
     * @param monitor is asked for memory: 24 bytes a document while they are collected, and for the result
     */
    static KeptComponents of(
            DocumentAddresses all, DocumentComponents found, BucketBlocks blocks,
            DocumentReads reads, JobMonitor monitor) {
        int[] addresses = found.addresses();
        int[] sizes = new int[addresses.length];
        long[] numbers = new long[addresses.length];
        monitor.reserve(addresses.length * (long) (Integer.BYTES + Long.BYTES));
        for (int place = 0; place < sizes.length; place++) {
            monitor.checkCancelled(place);
            sizes[found.find(place)]++;
        }
        reads.readNumbers(addresses, (place, number) -> numbers[place] = number);
        Writer writer = new Writer(found, sizes, numbers, monitor);
        SortedMap<Long, Long> limited = blocks.hashes(monitor);
        writer.addLimited(limited);
        monitor.reserve(-(long) BucketBlocks.HASH_BYTES * limited.size());
        int from = 0;
        for (int shard = 0; shard < all.shards().size(); shard++) {
            int to = from;
            while (to < addresses.length && all.isIn(shard, addresses[to])) {
                to++;
            }
            writer.addShard(from, to);
            from = to;
        }
        monitor.reserve(-addresses.length * (2L * Integer.BYTES + Long.BYTES));
        return writer.finish(
                all.shards().stream().map(shard -> shard.history().version()).toList());
    }

    /**
     * Reads how limited buckets were cut.
     *
     * @param monitor is asked for memory
     * @return hashes of the cuts, by the keys of the buckets
     * @throws IllegalArgumentException if the bytes cannot be those of a job
     */
    SortedMap<Long, Long> limited(JobMonitor monitor) {
        try {
            return limited(new ByteArrayDataInput(bytes), monitor);
        } catch (IndexOutOfBoundsException e) {
            throw damaged(e);
        }
    }

    private static SortedMap<Long, Long> limited(ByteArrayDataInput in, JobMonitor monitor) {
        SortedMap<Long, Long> hashes = new TreeMap<>();
        long key = 0;
        for (long left = in.readVLong(); left > 0; left--) {
            monitor.reserve(BucketBlocks.HASH_BYTES);
            key += in.readVLong();
            hashes.put(key, in.readLong());
        }
        return hashes;
    }

    /**
     * Reads all documents, those of one shard after those of the one before, by their numbers.
     *
     * @param consumer takes them
     * @param monitor may stop it
     * @throws IllegalArgumentException if the bytes cannot be those of a job
     */
    void forEach(Consumer consumer, JobMonitor monitor) {
        ByteArrayDataInput in = new ByteArrayDataInput(bytes);
        int read = 0;
        int next = 0;
        try {
            for (long left = in.readVLong(); left > 0; left--) {
                in.readVLong();
                in.readLong();
            }
            for (int shard = 0; shard < shards.size(); shard++) {
                long number = -1;
                for (long left = in.readVLong(); left > 0; left--) {
                    monitor.checkCancelled(read++);
                    number += in.readVLong();
                    int back = in.readVInt();
                    int component = back == 0 ? next++ : next - back;
                    if (component < 0 || component >= components || read > documents) {
                        throw damaged(null);
                    }
                    consumer.accept(shard, number, component);
                }
            }
        } catch (IndexOutOfBoundsException e) {
            throw damaged(e);
        }
        if (read != documents || next != components || in.eof() == false) {
            throw damaged(null);
        }
    }

    private IllegalArgumentException damaged(Exception cause) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT,
                        "[%d] bytes do not hold [%d] documents in [%d] components",
                        bytes.length, documents, components),
                cause);
    }

    /** Writes documents; those that hang together with none are left out. */
    private static final class Writer {

        private static final int NOT_YET = -1;

        private final DocumentComponents found;
        private final int[] sizes;
        private final long[] numbers;
        private final JobMonitor monitor;
        private final ByteBuffersDataOutput out = new ByteBuffersDataOutput();
        private final int[] component;
        private long reserved;
        private int documents;
        private int components;

        Writer(DocumentComponents found, int[] sizes, long[] numbers, JobMonitor monitor) {
            this.found = found;
            this.sizes = sizes;
            this.numbers = numbers;
            this.monitor = monitor;
            monitor.reserve(sizes.length * (long) Integer.BYTES);
            this.component = new int[sizes.length];
            Arrays.fill(component, NOT_YET);
        }

        void addLimited(SortedMap<Long, Long> hashes) {
            try {
                out.writeVLong(hashes.size());
                long before = 0;
                for (Map.Entry<Long, Long> bucket : hashes.entrySet()) {
                    out.writeVLong(bucket.getKey() - before);
                    out.writeLong(bucket.getValue());
                    before = bucket.getKey();
                    charge();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
        }

        void addShard(int from, int to) {
            int[] order = new int[to - from];
            monitor.reserve(order.length * (long) Integer.BYTES);
            int count = 0;
            for (int place = from; place < to; place++) {
                if (sizes[found.find(place)] > 1) {
                    order[count++] = place;
                }
            }
            IntSorter.sort(
                    order, 0, count, (a, b) -> Long.compare(numbers[a], numbers[b]), monitor);
            try {
                write(order, count);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            monitor.reserve(-order.length * (long) Integer.BYTES);
        }

        private void write(int[] order, int count) throws IOException {
            out.writeVLong(count);
            long number = -1;
            for (int i = 0; i < count; i++) {
                monitor.checkCancelled(i);
                out.writeVLong(numbers[order[i]] - number);
                number = numbers[order[i]];
                int first = found.find(order[i]);
                if (component[first] == NOT_YET) {
                    out.writeVInt(0);
                    component[first] = components++;
                } else {
                    out.writeVInt(components - component[first]);
                }
                charge();
            }
            documents += count;
        }

        private void charge() {
            if (out.size() > reserved) {
                monitor.reserve(1 << 16);
                reserved += 1 << 16;
            }
        }

        KeptComponents finish(List<ShardVersion> shards) {
            monitor.reserve(-sizes.length * (long) Integer.BYTES);
            monitor.reserve(out.size());
            KeptComponents kept = new KeptComponents(
                    shards, documents, components, out.toArrayCopy());
            monitor.reserve(-reserved);
            return kept;
        }
    }
}
