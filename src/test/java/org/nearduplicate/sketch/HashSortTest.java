package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;

import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;

/** Duels with a sort of boxed numbers, of hashes that are spread evenly and of those that somebody chose. */
public final class HashSortTest {

    private static final int MOST = 3_000;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void hashesOfTexts() {
        sorts(hash -> hash);
    }

    @Test
    public void hashesOfOneBucket() {
        sorts(hash -> hash >>> 40);
        sorts(hash -> hash >>> 40 | 1L << 63);
    }

    @Test
    public void hashesOfFewBuckets() {
        sorts(hash -> hash & 0x9000_0000_0000_FFFFL);
    }

    @Test
    public void repeatedHashes() {
        sorts(hash -> hash & 0xF000_0000_0000_0001L);
        sorts(hash -> -1);
        sorts(hash -> 0);
    }

    /** One sort for all, as a thread has it: nothing of a set is left for the next. */
    private void sorts(LongUnaryOperator choice) {
        HashSort sort = new HashSort();
        Random random = seeded.random();
        for (int round = 0; round < 100; round++) {
            int size = 1 + random.nextInt(round % 2 == 0 ? 20 : MOST);
            long[] hashes = LongStream.generate(random::nextLong).limit(size).map(choice).toArray();
            long[] expected = LongStream.of(hashes).boxed()
                    .sorted(Long::compareUnsigned)
                    .mapToLong(Long::longValue)
                    .toArray();
            sort.sort(hashes, size);
            assertArrayEquals(expected, hashes);
        }
    }
}
