package org.nearduplicate.groups.part;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.shard.Keys;
import org.nearduplicate.sketch.BandRows;

/** Ranges of keys follow each other without a gap, between buckets, and are about as long as each other. */
public class KeyRangeTest extends LuceneTestCase {

    public void testRangesFollowEachOther() {
        for (int i = 0; i < 1_000; i++) {
            long from = RandomNumbers.randomLongBetween(random(), 0, Long.MAX_VALUE);
            long to = RandomNumbers.randomLongBetween(random(), from, Long.MAX_VALUE);
            int count = TestUtil.nextInt(random(), 1, 100);
            int rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
            List<KeyRange> ranges = new KeyRange(from, to).split(count, rows);
            long bucket = Keys.first(1, rows);
            long end = from;
            for (KeyRange range : ranges) {
                assertEquals(end, range.from());
                assertTrue("empty", range.to() > range.from());
                assertTrue(range.to() == to || range.to() % bucket == 0);
                // A double has 53 bits.
                assertEquals(
                        (double) (to - from) / count, range.to() - range.from(),
                        bucket + (to - from) * 0x1p-50);
                end = range.to();
            }
            assertEquals(to, end);
        }
    }

    public void testShortRanges() {
        assertEquals(List.of(), new KeyRange(5, 5).split(3, 6));
        assertEquals(
                List.of(new KeyRange(5, 6), new KeyRange(6, 7)), new KeyRange(5, 7).split(9, 6));
        assertEquals(
                "32 keys have the first five rows",
                List.of(new KeyRange(0, 32), new KeyRange(32, 70)),
                new KeyRange(0, 70).split(2, 5));
    }

    public void testWrongRanges() {
        for (long[] wrong : new long[][] {{-1, 3}, {4, 3}}) {
            IllegalArgumentException e = expectThrows(
                    IllegalArgumentException.class, () -> new KeyRange(wrong[0], wrong[1]));
            assertEquals(
                    "a range of keys goes up from 0 or more, got [" + wrong[0] + "] to [" + wrong[1]
                            + "]",
                    e.getMessage());
        }
    }
}
