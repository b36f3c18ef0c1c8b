package org.nearduplicate.sketch;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.nearduplicate.sketch.sets.ReferenceSet;

/** What has to become of a document: the whole recipe again, slowly and with other means. */
public final class ReferenceOutput {

    private static final int KEY_BITS = 42;
    private static final int SAMPLED_BITS = 48;

    private ReferenceOutput() {}

    public static Output of(Scheme scheme, List<List<String>> values) {
        TreeSet<Long> hashes = new TreeSet<>();
        values.forEach(tokens -> hashes.addAll(ReferenceShingles.of(scheme, tokens)));
        long[] components = ReferenceSketch.of(scheme, hashes);
        String signature = signature(components, scheme.signatureBits())
                + HexFormat.of().toHexDigits(hashes.stream().mapToLong(Long::longValue).sum());
        TreeSet<Long> shingles = new TreeSet<>();
        for (long hash : hashes) {
            shingles.add(Long.divideUnsigned(hash, 1L << 30));
        }
        byte[] stored =
                ReferenceSet.stored(shingles.stream().mapToLong(Long::longValue).toArray());
        return new Output(terms(scheme.banding(), components), signature,
                HexFormat.of().formatHex(stored));
    }

    /** Returns the terms of the sampled shingles of a document, in order. */
    public static List<String> sampled(Scheme scheme, int oneIn, List<List<String>> values) {
        TreeSet<Long> keys = new TreeSet<>();
        for (List<String> tokens : values) {
            for (long hash : ReferenceShingles.of(scheme, tokens)) {
                BigInteger scaled = new BigInteger(Long.toUnsignedString(hash))
                        .shiftRight(Long.SIZE - SAMPLED_BITS)
                        .multiply(BigInteger.valueOf(oneIn));
                if (scaled.bitLength() <= SAMPLED_BITS) {
                    keys.add(scaled.shiftRight(SAMPLED_BITS - KEY_BITS).longValueExact());
                }
            }
        }
        return keys.stream().map(ReferenceBands::term).toList();
    }

    /** Writes the last digits of each number in base 2, fills the last byte with zeros, and reads base 16. */
    private static String signature(long[] components, int bits) {
        StringBuilder binary = new StringBuilder("1");
        for (long component : components) {
            binary.append(ReferenceBands.bits(component, bits));
        }
        while (binary.length() % Byte.SIZE != 1) {
            binary.append('0');
        }
        return new BigInteger(binary.toString(), 2).toString(16).substring(1);
    }

    private static List<String> terms(Banding banding, long[] components) {
        List<String> terms = new ArrayList<>();
        for (int band = 0; band < banding.bands(); band++) {
            int from = band * banding.rows();
            terms.add(
                    ReferenceBands.term(
                            band,
                            Arrays.copyOfRange(components, from, from + banding.rows())));
        }
        return terms;
    }
}
