package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** A set read from its stored form is the one that was stored. */
public class ShingleSetReadTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void readsWhatWasStoredAtAnyOffset() {
        Random random = seeded.random();
        for (int i = 0; i < 1_000; i++) {
            ShingleSet set = ShingleSet.of(
                    Shingling.hashes(random.longs(random.nextInt(30)).toArray()));
            int offset = random.nextInt(20);
            byte[] stored = set.toBytes();
            byte[] bytes = new byte[offset + stored.length + random.nextInt(20)];
            Arrays.fill(bytes, (byte) random.nextInt());
            System.arraycopy(stored, 0, bytes, offset, stored.length);
            ShingleSet read = ShingleSet.read(bytes, offset, set.size());
            assertEquals(set, read);
            assertEquals(set.size(), read.size());
            assertArrayEquals(stored, read.toBytes());
            if (set.size() > 0) {
                assertEquals(1, read.jaccard(stored, 0, set.size(), 1), 0);
            }
        }
    }

    @Test
    public void allBitsComeBack() {
        ShingleSet set = ShingleSet.of(
                Shingling.hashes(
                        0L, 1L << 16, 0x7FFFL << 16, 0x8000L << 16, 0xFFFFL << 16, 0x10000L << 16,
                        0x7FFFFFFFL << 32, Long.MIN_VALUE, -1L));
        assertEquals(9, set.size());
        assertEquals(set, ShingleSet.read(set.toBytes(), 0, 9));
    }

    @Test
    public void keepsNothingOfTheBytes() {
        ShingleSet set = ShingleSet.of(Shingling.hashes(1L << 20, 1L << 30));
        byte[] bytes = set.toBytes();
        ShingleSet read = ShingleSet.read(bytes, 0, 2);
        Arrays.fill(bytes, (byte) 1);
        assertEquals(set, read);
    }
}
