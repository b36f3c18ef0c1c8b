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
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * The bytes of an index never change for a scheme: band terms, signature and shingle set are those
 * written down here. The slow second recipe printed them.
 */
public class GoldenOutputTest {

    /** Of hash function and sketch, 16 components in 5×3, seed 1: terms, signature, shingle set. */
    private static final String GOLDEN =
            """
                    xxh3 fast_similarity
                    1f1f21722473771f1f 1f20237d7a38671f1f 1f2136332e206f1f1f 1f22702c6d752f1f1f 1f232f702e261f1f1f
                    0c476edfa23ca6bafdc138246e659f3c66a605827467d528
                    0447ed33ce9496d05fae0a58777f873bf565
                    xxh3 super_minhash
                    1f1f7e2d2e1f271f1f 1f207377306f5f1f1f 1f21236b3c745f1f1f 1f22786768761f1f1f 1f236b332525371f1f
                    c465039ffdf8121588d52eba59aa0c8966a605827467d528
                    0447ed33ce9496d05fae0a58777f873bf565
                    xxh3 minhash
                    1f1f28776d706f1f1f 1f202d352739771f1f 1f217e2d7d615f1f1f 1f223c2c672d2f1f1f 1f2378677e26371f1f
                    6538fdb3896dc4e759830312d5503d7c66a605827467d528
                    0447ed33ce9496d05fae0a58777f873bf565
                    murmur3 fast_similarity
                    1f1f353a6b74271f1f 1f2027386d306f1f1f 1f212b37347e371f1f 1f226a6a24741f1f1f 1f23303c6860271f1f
                    05f7d047836c059e9647263d7105424fcb0ced0eabd09784
                    04a702d61539e5f7927ddae930dcf17b5263
                    murmur3 super_minhash
                    1f1f7c652472671f1f 1f203d767e7b6f1f1f 1f217065643a6f1f1f 1f2227633a765f1f1f 1f236226723d2f1f1f
                    f72671a97824ba11c08d65abec058362cb0ced0eabd09784
                    04a702d61539e5f7927ddae930dcf17b5263
                    murmur3 minhash
                    1f1f20316865771f1f 1f2065732e3c1f1f1f 1f216b6a3166271f1f 1f222f682b74371f1f 1f2371317e791f1f1f
                    6205a9fb963d11de51b2ba47595ecaa0cb0ced0eabd09784
                    04a702d61539e5f7927ddae930dcf17b5263
                    farmhash fast_similarity
                    1f1f6b23763b771f1f 1f206a6f756b6f1f1f 1f21227c606a771f1f 1f22322f2e77371f1f 1f237e696a3a771f1f
                    1de98a375ea4a87d27ed0430ccdf06f65e1f2dd7880ee107
                    041cd97c1aa2b756b3e0f46601be3142a94b
                    farmhash super_minhash
                    1f1f35745f641f1f1f 1f207a363d6f271f1f 1f213165606a771f1f 1f222d637c361f1f1f 1f2334776c36771f1f
                    5e1d07effa74a47d068bcc09dc6804575e1f2dd7880ee107
                    041cd97c1aa2b756b3e0f46601be3142a94b
                    farmhash minhash
                    1f1f703e7a785f1f1f 1f203d7e397c271f1f 1f2134773a395f1f1f 1f2264606c2f371f1f 1f233c2b7b6e1f1f1f
                    0627570aef0bdc80a1e66830a1239d5a5e1f2dd7880ee107
                    041cd97c1aa2b756b3e0f46601be3142a94b
                    komihash fast_similarity
                    1f1f6b373d6a5f1f1f 1f203e34237e5f1f1f 1f212e6f207c1f1f1f 1f22632936691f1f1f 1f233c30722b1f1f1f
                    ab98984c7cad56232b83efb5e13ff8dff36c07543033cf80
                    048e995a8f3ab2ceac25e688fb62ebfd952e
                    komihash super_minhash
                    1f1f745f77751f1f1f 1f2068652b28771f1f 1f21222e796e5f1f1f 1f2269357223771f1f 1f23217c23241f1f1f
                    a87e56e1ff37e54cad23353deff82babf36c07543033cf80
                    048e995a8f3ab2ceac25e688fb62ebfd952e
                    komihash minhash
                    1f1f217c692c1f1f1f 1f2037227d7a5f1f1f 1f212c2f65321f1f1f 1f223d332278271f1f 1f23342c39286f1f1f
                    efe12b4661b7b55b3577f6d0eddabba4f36c07543033cf80
                    048e995a8f3ab2ceac25e688fb62ebfd952e
                    """;

    private static final List<List<String>> DOCUMENT = List.of(
            List.of("the", "quick", "brown", "fox", "jumps"),
            List.of("na\u00EFve", "\uD83E\uDD8A"));

    /** Of the same document by the default scheme: what an index holds if nothing was changed. */
    private static final String DEFAULT_GOLDEN = """
            1f1f342d2220246a71 1f20206d226f296178 1f217a38657e7e7938 1f222728276c316326
            1f237727733b66696f 1f2425257e7d67646e 1f252e2d225f647965 1f267d3b3337663964
            1f272a2f6437696529 1f283c20302b787321 1f29267c3b267b6270 1f2a7a65702238726f
            3582e7da1c90818bc6a8c673bc5cb8f71a0dceb829ae6a605e14fdefdbea83db
            9c522395267df871b3c6e3817440c486b96db81962be0f9c
            0484ea432add2029fc0f71b7cdf46392f14b
            """;

    /** SHA-256 over the output of {@link #DOCUMENTS} random documents, each by a random scheme. */
    private static final String CHECKSUM =
            "ae4c5d623606ebd6256938f932a7ea7f310f2c29cc29f78ffef82f48bb277b32";
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
        assertEquals(String.join(" ", List.of(expected).subList(0, 3)), output[0]);
        assertEquals(String.join("", List.of(expected).subList(3, 5)), output[1]);
        assertEquals(expected[5], output[2]);
    }

    /** The sampled shingles of the shingles above, for several p. */
    @Test
    public void sampled() {
        Map<Integer, String> expected = Map.of(
                2, "1f1f243126742f603d 1f1f3e60312f3a696b 1f1f786c6d77607c64",
                3, "1f1f267a2a6e77712c 1f1f6e307a37685f21",
                16, "1f1f692f7d69232a73",
                64, "");
        ShingleHashes hashes = Shingling.hashes(scheme().build(), DOCUMENT);
        expected.forEach(
                (oneIn, terms) -> assertEquals(
                        terms,
                        Output.sampled(new SampledShingles(oneIn), hashes)
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
