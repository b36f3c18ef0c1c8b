package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.ElementHashProvider;

/**
 * The distinct shingle hashes of one document, which is what is sketched. Valid until their owner takes the
 * next document.
 *
 * @param hashes hold them from index 0, none twice, in any order; not to be modified
 * @param size their number, at least 1
 */
record Elements(long[] hashes, int size) implements ElementHashProvider {

    @Override
    public long getElementHash(int elementIndex) {
        return hashes[elementIndex];
    }

    @Override
    public int getNumberOfElements() {
        return size;
    }
}
