package org.nearduplicate.groups.shard;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.job.JobMonitor;

/**
 * Band terms of one shard, in order, with their documents: one answer to a scan.
 * Sent between nodes, never stored. Owns its layout:
 *
 * <pre>
 *   1–9 bytes   1–5    1–5              1–5     1      1–9
 *  ┌──────────┬───────┬───────┬─ … ─┬───────┬───────┬──────────┬─ …
 *  │ Δ key    │ Δ doc │ Δ doc │     │ Δ doc │ 0     │ Δ key    │
 *  │ vlong    │ 1     │ 2     │     │ n     │       │ of the   │
 *  │          │ vint  │ vint  │     │ vint  │       │ next     │
 *  └──────────┴───────┴───────┴─ … ─┴───────┴───────┴──────────┴─ …
 * </pre>
 *
 * <p>Δ is the difference to the one before; the first key stands for itself, the first document of a term
 * for its number and 1. Keys and the documents of a term ascend, so every other Δ is at least 1. A vint
 * or vlong has 7 bits a byte, the lowest first, and the top bit of a byte says that another follows.
 *
 * @param leftOut the number of further terms that were scanned, left out because their buckets have too few
 *     documents
 * @param next where the scan goes on: all before is in this block, or was left out
 * @param bytes the terms
 */
public record BandBlock(long leftOut, ScanPosition next, byte[] bytes) {

    private static final int MAX_VLONG = 9;
    private static final int MAX_VINT = 5;
    private static final int FIRST_BYTES = 1 << 10;

    /** The most bytes that a document of a term has: with the key and the end of the term. */
    static final int MOST_BYTES = MAX_VLONG + MAX_VINT + 1;

    /** @throws IllegalArgumentException if it is negative */
    public BandBlock {
        if (leftOut < 0) {
            throw new IllegalArgumentException(
                    "a block leaves out 0 band terms or more, got " + leftOut);
        }
    }

    /** Writes a block, term by term; its memory is charged until it is closed. */
    static final class Writer implements Closeable {

        private final JobMonitor monitor;
        private final ByteArrayDataOutput out = new ByteArrayDataOutput();
        private byte[] bytes = new byte[0];
        private long lastKey;
        private long key;
        private int lastDoc;
        private long leftOut;

        /** Where the bucket begins, and the key before it. */
        private int start;
        private long keyBefore;

        /** The terms of the bucket, and their documents. */
        private int terms;
        private int documents;

        Writer(JobMonitor monitor) {
            this.monitor = monitor;
        }

        int length() {
            return out.getPosition();
        }

        /** Counts a term that is left out. */
        void leaveOut() {
            leftOut++;
        }

        /** Begins a term of the bucket, after the one before. */
        void begin(long termKey) {
            key = termKey;
            lastDoc = -1;
        }

        /** Writes a document of the term, after the one before. */
        void add(int doc) {
            ensureRoom();
            try {
                if (lastDoc < 0) {
                    out.writeVLong(key - lastKey);
                }
                out.writeVInt(doc - lastDoc);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            lastDoc = doc;
            documents++;
        }

        /** Ends the term; one without documents is none. */
        void end() {
            if (lastDoc >= 0) {
                out.writeByte((byte) 0);
                lastKey = key;
                terms++;
            }
        }

        /** Ends the bucket, whose terms are left out if they have fewer documents in all, and begins the next. */
        void endBucket(int minDocuments) {
            if (documents < minDocuments) {
                out.reset(bytes, start, bytes.length - start);
                lastKey = keyBefore;
                leftOut += terms;
            }
            start = length();
            keyBefore = lastKey;
            terms = 0;
            documents = 0;
        }

        BandBlock finish(ScanPosition next) {
            monitor.reserve(length());
            BandBlock block = new BandBlock(
                    leftOut, next, ArrayUtil.copyOfSubArray(bytes, 0, length()));
            monitor.reserve(-length());
            return block;
        }

        @Override
        public void close() {
            monitor.reserve(-bytes.length);
            bytes = new byte[0];
        }

        private void ensureRoom() {
            int length = length();
            if (bytes.length - length < MOST_BYTES) {
                int grown = ArrayUtil.oversize(length + FIRST_BYTES, Byte.BYTES);
                monitor.reserve(grown);
                int old = bytes.length;
                bytes = ArrayUtil.growExact(bytes, grown);
                out.reset(bytes, length, grown - length);
                monitor.reserve(-old);
            }
        }
    }

    /** Reads a block, term by term, and trusts none of its bytes: they came over the network. */
    public static final class Cursor {

        private final ScanPosition start;
        private final ScanPosition end;
        private final ByteArrayDataInput in;
        private long key = -1;
        private int count;
        private int[] docs = new int[8];

        /** @param start where the scan of the block began */
        public Cursor(BandBlock block, ScanPosition start) {
            this.start = start;
            this.end = block.next;
            this.in = new ByteArrayDataInput(block.bytes);
        }

        /**
         * Moves to the next term; false if there is none.
         *
         * @throws IllegalStateException if no block has such bytes
         */
        public boolean next() {
            if (in.eof()) {
                return false;
            }
            try {
                readTerm();
            } catch (IllegalStateException e) {
                throw e;
            } catch (RuntimeException e) {
                throw corrupt("has whole terms, got bytes", in.length(), e);
            }
            return true;
        }

        private void readTerm() {
            long next = Math.max(key, 0) + in.readVLong();
            if (next <= key) {
                throw corrupt("has ascending keys, got", next, null);
            }
            key = next;
            readDocs();
            if (start.isAfter(key, docs[0]) || end.isAfter(key, docs[count - 1]) == false) {
                throw corrupt("lies between " + start + " and " + end + ", got key", key, null);
            }
        }

        private void readDocs() {
            count = 0;
            int doc = -1;
            for (int delta = in.readVInt(); delta != 0 || count == 0; delta = in.readVInt()) {
                int before = doc;
                doc += delta;
                if (doc <= before) {
                    throw corrupt("has ascending documents, got", doc, null);
                }
                docs = ArrayUtil.grow(docs, count + 1);
                docs[count++] = doc;
            }
        }

        private static IllegalStateException corrupt(String rule, long got, Exception cause) {
            return new IllegalStateException(
                    "possible corruption: a block of band terms " + rule + " " + got, cause);
        }

        public long key() {
            return key;
        }

        /** Returns the number of documents of the term. */
        public int count() {
            return count;
        }

        /** Returns one of the documents, by its number in the shard's reader. */
        public int doc(int i) {
            return docs[i];
        }
    }
}
