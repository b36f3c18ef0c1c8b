package org.nearduplicate.lucene;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.nearduplicate.sketch.ReferenceSketch;

/**
 * What the architecture page says that the index holds of a text, in the plainest code: word
 * shingles, XXH3 with seed 0 and Fast Similarity Sketching. Shares nothing with the code under test but hash4j.
 */
final class IndependentSketch {

    private static final String ALPHABET =
            "\u001F !\"#$%&'()*+,-./0123456789:;<=>_`abcdefghijklmnopqrstuvwxyz{|}~";

    private final Hasher64 hasher = Hashing.xxh3_64(0);
    private final SortedSet<Long> shingles = new TreeSet<>(Long::compareUnsigned);
    private final int shingleSize;
    private final int hashCount;

    IndependentSketch(int shingleSize, int hashCount, List<String> values) {
        this.shingleSize = shingleSize;
        this.hashCount = hashCount;
        values.forEach(value -> shingle(Sample.tokens(value)));
    }

    /** Returns the doc value of the field: shingle count, the low byte of each component, the sum of the hashes. */
    byte[] signature() {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + hashCount + Long.BYTES)
                .putInt(shingles.size());
        for (long component : components()) {
            bytes.put((byte) component);
        }
        return bytes.putLong(shingles.stream().mapToLong(Long::longValue).sum()).array();
    }

    /** Returns the doc value of the shingle set: the upper 48 bits of each hash, ascending. */
    byte[] shingleSet() {
        ByteBuffer bytes = ByteBuffer.allocate(6 * shingles.size());
        for (long hash : shingles) {
            bytes.putInt((int) (hash >>> 32)).putShort((short) (hash >>> 16));
        }
        return bytes.array();
    }

    /** Returns the terms of at most 64 bands. */
    List<String> bandTerms(int bands, int rows) {
        long[] components = components();
        List<String> terms = new ArrayList<>();
        for (int band = 0; band < bands; band++) {
            ByteBuffer bytes = littleEndian(rows);
            for (int row = 0; row < rows; row++) {
                bytes.putLong(components[band * rows + row]);
            }
            long hash = hasher.hashBytesToLong(bytes.array());
            StringBuilder term =
                    new StringBuilder().append(ALPHABET.charAt(0)).append(ALPHABET.charAt(band));
            for (int shift = 58; shift >= 22; shift -= 6) {
                term.append(ALPHABET.charAt((int) (hash >>> shift) & 63));
            }
            terms.add(term.toString());
        }
        return terms;
    }

    private void shingle(List<String> tokens) {
        int size = Math.min(shingleSize, tokens.size());
        for (int i = 0; size > 0 && i + size <= tokens.size(); i++) {
            ByteBuffer bytes = littleEndian(size);
            tokens.subList(i, i + size)
                    .forEach(token -> bytes.putLong(hasher.hashCharsToLong(token)));
            shingles.add(hasher.hashBytesToLong(bytes.array()));
        }
    }

    private long[] components() {
        return ReferenceSketch.fastSimilarity(hashCount, shingles);
    }

    private static ByteBuffer littleEndian(int longs) {
        return ByteBuffer.allocate(longs * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
}
