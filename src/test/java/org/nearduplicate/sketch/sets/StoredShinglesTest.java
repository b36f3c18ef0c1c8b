package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.Shingling;

/** Sets are stored as they are defined, come out as they went in, and nothing else is taken for one. */
public class StoredShinglesTest {

    private static final long SHINGLES = ReferenceSet.SHINGLES;

    @Rule
    public final Seeded seeded = new Seeded();

    /** Of one shingle 34 bits are low, of three 32 and of five 31, and 1 + 1, 3 + 4 and 5 + 8 are for the high parts. */
    @Test
    public void layout() {
        assertStored("00");
        assertStored("01" + "0000000000" + "01", 0);
        assertStored("01" + "ffffffff03" + "01", SHINGLES - 1);
        assertStored(
                "03" + "01000000" + "02000000" + "ffffffff" + "23", 1, 2, SHINGLES - 1);
        assertStored(
                "05" + "00000000" + "01000000" + "000000c0" + "ffffffff" + "ffffff07" + "1506",
                0, 1L << 31 | 2, 2L << 31, 6L << 31 | 0x7FFFFFFE, 6L << 31 | 0x7FFFFFFF);
    }

    private static void assertStored(String hex, long... shingles) {
        assertEquals(hex, HexFormat.of().formatHex(set(shingles).toBytes()));
        assertEquals(hex, HexFormat.of().formatHex(ReferenceSet.stored(shingles)));
    }

    @Test
    public void setsOfEverySize() {
        for (int size = 1; size <= 300; size++) {
            assertRoundTrip(random(size, SHINGLES));
        }
    }

    @Test
    public void setsOfAllShapes() {
        for (int i = 0; i < 30; i++) {
            assertRoundTrip(ofAnyShape(1 + seeded.random().nextInt(5_000)));
        }
    }

    private long[] ofAnyShape(int size) {
        long gap = (SHINGLES - 1) / size;
        int most = seeded.random().nextInt(size);
        return switch (seeded.random().nextInt(6)) {
            case 0 -> random(size, SHINGLES);
            // All in the first high parts, or in the last ones.
            case 1 -> LongStream.range(0, size).toArray();
            case 2 -> LongStream.range(SHINGLES - size, SHINGLES).toArray();
            // As far from each other as they can be.
            case 3 -> LongStream.range(0, size).map(i -> i * gap).toArray();
            case 4 -> LongStream.range(0, size)
                    .map(i -> i <= most ? i : SHINGLES - size + i)
                    .toArray();
            default -> random(size, 2L * size);
        };
    }

    private long[] random(int size, long bound) {
        TreeSet<Long> shingles = new TreeSet<>();
        while (shingles.size() < size) {
            shingles.add(seeded.random().nextLong(bound));
        }
        return shingles.stream().mapToLong(Long::longValue).toArray();
    }

    private void assertRoundTrip(long[] shingles) {
        ShingleSet set = set(shingles);
        byte[] stored = set.toBytes();
        assertArrayEquals(ReferenceSet.stored(shingles), stored);
        assertEquals(stored.length, StoredShingles.length(shingles.length));
        int offset = seeded.random().nextInt(9);
        byte[] among = among(stored, offset);
        assertEquals(
                shingles.length, StoredShingles.requireSize(among, offset, stored.length));
        assertEquals(set, ShingleSet.read(new StoredShingles().open(among, offset)));
    }

    private static ShingleSet set(long... shingles) {
        return ShingleSet.of(
                Shingling.hashes(LongStream.of(shingles).map(shingle -> shingle << 30).toArray()));
    }

    /** Puts a stored form among other bytes, all bits of which are set. */
    private static byte[] among(byte[] stored, int offset) {
        byte[] bytes = new byte[offset + stored.length + 9];
        Arrays.fill(bytes, (byte) -1);
        System.arraycopy(stored, 0, bytes, offset, stored.length);
        return bytes;
    }

    @Test
    public void aMillionShingles() {
        Random random = seeded.random();
        ShingleSet set = ShingleSet.of(Shingling.hashes(random.longs(1_000_000).toArray()));
        byte[] stored = set.toBytes();
        assertEquals(set, ShingleSet.read(stored));
        long before = AllocatedBytes.ofThisThread();
        StoredShingles reader = new StoredShingles().open(stored, 0);
        assertEquals(1, set.share(ShareOf.UNION, reader, 0), 0);
        long allocated = AllocatedBytes.ofThisThread() - before;
        assertTrue(allocated + " bytes", allocated < 100_000);
    }

