package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Band terms are of the characters that Lucene packs, of one width, ordered by band and hash, and equal when bands are. */
public class BandTermsTest {

    private static final String CHARACTERS = "[\\x1F-\\x3E\\x5F-\\x7E]";
    private static final int HASH_CHARACTERS = 7;
    private static final int[] VALUES = values();

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void aTermForEachBand() {
        for (int bands = 1; bands <= 1024; bands++) {
            assertEquals(bands, new BandTerms(banded(bands, 1)).count());
        }
    }

    @Test
    public void everyTermIsOfPackedCharactersAndOfTheWidth() {
        for (int bands : new int[] {1, 16, 64, 65, 1024}) {
            Scheme scheme = banded(bands, 1);
            for (String term : Output.terms(randomSketch(scheme))) {
                assertTrue(term, term.matches(CHARACTERS + "{9}"));
            }
        }
    }

    @Test
    public void nothingIsWrittenBehindATerm() {
        BandTerms format = new BandTerms(banded(16, 6));
        byte[] term = new byte[BandTermFormat.WIDTH + 2];
        format.write(randomSketch(banded(16, 6)), 3, term);
        assertArrayEquals(new byte[2], Arrays.copyOfRange(term, BandTermFormat.WIDTH, term.length));
    }

    @Test
    public void holdsTheBandAndTheUpper42BitsOfItsHash() {
        for (HashFunction function : HashFunction.values()) {
            for (int bands : new int[] {16, 64, 65, 170}) {
                Scheme scheme = scheme().hash(function, 3)
                        .sketch(SketchAlgorithm.MINHASH, 1024)
                        .banding(bands, 6)
                        .build();
                Sketch sketch = randomSketch(scheme);
                List<String> terms = Output.terms(sketch);
                for (int band = 0; band < bands; band++) {
                    byte[] bytes = Arrays.copyOfRange(sketch.components(), band * 48,
                            (band + 1) * 48);
                    long hash = ReferenceHash.hash(function, 3, bytes);
                    String term = terms.get(band);
                    int split = term.length() - HASH_CHARACTERS;
                    assertEquals(band, decode(term.substring(0, split)));
                    assertEquals(hash >>> 22, decode(term.substring(split)));
                }
            }
        }
    }

    @Test
    public void bytesAreInTheOrderOfTheNumbers() {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            terms.addAll(Output.terms(randomSketch(banded(100, 1))));
        }
        List<String> byNumber = new ArrayList<>(terms);
        byNumber.sort((a, b) -> Long.compare(decode(a), decode(b)));
        Collections.sort(terms);
        assertEquals(byNumber, terms);
    }

    @Test
    public void termsOfOneDocumentAscend() {
        for (int bands : new int[] {2, 64, 65, 1024}) {
            List<String> terms = Output.terms(randomSketch(banded(bands, 1)));
            List<String> sorted = new ArrayList<>(terms);
            Collections.sort(sorted);
            assertEquals(sorted, terms);
        }
    }

    /** Accidents of 42 bits: 10⁵ differing bands, false in about one of 10⁷ runs. */
    @Test
    public void termsAreEqualExactlyIfAllComponentsOfTheBandAre() {
        Random random = seeded.random();
        for (int i = 0; i < 4_000; i++) {
            int rows = 1 + random.nextInt(8);
            Scheme scheme = banded(16, rows);
            Sketch one = randomSketch(scheme);
            byte[] bytes = one.components().clone();
            for (int changes = random.nextInt(16); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            Sketch other = new Sketch(scheme, new Fingerprint(1, 0), bytes);
            List<String> terms = Output.terms(one);
            List<String> otherTerms = Output.terms(other);
            for (int band = 0; band < 16; band++) {
                int from = band * rows * Long.BYTES;
                int to = from + rows * Long.BYTES;
                boolean equal = Arrays.equals(one.components(), from, to, bytes, from, to);
                assertEquals(equal, terms.get(band).equals(otherTerms.get(band)));
            }
        }
    }

    private static Scheme banded(int bands, int rows) {
        return scheme().sketch(SketchAlgorithm.MINHASH, 1024).banding(bands, rows).build();
    }

    private Sketch randomSketch(Scheme scheme) {
        byte[] components = new byte[scheme.hashCount() * Long.BYTES];
        seeded.random().nextBytes(components);
        return new Sketch(scheme, new Fingerprint(1, 0), components);
    }

    /** Reads the characters as digits of 6 bits: the value of one is how many are before it. */
    private static long decode(String digits) {
        long number = 0;
        for (char digit : digits.toCharArray()) {
            number = number << 6 | VALUES[digit];
        }
        return number;
    }

    private static int[] values() {
        int[] values = new int[128];
        int value = 0;
        for (char c = 0; c < values.length; c++) {
            values[c] = value;
            value += Character.toString(c).matches(CHARACTERS) ? 1 : 0;
        }
        return values;
    }
}
