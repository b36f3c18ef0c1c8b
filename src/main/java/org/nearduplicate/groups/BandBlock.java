package org.nearduplicate.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * The band terms of one range in one shard, in order, with their documents. Sent between nodes, never
 * stored. Owns its layout:
 *
 * <pre>
 *   1–9 bytes   1–5    1–5        1–5               1–5        1–9
 *  ┌──────────┬───────┬──────────┬──────────┬─ … ─┬──────────┬──────────┬─ …
 *  │ Δ key    │ n ≥ 1 │ document │ Δ        │     │ Δ        │ Δ key    │
 *  │ vlong    │ vint  │ 1        │ document │     │ document │ of the   │
 *  │          │       │ vint     │ 2, vint  │     │ n, vint  │ next     │
 *  └──────────┴───────┴──────────┴──────────┴─ … ─┴──────────┴──────────┴─ …
 * </pre>
 *
 * <p>Δ is the difference to the one before; the first key and the first document of a term stand for
 * themselves. Keys and the documents of a term ascend, so every other Δ is at least 1. A vint or vlong
 * has 7 bits a byte, the lowest first, and the top bit of a byte tells that another follows.
 *
 * @param leftOut the number of further terms in the range, left out because they have too few documents
 * @param bytes the terms
 */
public record BandBlock(long leftOut, byte[] bytes) {

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public BandBlock {
        if (leftOut < 0) {
            throw new IllegalArgumentException(
                    "a block leaves out 0 band terms or more, got " + leftOut);
        }
    }

    private static final int MAX_VLONG = 9;
    private static final int MAX_VINT = 5;
    private static final int FIRST_BYTES = 1 << 10;

    /** Writes a block, term by term; asks for the memory until it is finished. */
    static final class Writer {

        private final JobMonitor monitor;
        private final ByteArrayDataOutput out = new ByteArrayDataOutput();
        private byte[] bytes = new byte[0];
        private long lastKey;
        private long leftOut;

        Writer(JobMonitor monitor) {
            this.monitor = monitor;
        }

        /** Counts a term that is left out. */
        void leaveOut() {
            leftOut++;
        }

        /** Writes a term and its documents, which ascend. */
        void write(long key, IntList documents) {
            try {
                ensure(MAX_VLONG + MAX_VINT);
                out.writeVLong(key - lastKey);
                out.writeVInt(documents.size());
                int last = 0;
                for (int i = 0; i < documents.size(); i++) {
                    ensure(MAX_VINT);
                    out.writeVInt(documents.get(i) - last);
                    last = documents.get(i);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            lastKey = key;
        }

        BandBlock finish() {
            int length = out.getPosition();
            monitor.reserve(length);
            BandBlock block = new BandBlock(leftOut, ArrayUtil.copyOfSubArray(bytes, 0, length));
            monitor.reserve(-length - (long) bytes.length);
            return block;
        }

        private void ensure(int room) {
            int length = out.getPosition();
            if (bytes.length - length < room) {
                int grown = ArrayUtil.oversize(length + Math.max(room, FIRST_BYTES), Byte.BYTES);
                monitor.reserve(grown);
                int old = bytes.length;
                bytes = ArrayUtil.growExact(bytes, grown);
                out.reset(bytes, length, grown - length);
                monitor.reserve(-old);
            }
        }
    }

    /** Reads a block, term by term, and trusts none of its bytes: they came over the network. */
    static final class Cursor {

        private final BandRange range;
        private final ByteArrayDataInput in;
        private long key = -1;
        private int count;
        private int[] documents = new int[8];

        /**
         * @param range holds all terms of the block
         */
        Cursor(BandBlock block, BandRange range) {
            this.range = range;
            this.in = new ByteArrayDataInput(block.bytes);
        }

        /**
         * Moves to the next term; false if there is none.
         *
         * @throws IllegalStateException if no block has such bytes
         */
        boolean next() {
            if (in.eof()) {
                return false;
            }
            try {
                readTerm();
            } catch (ArrayIndexOutOfBoundsException e) {
                throw corrupt("ends within a term, at byte", in.length(), e);
            }
            return true;
        }

        private void readTerm() {
            long next = Math.max(key, 0) + in.readVLong();
            if (next <= key || range.contains(next) == false) {
                throw corrupt("has ascending keys of " + range + ", got", next, null);
            }
            key = next;
            count = in.readVInt();
            if (count < 1 || count > in.length() - in.getPosition()) {
                throw corrupt("has a byte or more for each document, got documents", count, null);
            }
            documents = ArrayUtil.growNoCopy(documents, count);
            int before = -1;
            int document = 0;
            for (int i = 0; i < count; i++) {
                document += in.readVInt();
                if (document <= before) {
                    throw corrupt("has ascending documents, got", document, null);
                }
                documents[i] = document;
                before = document;
            }
        }

        private static IllegalStateException corrupt(String rule, long got, Exception cause) {
            return new IllegalStateException(
                    "possible corruption: a block of band terms " + rule + " " + got, cause);
        }

        /** Returns the key of the term. */
        long key() {
            return key;
        }

        /** Returns the number of documents of the term. */
        int count() {
            return count;
        }

        /** Returns one of the documents. */
        int document(int i) {
            return documents[i];
        }
    }
}
