package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;

/** The table holds each hash of the present document once, and nothing of an earlier one. */
public class DistinctHashesTest {

    @Rule
    public final Seeded seeded = new Seeded();

    private final DistinctHashes distinct = new DistinctHashes();

    @Test
    public void randomDocumentsOneAfterTheOther() {
        Random random = seeded.random();
        for (int document = 0; document < 500; document++) {
            long[] shingles = random.longs(1 + random.nextInt(3_000)).toArray();
            assertDistinct(random.ints(random.nextInt(5_000), 0, shingles.length)
                    .mapToLong(i -> shingles[i])
                    .toArray());
        }
    }

    @Test
    public void sizesAroundThoseAtWhichTheTableGrows() {
        Random random = seeded.random();
        for (int power = 0; power <= 16; power++) {
            for (int size = (1 << power) - 1; size <= (1 << power) + 1; size++) {
                assertDistinct(random.longs(size).toArray());
            }
        }
    }

    @Test
    public void zeroIsAHashLikeAnyOther() {
        assertDistinct(0);
        assertDistinct(0, 0);
        assertDistinct(5, 0, 5, 0);
        assertDistinct(5);
        assertDistinct(-1, 1, 0);
        assertDistinct();
    }

    @Test
    public void hashesOfOneSlotAtTheEndOfTheTable() {
        long[] hashes = seeded.random().longs(120).map(hash -> hash << 32 | 511).toArray();
        long[] twice = LongStream.concat(Arrays.stream(hashes), Arrays.stream(hashes)).toArray();
        assertDistinct(twice);
        assertDistinct(hashes);
    }

    @Test
    public void smallDocumentsAfterAHugeOne() {
        Random random = seeded.random();
        for (int round = 0; round < 3; round++) {
            assertDistinct(random.longs(200_000).toArray());
            for (int size = 0; size < 600; size += 50) {
                assertDistinct(random.longs(size, -100, 100).toArray());
            }
        }
    }

    private void assertDistinct(long... hashes) {
        Elements elements = distinct.of(Shingling.hashes(hashes));
        long[] actual = Arrays.copyOf(elements.hashes(), elements.size());
        Arrays.sort(actual);
        assertArrayEquals(Arrays.stream(hashes).sorted().distinct().toArray(), actual);
    }
}
