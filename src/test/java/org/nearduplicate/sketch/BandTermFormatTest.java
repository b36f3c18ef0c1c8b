package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;

/** Terms and keys are the same numbers, in the same order, and nothing else is read as a term. */
public class BandTermFormatTest {

    private static final String ALPHABET =
            "\u001F !\"#$%&'()*+,-./0123456789:;<=>_`abcdefghijklmnopqrstuvwxyz{|}~";
    private static final int[] BANDS = {1, 2, 63, 64, 65, 128, 511, 512};

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void bounds() {
        Refusal.of(() -> new BandTermFormat(0)).says(
                "[bands] must be a whole number between 1 and 512, got [0]");
        Refusal.of(() -> new BandTermFormat(513)).says(
                "[bands] must be a whole number between 1 and 512, got [513]");
    }

    @Test
    public void keysAreBandTimes2To42PlusTheRows() {
        assertEquals(0, BandTermFormat.key(0, 0));
        assertEquals(0x3FFFFFFFFFFL, BandTermFormat.key(0, 0x3FFFFFFFFFFL));
        assertEquals(511L * 0x40000000000L + 5, BandTermFormat.key(511, 5));
        assertEquals(512L << 42, new BandTermFormat(512).keys());
        assertEquals(511, BandTermFormat.band((512L << 42) - 1));
        assertEquals(0, BandTermFormat.band((1L << 42) - 1));
        assertEquals(1, BandTermFormat.band(1L << 42));
    }

    @Test
    public void termsAreTheKeysInBase64() {
        Random random = seeded.random();
        for (int bands : BANDS) {
            BandTermFormat format = new BandTermFormat(bands);
            LongStream keys = LongStream.concat(
                    LongStream.of(0, format.keys() - 1), random.longs(1_000, 0, format.keys()));
            for (long key : keys.toArray()) {
                StringBuilder expected = new StringBuilder();
                long rest = key;
                for (int digit = 0; digit < BandTermFormat.WIDTH; digit++) {
                    expected.append(ALPHABET.charAt((int) (rest % 64)));
                    rest /= 64;
                }
                assertEquals(0, rest);
                assertEquals(expected.reverse().toString(), term(format, key));
                assertEquals(key, key(format, term(format, key), random.nextInt(3)));
            }
        }
    }

    @Test
    public void everyOtherByteIsRefused() {
        BandTermFormat format = new BandTermFormat(512);
        for (int place = 0; place < BandTermFormat.WIDTH; place++) {
            for (int value = 0; value < 256; value++) {
                byte[] term = " abcdefgh".getBytes(StandardCharsets.US_ASCII);
                term[place] = (byte) value;
                int bits = ALPHABET.indexOf(value);
                if (bits >= 0 && (place > 0 || bits < 512 / ALPHABET.length())) {
                    assertEquals(value, term(format, format.key(term, 0, 9)).charAt(place));
                } else {
                    assertRefused(format, term);
                }
            }
        }
    }

    @Test
    public void everyOtherLengthIsRefused() {
        for (int bands : BANDS) {
            BandTermFormat format = new BandTermFormat(bands);
            for (int length = 0; length < 30; length++) {
                byte[] term = new byte[length];
                Arrays.fill(term, (byte) ALPHABET.charAt(0));
                if (length == BandTermFormat.WIDTH) {
                    assertEquals(0, format.key(term, 0, length));
                } else {
                    assertRefused(format, term);
                }
            }
        }
    }

    @Test
    public void everyOtherBandIsRefused() {
        for (int bands : new int[] {1, 2, 63, 65, 128, 511}) {
            BandTermFormat format = new BandTermFormat(bands);
            BandTermFormat all = new BandTermFormat(bands < 64 ? 64 : 512);
            for (long key : new long[] {format.keys(), all.keys() - 1}) {
                assertRefused(format, term(all, key).getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    @Test
    public void refusalTellsTheTerm() {
        IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> new BandTermFormat(3).key(new byte[] {9, 1, 2, 9}, 1, 2));
        assertEquals(
                "possible corruption: a band term of 3 bands has 9 characters of 0x1F-0x3E and"
                        + " 0x5F-0x7E, got [1, 2]",
                e.getMessage());
    }

    private static void assertRefused(BandTermFormat format, byte[] term) {
        IllegalStateException e = assertThrows(
                IllegalStateException.class, () -> format.key(term, 0, term.length));
        assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption"));
    }

    private static String term(BandTermFormat format, long key) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(key, term);
        return new String(term, StandardCharsets.US_ASCII);
    }

    private static long key(BandTermFormat format, String term, int offset) {
        byte[] bytes = ("zz".substring(0, offset) + term + "z").getBytes(
                StandardCharsets.US_ASCII);
        return format.key(bytes, offset, BandTermFormat.WIDTH);
    }
}
