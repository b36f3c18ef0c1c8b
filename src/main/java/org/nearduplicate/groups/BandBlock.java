package org.nearduplicate.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
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

    static final BandBlock EMPTY = new BandBlock(0, new byte[0]);

    private static final long RESERVE_STEP = 1 << 16;

    /** Writes a block, term by term; asks for the memory until it is finished. */
    static final class Writer {

        private final ByteBuffersDataOutput out = new ByteBuffersDataOutput();
        private final JobMonitor monitor;
        private long reserved;
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
                out.writeVLong(key - lastKey);
                out.writeVInt(documents.size());
                int last = 0;
                for (int i = 0; i < documents.size(); i++) {
                    out.writeVInt(documents.get(i) - last);
                    last = documents.get(i);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            lastKey = key;
            reserve();
        }

        BandBlock finish() {
            monitor.reserve(-reserved);
            return new BandBlock(leftOut, out.toArrayCopy());
        }

        /** Asks for what was written and as much again, for the copy. */
        private void reserve() {
            long missing = 2 * out.size() - reserved;
            if (missing > RESERVE_STEP) {
                monitor.reserve(missing);
                reserved += missing;
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