    @Test
    public void lengths() {
        assertEquals(431, StoredShingles.length(118));
        assertEquals(1, StoredShingles.length(0));
        for (int size = 1; size <= 20_000; size++) {
            assertLength(size);
        }
        for (int power = 14; power < 31; power++) {
            for (int size = (1 << power) - 20; size < (1 << power) + 20; size++) {
                assertLength(size);
            }
        }
        for (int i = 0; i < 10_000; i++) {
            assertLength(1 + seeded.random().nextInt(Integer.MAX_VALUE));
        }
        assertLength(Integer.MAX_VALUE);
    }

    private static void assertLength(int size) {
        assertEquals(ReferenceSet.length(size), StoredShingles.length(size));
        assertTrue("" + size, StoredShingles.length(size) >= StoredShingles.length(size - 1));
    }

    /** What is stored is refused unless it has the length that it says, and so is a number of shingles that goes on for ever. */
    @Test
    public void everyOtherLengthIsRefused() {
        for (int size : new int[] {1, 2, 50, 127, 128, 300}) {
            byte[] stored = set(random(size, SHINGLES)).toBytes();
            for (int length = 0; length < stored.length + 9; length++) {
                if (length != stored.length) {
                    assertRefused(Arrays.copyOf(stored, length));
                }
            }
        }
        assertRefused(new byte[] {0});
        // A number with a zero before it.
        byte[] two = ReferenceSet.stored(256, 257);
        assertEquals(2, StoredShingles.requireSize(two, 0, two.length));
        two[0] = (byte) (128 | two[0]);
        assertRefused(two);
        for (int length = 1; length < 20; length++) {
            byte[] endless = new byte[length];
            Arrays.fill(endless, (byte) -1);
            assertRefused(endless);
            endless[length - 1] = 127;
            assertRefused(endless);
        }
        assertThrows(
                IllegalStateException.class, () -> new StoredShingles().open(new byte[] {2, 0}, 0));
    }

    private static void assertRefused(byte[] bytes) {
        assertEquals(
                "possible corruption: a shingle set begins with how many shingles it has, at least 1, and that"
                        + " says its length, got " + bytes.length + " bytes",
                assertThrows(
                        IllegalStateException.class,
                        () -> StoredShingles.requireSize(bytes, 0, bytes.length)).getMessage());
    }

    /** Every bit flipped, once or with others, is read as the definition says, or refused where a set is needed. */
    @Test
    public void anyOtherBits() {
        Random random = seeded.random();
        int refused = 0;
        for (int size : new int[] {1, 2, 3, 40, 64, 100, 257}) {
            byte[] stored =
                    set(random(size, random.nextBoolean() ? SHINGLES : 2L * size)).toBytes();
            for (int bit = 8; bit < 8 * stored.length; bit++) {
                byte[] changed = stored.clone();
                for (int at = bit; at < 8 * stored.length; at += 1 + random.nextInt(8 * 200)) {
                    changed[at / 8] ^= (byte) (1 << at % 8);
                }
                if (StoredShingles.size(changed, 0, changed.length) == size) {
                    refused += assertRead(changed) ? 0 : 1;
                }
            }
        }
        assertTrue(refused + " refused", refused > 100);
    }

    private boolean assertRead(byte[] stored) {
        int offset = seeded.random().nextInt(9);
        StoredShingles reader = new StoredShingles().open(among(stored, offset), offset);
        List<Long> read = new ArrayList<>();
        for (int count = reader.next(); count > 0; count = reader.next()) {
            Arrays.stream(reader.window(), 0, count).forEach(read::add);
        }
        assertEquals(ReferenceSet.shingles(stored), read);
        if (ReferenceSet.isSet(stored)) {
            reader.requireAscending();
            return true;
        }
        assertTrue(
                assertThrows(IllegalStateException.class, reader::requireAscending).getMessage()
                        .startsWith("possible corruption: "));
        return false;
    }
}
