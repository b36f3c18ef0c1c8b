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

    /** Writes a block, term by term. */
    static final class Writer {

        private final ByteBuffersDataOutput out = new ByteBuffersDataOutput();
        private long lastKey;
        private long leftOut;

        /** Counts a term that is left out. */
        void leaveOut() {
            leftOut++;
        }

        /** Writes the first {@code count} documents of an array, in ascending order. */
        void write(long key, int[] documents, int count) {
            try {
                out.writeVLong(key - lastKey);
                out.writeVInt(count);
                int last = 0;
                for (int i = 0; i < count; i++) {
                    out.writeVInt(documents[i] - last);
                    last = documents[i];
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            lastKey = key;
        }

        BandBlock finish() {
            return new BandBlock(leftOut, out.toArrayCopy());
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
