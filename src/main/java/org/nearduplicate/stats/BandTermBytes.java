package org.nearduplicate.stats;

/**
 * What band terms and their documents take in an inverted index, estimated as they are walked. Lucene itself tells it
 * of whole segments only, by reading all of their dictionaries once more, and of hidden documents as well; so it is not
 * asked. Belongs to one thread.
 */
final class BandTermBytes {

    /**
     * What a term takes: what is left of its nine characters without those that the terms of its block have in common,
     * packed, and its part of the block and of the index of blocks. Measured between 4.3 in large segments and 7.5 in
     * small ones.
     */
    private static final double TERM = 4.8;

    /** Number of documents and place of their list, of a term that has more than the one that stands beside it. */
    private static final double LIST = 2.5;

    /** Documents of a list that are packed together, in bits; those after the last such block take 7 bits a byte. */
    private static final int BLOCK = 128;

    private double bytes;

    /**
     * Adds a term of a segment. O(1).
     *
     * @param documents its documents, at least 1
     * @param shown the documents of the segment that the reader shows; the others tell nothing, and a merge may
     *     remove them
     */
    void add(int documents, int shown) {
        int gap = shown / documents;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(gap);
        int tail = documents % BLOCK;
        double packed = (documents - tail) * (bits + 2) / (double) Byte.SIZE;
        bytes += TERM
                + (documents > 1 ? LIST : 0)
                + packed
                + tail * Math.max(1, Math.ceilDiv(bits, 7));
    }

    /** Returns about the bytes of what was added. */
    long estimate() {
        return Math.round(bytes);
    }
}
