package org.nearduplicate.groups.shard;

import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * The shingle sets of some documents, one after the other, as a shard answers them: each in the stored form that {@link
 * StoredShingles} owns, with as many shingles as the signature of the document counts, or a few less, without what is ignored. Sent
 * between nodes and never stored.
 */
public final class SetBlock {

    private SetBlock() {}

    /**
     * Puts sets one after the other into an array as long as they may become together, which is the block
     * if they do. Not thread-safe.
     */
    static final class Builder {

        /**
         * About what a job reads at once. Where more is expected, no memory is taken for it before there is something to
         * put there.
         */
        private static final int MOST_EXPECTED_BYTES = 2 << 20;

        private final IgnoredShingles ignored;
        private final StoredShingles stored = new StoredShingles();
        private byte[] block;
        private int end;

        /**
         * @param distinctHashes the shingle counts of the signatures of its documents
         * @param ignored the shingles that are left out of the sets
         */
        Builder(int[] distinctHashes, IgnoredShingles ignored) {
            this.ignored = ignored;
            long expected = Arrays.stream(distinctHashes).mapToLong(StoredShingles::length).sum();
            this.block = new byte[(int) Math.min(expected, MOST_EXPECTED_BYTES)];
        }

        /**
         * Adds what is not ignored of the set of a document whose signature counts so many hashes.
         *
         * @throws IllegalStateException if the set cannot be one of the signature, or does not ascend
         */
        void add(BytesRef set, int distinctHashes) {
            int shingles = StoredShingles.requireSize(set.bytes, set.offset, set.length);
            if (shingles > distinctHashes) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT,
                                "possible corruption: a set of at most %d shingles by its signature has %d",
                                distinctHashes, shingles));
            }
            stored.open(set.bytes, set.offset).requireAscending();
            int to = Math.addExact(end, set.length);
            if (to > block.length) {
                block = ArrayUtil.growExact(block, to);
            }
            end += ignored.copyOthers(stored, block, end);
        }

        byte[] build() {
            return end == block.length ? block : Arrays.copyOf(block, end);
        }
    }

    /**
     * Reads the number of shingles of a set.
     *
     * @param offset where the set begins in a block
     * @param maxShingles what the signature of its document counts
     * @param minShingles the fewest that a set can have: 1, or 0 where some are ignored
     * @throws IllegalStateException if the block has no such set there
     */
    public static int shingles(byte[] block, int offset, int maxShingles, int minShingles) {
        int shingles = StoredShingles.size(block, offset, block.length);
        if (shingles < minShingles || shingles > maxShingles) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a set of %d to %d shingles in [%d] bytes has %d",
                            minShingles, maxShingles, block.length - offset, shingles));
        }
        return shingles;
    }
}
