package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;

/**
 * The bytes of an index never change for a scheme: band terms, signature and shingle set are those
 * written down here. The slow second recipe printed them.
 */
public class GoldenOutputTest {

    /** Of hash function and sketch, 16 components in 5×3, seed 1: terms, signature, shingle set. */
    private static final String GOLDEN =
            """
                    xxh3 fast_similarity
                    1f1f1f20693c3a616b 1f206a78745f383628 1f217772341f7a3470 1f2239346d636e306b 1f233a7d772b372f7c
                    0c476edfa23ca6bafdc138246e659f3c66a605827467d528
                    338cfb51ee5857f425a50e90ddd602abb42bfd4ee1dfc352
                    xxh3 super_minhash
                    1f1f332b333e6d3737 1f20206c632e795f69 1f2170787d3e64223e 1f22206b656b306378 1f237b6e7e6e387277
                    c465039ffdf8121588d52eba59aa0c8966a605827467d528
                    338cfb51ee5857f425a50e90ddd602abb42bfd4ee1dfc352
                    xxh3 minhash
                    1f1f766e6f7b6d6670 1f206f643d2d3d7820 1f2167617376732978 1f227a603a742f3d25 1f23313c772a762829
                    6538fdb3896dc4e759830312d5503d7c66a605827467d528
                    338cfb51ee5857f425a50e90ddd602abb42bfd4ee1dfc352
                    murmur3 fast_similarity
                    1f1f3b73702971282f 1f206122353d5f2675 1f2124647837786479 1f222c773c281f7c29 1f232875796b232937
                    05f7d047836c059e9647263d7105424fcb0ced0eabd09784
                    057580a9e6ea24bdf94e655acc3a769f5e05d49efc770185
                    murmur3 super_minhash
                    1f1f2e2d2f321f6663 1f20703c247c717125 1f21222675281f3163 1f223c31637269651f 1f233c6867371f302a
                    f72671a97824ba11c08d65abec058362cb0ced0eabd09784
                    057580a9e6ea24bdf94e655acc3a769f5e05d49efc770185
                    murmur3 minhash
                    1f1f367b7c6b6d717c 1f2029732f2c60285f 1f2161217a7b6c2433 1f226a6279762e7026 1f236839367a6f7e3c
                    6205a9fb963d11de51b2ba47595ecaa0cb0ced0eabd09784
                    057580a9e6ea24bdf94e655acc3a769f5e05d49efc770185
                    farmhash fast_similarity
                    1f1f3e2665686b7063 1f20202d2635303334 1f215f6d7a62203e72 1f2270356f7d65235f 1f233d3971386e6f36
                    1de98a375ea4a87d27ed0430ccdf06f65e1f2dd7880ee107
                    069f3647233e2cd5ade8819c4059bd382be7ea508c6fb74c
                    farmhash super_minhash
                    1f1f33227634663c2a 1f2062792d7e2b7b64 1f2126727e20396924 1f22733d6970603324 1f23645f2b7a725f5f
                    5e1d07effa74a47d068bcc09dc6804575e1f2dd7880ee107
                    069f3647233e2cd5ade8819c4059bd382be7ea508c6fb74c
                    farmhash minhash
                    1f1f706e3d226e396f 1f207e6a6e7829662f 1f21695f3c76706166 1f2221302479386a7e 1f23253075356c7431
                    0627570aef0bdc80a1e66830a1239d5a5e1f2dd7880ee107
                    069f3647233e2cd5ade8819c4059bd382be7ea508c6fb74c
                    komihash fast_similarity
                    1f1f2339686061602f 1f20752f3e646a2f39 1f21375f2e67653b6c 1f2239746531667e72 1f23622d3a27272571
                    ab98984c7cad56232b83efb5e13ff8dff36c07543033cf80
                    63d6a66381d36b33ac8e98527ee239895b0aa57f7ad8bb02
                    komihash super_minhash
                    1f1f24697660692421 1f202f622c2f65305f 1f212824326427292b 1f22227d2f7362326a 1f237d3b2061236562
                    a87e56e1ff37e54cad23353deff82babf36c07543033cf80
                    63d6a66381d36b33ac8e98527ee239895b0aa57f7ad8bb02
                    komihash minhash
                    1f1f7d3963226a2966 1f207c7a7c777e2f6f 1f2125332577373826 1f22722c3a27642a70 1f23325f79281f2625
                    efe12b4661b7b55b3577f6d0eddabba4f36c07543033cf80
                    63d6a66381d36b33ac8e98527ee239895b0aa57f7ad8bb02
                    """;

    private static final List<List<String>> DOCUMENT = List.of(
            List.of("the", "quick", "brown", "fox", "jumps"),
            List.of("na\u00EFve", "\uD83E\uDD8A"));

    /** Of the same document by the default scheme: what an index holds if nothing was changed. */
    private static final String DEFAULT_GOLDEN = """
            1f1f61312a3627696e 1f20383c3d6a733928 1f216f6b7b2434396e 1f22602e327a273478
            1f23657a68753e7c3d 1f2467612824303b7b 1f25657d6926203132 1f26356576773d7e7c
            1f272b37712f79253b 1f2866366e247e2063 1f2931332169262c73 1f2a7b2e787d6a747a
            1f2b796f722b78766f 1f2c7e1f646e75392a 1f2d30343e64272e2f 1f2e3176736424683a
            3582e7da1c90818bc6a8c673bc5cb8f71a0dceb829ae6a605e14fdefdbea83db
            9c522395267df871b3c6e3817440c486b96db81962be0f9c
            0a90faa10bd33f0a48375586736ddc43ecb7fc6498fd14ac
            """;

    /** SHA-256 over the output of {@link #DOCUMENTS} random documents, each by a random scheme. */
    private static final String CHECKSUM =
            "bb03460778c26203c100fcdef9ed5a150a6d5a80dab1dd803c89c62b350b8a63";
    private static final int DOCUMENTS = 4_000;

    @Test
    public void everyHashFunctionAndSketch() {
        StringBuilder output = new StringBuilder();
        for (HashFunction function : HashFunction.values()) {
            for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
                Scheme scheme =
                        scheme().hash(function, 1)
                                .sketch(algorithm, 16)
                                .bits(8)
                                .banding(5, 3)
                                .build();
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
        assertEquals(String.join(" ", List.of(expected).subList(0, 4)), output[0]);
        assertEquals(String.join("", List.of(expected).subList(4, 6)), output[1]);
        assertEquals(expected[6], output[2]);
    }

    /** The prints of the shingles above, for several p. */
    @Test
    public void prints() {
        Map<Integer, String> expected = Map.of(
                2, "1f1f243126742f603d 1f1f3e60312f3a696b 1f1f786c6d77607c64",
                3, "1f1f267a2a6e77712c 1f1f6e307a37685f21",
                16, "1f1f692f7d69232a73",
                64, "");
        ShingleHashes hashes = Shingling.hashes(scheme().build(), DOCUMENT);
        expected.forEach(
                (oneIn, terms) -> assertEquals(
                        terms,
                        Output.prints(new Prints(oneIn), hashes)
                                .stream()
                                .map(Output::hex)
                                .collect(Collectors.joining(" "))));
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
