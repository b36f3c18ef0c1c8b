package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/**
 * The bytes of an index never change for a scheme: band terms, signature and shingle set are those
 * written down here. The slow second recipe printed them.
 */
public class GoldenOutputTest {

    /** Of hash function and sketch, 16 components in 5×3, seed 1: terms, signature, shingle set. */
    private static final String GOLDEN = """
            xxh3 super_minhash
            -JBJUiN 00hZEuV 1ltyU_2 20gagGZ 3wjzjOn
            c465039ffdf8121588d52eba59aa0c8966a605827467d528
            338cfb51ee5857f425a50e90ddd602abb42bfd4ee1dfc352
            xxh3 minhash
            -rjkwib 0k_TDTt 1cXoro9 2vWQpFT 3HSsAr8
            6538fdb3896dc4e759830312d5503d7c66a605827467d528
            338cfb51ee5857f425a50e90ddd602abb42bfd4ee1dfc352
            murmur3 super_minhash
            -EDFI-b 0lS4xmm 126q8-H 2SHZnea 3SdcN-G
            f72671a97824ba11c08d65abec058362cb0ced0eabd09784
            057580a9e6ea24bdf94e655acc3a769f5e05d49efc770185
            murmur3 minhash
            -Mwxgim 09oFCW8 1X1vwh4 2fYurEl 3dPMvkz
            6205a9fb963d11de51b2ba47595ecaa0cb0ced0eabd09784
            057580a9e6ea24bdf94e655acc3a769f5e05d49efc770185
            farmhash super_minhash
            -J2rKbS 0YuDzBw 16nz0Pe 2oTelWJ 3_VBvnV
            5e1d07effa74a47d068bcc09dc6804575e1f2dd7880ee107
            069f3647233e2cd5ade8819c4059bd382be7ea508c6fb74c
            farmhash minhash
            -ljT2jP 0zfjt9b 1eVSrlX 21G4uOf 35GqLhp
            0627570aef0bdc80a1e66830a1239d5a5e1f2dd7880ee107
            069f3647233e2cd5ade8819c4059bd382be7ea508c6fb74c
            komihash super_minhash
            -4erWe4 0FYCFaG 184I_79 22yFoYI 3yR0X3a
            a87e56e1ff37e54cad23353deff82babf36c07543033cf80
            63d6a66381d36b33ac8e98527ee239895b0aa57f7ad8bb02
            komihash minhash
            -yPZ2f9 0xvxszF 15J5sNO 2nCQ7_A 3IVu8-6
            efe12b4661b7b55b3577f6d0eddabba4f36c07543033cf80
            63d6a66381d36b33ac8e98527ee239895b0aa57f7ad8bb02
            """;

    private static final List<List<String>> DOCUMENT = List.of(
            List.of("the", "quick", "brown", "fox", "jumps"),
            List.of("na\u00EFve", "\uD83E\uDD8A"));

    /** Of the same document by the default scheme: what an index holds if nothing was changed. */
    private static final String DEFAULT_GOLDEN = """
            -EmLuk_ 0eZ7fTS 1wwsYeq 2Lxyc_9 3cr_x4a 4tliEh3 5TgZJpO 6DBkrAb
            7uWeeVV 857IY-z 9tPtmf9 ACXVoUz BiZCO29 CuQxM4X DUhRrdj EX3ovgp
            615a2654207db0629c3d89f2706a7b2ba6716edebffe9bfb437e6fb04356721c
            d931d3a17227e50c96b708bb47e13a83d77e89c5578074c6e699bf8e2a62f593
            c389db8f5892704c11bd70dd758c4600740c5f30a89aa0dc7e24e16253c3dd29
            7a9ca6d16cf50d9160ab0113369ea21d675ed32aa689770e59c8edbfabbfdc39
            b96db81962be0f9c
            0a90faa10bd33f0a48375586736ddc43ecb7fc6498fd14ac
            """;

    /** SHA-256 over the output of {@link #DOCUMENTS} random documents, each by a random scheme. */
    private static final String CHECKSUM =
            "e956521d2867d5dad802f267daeb79fe480a3276c08c9da23c767074428d5165";
    private static final int DOCUMENTS = 4_000;

    @Test
    public void everyHashFunctionAndSketch() {
        StringBuilder output = new StringBuilder();
        for (HashFunction function : HashFunction.values()) {
            for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
                Scheme scheme =
                        scheme().hash(function, 1).sketch(algorithm, 16).banding(5, 3).build();
                output.append(ChoiceParameter.nameOf(function)).append(' ');
                output.append(ChoiceParameter.nameOf(algorithm)).append('\n');
                output.append(Output.of(scheme, DOCUMENT)).append('\n');
            }
        }
        assertEquals(GOLDEN, output.toString());
    }

    @Test
    public void defaultScheme() {
        Banding banding = BandChoice
                .resolve(null, null, null, null, Parameters.HASH_COUNT.defaultValue())
                .banding();
        Scheme scheme = scheme().banding(banding.bands(), banding.rows()).build();
        String[] output = Output.of(scheme, DOCUMENT).toString().split("\n");
        String[] expected = DEFAULT_GOLDEN.split("\n");
        assertEquals(expected[0] + ' ' + expected[1], output[0]);
        assertEquals(String.join("", List.of(expected).subList(2, 7)), output[1]);
        assertEquals(expected[7], output[2]);
    }

    @Test
    public void thousandsOfDocuments() throws NoSuchAlgorithmException {
        Random random = new Random(1);
        MessageDigest sum = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < DOCUMENTS; i++) {
            Scheme scheme = ReferenceOutputTest.randomScheme(random, 16 + random.nextInt(120));
            List<List<String>> document = ReferenceOutputTest.randomDocument(random, 30);
            String output = Output.of(scheme, document).toString();
            sum.update(output.getBytes(StandardCharsets.US_ASCII));
        }
        assertEquals(CHECKSUM, HexFormat.of().formatHex(sum.digest()));
    }
}
