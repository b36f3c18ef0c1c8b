package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Memory of a large text is charged before it is allocated, is no more than it must be, and is given back. */
public class LargeTextTest {

    /** Up to here a text is ordinary. */
    private static final int LARGE = 65_536;

    /** While the buffer grows there are the old one, of 8 bytes a shingle, and one of twice the size. */
    private static final int PEAK_BYTES_PER_SHINGLE = 3 * Long.BYTES;

    /** Runs of a sort, streams, lambdas: what a text of any size takes. */
    private static final int SMALL_BYTES = 200_000;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void nothingIsChargedForAnOrdinaryText() {
        CountingMonitor account = CountingMonitor.ofBytes(0);
        ShingleHashes hashes = new ShingleHashes(account);
        Random random = seeded.random();
        for (int round = 0; round < 3; round++) {
            random.longs(LARGE).forEach(hashes);
            ShingleSet.of(hashes);
            hashes.clear();
        }
        assertEquals(0, account.asked());
    }

    @Test
    public void theBufferOfALargeTextAndItsSuccessorAreCharged() {
        Random random = seeded.random();
        for (int size : new int[] {LARGE + 1, 2 * LARGE, 2 * LARGE + 1, 1_000_000}) {
            CountingMonitor account = CountingMonitor.unlimited();
            ShingleHashes hashes = new ShingleHashes(account);
            random.longs(size).forEach(hashes);

            assertTrue(account.reserved() >= (long) Long.BYTES * size);
            assertTrue(account.peak() <= 2L * PEAK_BYTES_PER_SHINGLE * size);
            long before = account.reserved();
            ShingleSet.of(hashes);
            assertTrue(account.peak() >= before + (long) Long.BYTES * size);
            assertEquals(before, account.reserved());
            hashes.clear();
            assertEquals(0, account.reserved());
        }
    }

    /** All that is allocated is counted, so no moment takes more. The more ascend, the fewer are moved. */
    @Test
    public void aSetTakesNoMoreThanIsCharged() {
        Random random = seeded.random();
        for (int ascending : new int[] {1, LARGE, 8 * LARGE}) {
            CountingMonitor account = CountingMonitor.unlimited();
            ShingleHashes hashes = new ShingleHashes(account);
            for (int added = 0; added < 8 * LARGE; added += ascending) {
                random.longs(ascending).sorted().forEach(hashes);
            }
            long taken = account.asked();
            long before = AllocatedBytes.ofThisThread();
            hashes.makeDistinct();
            ShingleSet.of(hashes);
            long allocated = AllocatedBytes.ofThisThread() - before;
            assertTrue(allocated >= 8L * LARGE * Long.BYTES);
            assertTrue(allocated <= account.asked() - taken + SMALL_BYTES);
        }
    }

    @Test
    public void whatIsRefusedIsNotTaken() {
        Random random = seeded.random();
        for (long limit : new long[] {0, 1_000_000, 3_000_000, 10_000_000}) {
            CountingMonitor account = CountingMonitor.ofBytes(limit);
            ShingleHashes hashes = new ShingleHashes(account);
            assertThrows(
                    CountingMonitor.Stopped.class,
                    () -> random.longs(2_000_000).forEach(hashes));
            assertTrue(account.reserved() <= limit);
            hashes.clear();
            assertEquals(0, account.reserved());
        }
    }

    @Test
    public void repetitionsAreNotCharged() {
        CountingMonitor account = CountingMonitor.ofBytes(0);
        ShingleHashes hashes = new ShingleHashes(account);
        for (int i = 0; i < 1_000_000; i++) {
            hashes.accept(i % 30_000);
        }
        assertEquals(0, account.asked());
    }

    /**
     * By hash4j alone, with every hash once: of small texts after large ones, around the sizes at which the table of
     * hashes grows, and where repetitions are dropped before the buffer grows. Zero is a hash like any other.
     */
    @Test
    public void theSketchIsThatOfTheDistinctHashes() {
        Random random = seeded.random();
        for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
            Scheme scheme = scheme().sketch(algorithm, 64).build();
            ThreadScratch scratch = new ThreadScratch();
            for (int i = 0; i < 300; i++) {
                // As many as the smallest table holds: some find their place beyond its end, at its beginning.
                ShingleHashes few = Shingling.hashes(random.longs(255).toArray());
                assertEquals(255, scratch.sketch(scheme, few).fingerprint().shingleCount());
            }
            for (int size : new int[] {
                    1, LARGE / 2, LARGE / 2 + 1, 10, LARGE - 1, LARGE, LARGE + 1, 600, 3 * LARGE,
                    2, 255, 256, 257, 1_023, 1_024, 1_025}) {
                long[] distinct = random.longs(size).distinct().toArray();
                distinct[random.nextInt(size)] = 0;
                ShingleHashes hashes = Shingling.hashes(distinct);
                IntStream.range(0, size)
                        .forEach(i -> hashes.accept(distinct[random.nextInt(size)]));

                Sketch sketch = scratch.sketch(scheme, hashes);
                assertEquals(distinct.length, sketch.fingerprint().shingleCount());
                assertArrayEquals(
                        algorithm.components(64)
                                .apply(new Elements(distinct, distinct.length)),
                        sketch.components());
                long[] set = Arrays.stream(distinct).map(hash -> hash >>> 30).sorted().distinct()
                        .toArray();
                ShingleSet shingles = ShingleSet.of(hashes);
                assertArrayEquals(
                        set,
                        IntStream.range(0, shingles.size()).mapToLong(shingles::get).toArray());
            }
        }
    }
}
