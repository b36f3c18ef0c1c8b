package org.nearduplicate.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.hashing.LongHashFunction;

/** A second implementation of the hash functions, OpenHFT's; it has no komihash, of which there are vectors. */
final class ReferenceHash {

    private ReferenceHash() {}

    static long hash(HashFunction function, int seed, byte[] bytes) {
        return switch (function) {
            case XXH3 -> LongHashFunction.xx3(seed).hashBytes(bytes);
            case MURMUR3 -> LongHashFunction.murmur_3(seed).hashBytes(bytes);
            case FARMHASH -> LongHashFunction.farmUo(seed).hashBytes(bytes);
            case KOMIHASH -> function.seeded(seed).hashBytesToLong(bytes);
        };
    }

    /** Returns UTF-16LE. String.getBytes would replace surrogates that stand alone. */
    static byte[] utf16(CharSequence text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        text.chars().forEach(unit -> bytes.putChar((char) unit));
        return bytes.array();
    }
}
