package org.nearduplicate.sketch;

/** Receives the hashes of shingles, in the order of the text. */
@FunctionalInterface
public interface HashSink {

    /**
     * Takes the hash of the next shingle.
     *
     * @param hash a 64-bit hash
     */
    void add(long hash);
}
