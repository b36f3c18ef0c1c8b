package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.Test;

/** Each hash function returns what its reference implementation in C or C++ returns. */
public class HashFunctionVectorsTest {

    /**
     * The hashes of the bytes 0, 1, 2 … (modulo 256), computed with xxHash 0.8.3, smhasher 0ff96f7,
     * farmhash 0d859a8 and komihash 5.29. At lengths like these a function changes its ways.
     */
    private static final String VECTORS = """
            seed length xxh3 murmur3 farmhash komihash
            0 0 2d06800538d394c2 0000000000000000 0000000000000000 b7683ea7430132b4
            0 1 c44bdff4074eecdb 4610abe56eff5cb5 85ecf27063e36db1 d5b6bb48fef4dfe0
            0 7 0cd2084a62406b69 bd4c6987ca4b0d68 9796cafd3e7941e3 5b00a65f9e31ee4a
            0 8 3a1c2d7c85af88f8 47a7e1bdd68e2fc8 b82317e56a7f0974 00b4313a24431306
            0 16 8355e3a6f61770db 444924b591903f30 06e04938eb05b167 97c39f940688b201
            0 24 eb173b2aa3b5397a 734e846275b2dfde eba52377771b2128 e4865c6123d8197b
            0 31 4f36db8e4df378fd 053dd3e1a32cd094 204cebf7a896efd7 c77e02ed4b201b9a
            0 47 f054c7464a5aebb2 8a0f637c089b4882 b6523390fe9308c3 36eb9e6a4c2c5e4b
            0 65 6928c76ce90422d0 d03691014d981ee2 f87b299071dfcb62 f345f72e78881b16
            0 129 ec7642b431ba3e5a 5367d648dc6fafe5 67d08957a6b5b318 143ea7af111a6977
            0 200 f42a8864feaf0703 e56cd258c34de533 c5b8a3a144ca884c 7a0104e11bf9e090
            0 241 02e8cd95421c6d02 42b35e0da6686d0f 539839e3a2b59cdf 995b95c0729e13fe
            0 600 87fc68595c450fb1 2fbb20742779f00d 0e931eda2166c857 f2910ac57c307c58
            1 0 4dc5b0cc826f6703 4610abe56eff5cb5 f4ff80ec63c103d4 8144997f19f846a7
            1 1 5eaac1f7b17ef730 0000000000000000 2aa4bfde585a7a03 c25e4b3ede8c4213
            1 7 b23877d88cdc72cb e713be3b4527d377 82c2af078a919e27 e4cfc4af62a7fe09
            1 8 e7241ac1fdcd24bb 4ca862fa856af835 79464d8eecdcc390 e4211609a61766af
            1 16 e2d1e4053a219356 96156ad3ebbda214 caead084c21e34fa fda1cff63f1e1664
            1 24 cee19167d8fc0dc8 9ba48708fc56d6cc 98924c811e20a732 bc10ea84b84cd2a1
            1 31 66f449d9f812d10f 3ef08ab7a9df7dc3 13efe41c2202f029 b9ee94d719299ed2
            1 47 cfbb95471f093657 092057a8c2a4e7fb ad8d0fcc02d17ec0 2b0dcff979937bc3
            1 65 906c131d879ffe18 368a0778ca843d20 3c812062c9ccfd1f 492a24bf4d8b32d6
            1 129 88ee72694368e67d 2fa70e052eb9e7ee d4e6ec1062d14e44 98bc42de8f0d0a5d
            1 200 4e18eb39c54569e1 858a5e4e4014d39d 34aba4e23ba791f6 5a8ac81e690ee3f7
            1 241 da735d4f53476cb5 07b95b3ea6ed846c 64eba04f906f6e83 ae1d8ffa54f723d7
            1 600 1202d81fcc6155fd 25ad68af4fdebed6 08823a432d97ec9c 597243921e1b3594
            2147483647 0 395f65ca3bd89da0 656ac7570e166c3f 28915e1c848e5470 f4c4a51fef8c14a9
            2147483647 1 22480bddbd2856b6 fa7677159796e0c7 95c4464c9a63987d 607282c2f03a6962
            2147483647 7 c5d0506f30eb1fdf 76eebc107296123c 1e4096c0c16370a2 f2dd10dcfcb608d3
            2147483647 8 010e965e7f823bc0 ec2d286607ba9bc1 35a4ef0b8ad8754c 24b0146577cb4f53
            2147483647 16 3c14c3a4b667a4d3 d6f430bf9773e4fb 0ea833f4d3642931 25393a8e2d729c84
            2147483647 24 e75ef0c37cced0bf fbc22538ead2d364 78f1be6569a8e7cb 170f466536bbf815
            2147483647 31 452eaae77239301c a2ad7e77a81a7606 d348492502005f3a 8751e1cd697799bb
            2147483647 47 0cccfabf1f0f9919 9a468df69ef064b9 4331869e09f6795c 4c5059aade962e16
            2147483647 65 082db1e9da29c7bd 493f02e51c8782ce 9688f0e0eadd05de b70acf1fc66be780
            2147483647 129 04bbfa15f05c66ef 39da464a367efe67 8d68c7be4e1d49ae 87d721387b540fef
            2147483647 200 902a7f97bfc7f579 1ca7547458cb4371 b5a235c7fc98aae4 0c3fb2e34981f282
            2147483647 241 912c511a9af3c5f3 3affb356105d4550 f3dadf2ac7f8f00a a621757e97da2efa
            2147483647 600 a06dc4eb06df1e32 3acc896dc0a85525 53d29d741361be16 e546210eb9717780
            """;

    @Test
    public void seedsAndLengths() {
        List<String[]> lines = VECTORS.lines().map(line -> line.split(" ")).toList();
        for (String[] vector : lines.subList(1, lines.size())) {
            int seed = Integer.parseInt(vector[0]);
            byte[] bytes = new byte[Integer.parseInt(vector[1])];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) i;
            }
            for (int column = 2; column < vector.length; column++) {
                String function = lines.get(0)[column];
                assertEquals(function + " of " + bytes.length + " bytes, seed " + seed,
                        vector[column],
                        hex(Parameters.HASH_FUNCTION.parse(function), seed, bytes));
            }
        }
    }

    @Test
    public void everyFunctionHasVectors() {
        String header = VECTORS.lines().findFirst().orElseThrow();
        for (HashFunction function : HashFunction.values()) {
            assertTrue(header.contains(" " + ChoiceParameter.nameOf(function)));
        }
    }

    /** From the sanity checks of xxHash, a well-known vector, and komihash's README. */
    @Test
    public void published() {
        assertText("2d06800538d394c2", HashFunction.XXH3, 0, "");
        assertText("e34bbc7bbc071b6c", HashFunction.MURMUR3, 0,
                "The quick brown fox jumps over the lazy dog");
        assertText("a2b41aca17b9f42f", HashFunction.MURMUR3, 1223,
                "The quick brown fox jumps over the lazy dog");
        assertText("05ad960802903a9d", HashFunction.KOMIHASH, 0,
                "This is a 32-byte testing string");
        assertText("2c514f6e5dcb11cb", HashFunction.KOMIHASH, 0, "7 chars");
        assertText("a761280322bb7698", HashFunction.KOMIHASH, 0x100, "The cat is out of the bag");
    }

    private static void assertText(String hash, HashFunction function, int seed, String text) {
        assertEquals(hash, hex(function, seed, text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String hex(HashFunction function, int seed, byte[] bytes) {
        return HexFormat.of().toHexDigits(function.seeded(seed).hashBytesToLong(bytes));
    }
}
