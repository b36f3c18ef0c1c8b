package org.nearduplicate.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/** What has to become of a document: the whole recipe again, slowly and with other means. */
public final class ReferenceOutput {

    private static final String DIGITS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final int HASH_DIGITS = 6;
    private static final int DROPPED_HASH_BITS = 28;
    private static final int SHINGLE_HEX_DIGITS = 12;

    private ReferenceOutput() {}

    public static Output of(Scheme scheme, List<List<String>> values) {
        TreeSet<Long> hashes = new TreeSet<>();
        values.forEach(tokens -> hashes.addAll(ReferenceShingles.of(scheme, tokens)));
        long[] components = ReferenceSketch.of(scheme, hashes);
        StringBuilder signature = new StringBuilder();
        for (long component : components) {
            signature.append(HexFormat.of().toHexDigits((byte) component));
        }
        signature.append(HexFormat.of().toHexDigits(
                hashes.stream().mapToLong(Long::longValue).sum()));
        TreeSet<String> shingles = new TreeSet<>();
        for (long hash : hashes) {
            shingles.add(HexFormat.of().toHexDigits(hash).substring(0, SHINGLE_HEX_DIGITS));
        }
        return new Output(terms(scheme, components), signature.toString(),
                String.join("", shingles));
    }

    private static List<String> terms(Scheme scheme, long[] components) {
        int bands = scheme.banding().bands();
        int rows = scheme.banding().rows();
        List<String> terms = new ArrayList<>();
        for (int band = 0; band < bands; band++) {
            ByteBuffer bytes = ByteBuffer.allocate(rows * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int i = band * rows; i < (band + 1) * rows; i++) {
                bytes.putLong(components[i]);
            }
            long hash = ReferenceHash.hash(scheme.hashFunction(), scheme.seed(), bytes.array());
            terms.add(digits(band, bands > DIGITS.length() ? 2 : 1)
                    + digits(hash >>> DROPPED_HASH_BITS, HASH_DIGITS));
        }
        return terms;
    }

    private static String digits(long number, int count) {
        return count == 0
                ? ""
                : digits(number / DIGITS.length(), count - 1)
                        + DIGITS.charAt((int) (number % DIGITS.length()));
    }
}
