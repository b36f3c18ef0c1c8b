package org.nearduplicate.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * The band terms of one range in one shard, in order, with their documents. Owns its layout:
 *
 * <pre>
 * for each term   vlong  key, minus the key of the term before
 *                 vint   number of documents, at least 1
 *                 vint   each document in ascending order, minus the one before
 * </pre>
 *
 * @param leftOut the number of further terms in the range, left out because they have too few documents
 * @param bytes the terms
 */
public record BandBlock(long leftOut, byte[] bytes) {

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

    /** Reads a block, term by term. */
    static final class Cursor {

        private final ByteArrayDataInput in;
        private long key;
        private int count;
        private int[] documents = new int[8];

        Cursor(BandBlock block) {
            this.in = new ByteArrayDataInput(block.bytes);
        }

        /** Moves to the next term; false if there is none. */
        boolean next() {
            if (in.eof()) {
                return false;
            }
            key += in.readVLong();
            count = in.readVInt();
            documents = ArrayUtil.growNoCopy(documents, count);
            int last = 0;
            for (int i = 0; i < count; i++) {
                last += in.readVInt();
                documents[i] = last;
            }
            return true;
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
