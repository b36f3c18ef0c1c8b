package org.nearduplicate.groups;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Ranges of keys follow each other without a gap, and are about as long as each other. */
public class KeyRangeTest extends LuceneTestCase {

    public void testRangesFollowEachOther() {
        for (int i = 0; i < 1_000; i++) {
            long from = RandomNumbers.randomLongBetween(random(), 0, Long.MAX_VALUE);
            long to = RandomNumbers.randomLongBetween(random(), from, Long.MAX_VALUE);
            int count = TestUtil.nextInt(random(), 1, 100);
            List<KeyRange> ranges = new KeyRange(from, to).split(count);
            long end = from;
            for (KeyRange range : ranges) {
                assertEquals(end, range.from());
                assertTrue("empty", range.to() > range.from());
                // A double has 53 bits.
                assertEquals(
                        (double) (to - from) / count, range.to() - range.from(),
                        1 + (to - from) * 0x1p-50);
                end = range.to();
            }
            assertEquals(to, end);
        }
    }

    public void testShortRanges() {
        assertEquals(List.of(), new KeyRange(5, 5).split(3));
        assertEquals(
                List.of(new KeyRange(5, 6), new KeyRange(6, 7)), new KeyRange(5, 7).split(9));
    }

    public void testShare() {
        KeyRange range = new KeyRange(10, 20);
        assertEquals(0, range.share(10), 0);
        assertEquals(0.5, range.share(15), 0);
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
