package org.nearduplicate.groups.shard;

import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.IgnoredShingles;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle sets of some documents, one after the other, as a shard answers them. Owns the layout of a set:
 *
 * <pre>
 *   4 bytes          6n bytes
 *  ┌────────────────┬─────────────────────┐
 *  │ n ≥ 0, int,    │ the stored form of  │
 *  │ little-endian  │ a {@link ShingleSet}        │
 *  └────────────────┴─────────────────────┘
 * </pre>
 *
 * <p>n is what the signature of the document counts, or a little less, without what is ignored. Sent between nodes and
 * never stored.
 */
public final class SetBlock {

    private SetBlock() {}

    /** Returns the most bytes that a set of so many distinct hashes takes. */
    public static int maxLength(int distinctHashes) {
        return (int) Math.min(
                Integer.MAX_VALUE,
                Integer.BYTES + (long) distinctHashes * ShingleSet.BYTES_PER_SHINGLE);
    }

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
        private byte[] block;
        private int end;

        /**
         * @param distinctHashes the shingle counts of the signatures of its documents
         * @param ignored the shingles that are left out of the sets
         */
        Builder(int[] distinctHashes, IgnoredShingles ignored) {
            this.ignored = ignored;
            long expected = Arrays.stream(distinctHashes).mapToLong(SetBlock::maxLength).sum();
            this.block = new byte[(int) Math.min(expected, MOST_EXPECTED_BYTES)];
        }

        /**
         * Adds what is not ignored of the set of a document whose signature counts so many hashes.
         *
         * @throws IllegalStateException if the set cannot be one of the signature, or does not ascend
         */
        void add(BytesRef set, int distinctHashes) {
            int shingles = ShingleSet.size(set.length);
            if (ShingleSet.isPossibleSize(shingles, distinctHashes) == false) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT,
                                "possible corruption: a set of %d shingles by its signature has %d bytes",
                                distinctHashes, set.length));
            }
            ShingleSet.requireAscending(set.bytes, set.offset, shingles);
            int from = shinglesOffset(end);
            int to = Math.addExact(from, set.length);
            if (to > block.length) {
                block = ArrayUtil.growExact(block, to);
            }
            int counted = ignored.copyOthers(set.bytes, set.offset, shingles, block, from);
            BitUtil.VH_LE_INT.set(block, end, counted);
            end = SetBlock.end(end, counted);
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
        int left = block.length - offset - Integer.BYTES;
        int shingles = left < 0 ? -1 : (int) BitUtil.VH_LE_INT.get(block, offset);
        if (shingles < minShingles || shingles > maxShingles
                || shingles > left / ShingleSet.BYTES_PER_SHINGLE) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a set of at most %d shingles in [%d] bytes has %d",
                            maxShingles, left, shingles));
        }
        return shingles;
    }

    /** Returns where the shingles of a set begin, in the stored form of {@link ShingleSet}. */
    public static int shinglesOffset(int offset) {
        return offset + Integer.BYTES;
    }

    /** Returns where a set of so many shingles ends. */
    public static int end(int offset, int shingles) {
        return shinglesOffset(offset) + shingles * ShingleSet.BYTES_PER_SHINGLE;
    }
}
