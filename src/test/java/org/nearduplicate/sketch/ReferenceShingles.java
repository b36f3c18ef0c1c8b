package org.nearduplicate.sketch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Shingling as docs/internals/format.md describes it: a list of units, and a hash for each n of them. */
final class ReferenceShingles {

    private ReferenceShingles() {}

    /** Returns the hashes of the shingles of one value, in the order of the text. */
    static List<Long> of(Scheme scheme, List<String> tokens) {
        List<byte[]> units = units(scheme, tokens);
        List<Long> hashes = new ArrayList<>();
        int size = Math.min(scheme.shingleSize(), units.size());
        for (int from = 0; size > 0 && from + size <= units.size(); from++) {
            ByteArrayOutputStream shingle = new ByteArrayOutputStream();
            units.subList(from, from + size).forEach(shingle::writeBytes);
            hashes.add(hash(scheme, shingle.toByteArray()));
        }
        return hashes;
    }

    private static List<byte[]> units(Scheme scheme, List<String> tokens) {
        return switch (scheme.shingleUnit()) {
            case WORD -> tokens.stream()
                    .map(token -> hash(scheme, ReferenceHash.utf16(token)))
                    .map(hash -> littleEndian(Long.BYTES).putLong(hash).array())
                    .toList();
            case CHARACTER -> String.join(" ", tokens)
                    .codePoints()
                    .mapToObj(codePoint -> littleEndian(Integer.BYTES).putInt(codePoint).array())
                    .toList();
        };
    }

    private static long hash(Scheme scheme, byte[] bytes) {
        return ReferenceHash.hash(scheme.hashFunction(), scheme.seed(), bytes);
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
