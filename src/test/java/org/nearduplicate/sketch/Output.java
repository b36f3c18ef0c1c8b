package org.nearduplicate.sketch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * Everything that becomes of one document.
 *
 * @param terms the band terms
 * @param signature the stored components and the sum after them, in hexadecimal
 * @param shingles the stored shingle set in hexadecimal
 */
public record Output(List<String> terms, String signature, String shingles) {

    /** Returns what the code under test makes of a document of some values. */
    public static Output of(Scheme scheme, List<List<String>> values) {
        ShingleHashes hashes = Shingling.hashes(scheme, values);
        return of(new ThreadScratch().sketch(scheme, hashes), hashes);
    }

    /** Returns what is stored of a sketch and the hashes that it was made of. */
    public static Output of(Sketch sketch, ShingleHashes hashes) {
        byte[] signature = Signature.of(sketch).stored();
        return new Output(
                terms(sketch),
                HexFormat.of().formatHex(signature, Integer.BYTES, signature.length),
                HexFormat.of().formatHex(ShingleSet.of(hashes).toBytes()));
    }

    /** Returns the band terms of a sketch. */
    public static List<String> terms(Sketch sketch) {
        Banding banding = sketch.scheme().banding();
        List<String> terms = new ArrayList<>();
        for (int band = 0; band < banding.bands(); band++) {
            byte[] term = new byte[BandTermFormat.WIDTH];
            BandTermFormat.write(banding.key(sketch, band), term);
            terms.add(new String(term, StandardCharsets.ISO_8859_1));
        }
        return terms;
    }

    /** Returns the terms of the sampled shingles of a document, in order. */
    public static List<String> sampled(SampledShingles sampled, ShingleHashes hashes) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        return Arrays.stream(sampled.keys(hashes)).mapToObj(key -> {
            BandTermFormat.write(key, term);
            return new String(term, StandardCharsets.ISO_8859_1);
        }).toList();
    }

    static String hex(String term) {
        return HexFormat.of().formatHex(term.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String toString() {
        return terms.stream()
                .map(Output::hex)
                .collect(Collectors.joining(" ")) + "\n" + signature + "\n" + shingles;
    }
}
