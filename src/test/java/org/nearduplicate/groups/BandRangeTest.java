package org.nearduplicate.groups;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.BandTermFormat;

/** Ranges lie side by side from the first key to the last, and are as many as the postings want. */
public class BandRangeTest extends LuceneTestCase {

    public void testRangesCoverAllKeysOnce() {
        for (int i = 0; i < 200; i++) {
            BandTermFormat format = new BandTermFormat(TestUtil.nextInt(random(), 1, 1024));
            int perRange = TestUtil.nextInt(random(), 1, 100_000);
            long postings = TestUtil.nextLong(random(), 0, 1000L * perRange);
            List<BandRange> ranges = BandRange.split(format, postings, perRange);
            long end = 0;
            for (BandRange range : ranges) {
                assertEquals(end, range.from());
                assertTrue(range.toString(), range.to() > range.from());
                end = range.to();
            }
            assertEquals(format.keys(), end);
            assertEquals(Math.max(1, (postings + perRange - 1) / perRange), ranges.size());
        }
    }

    public void testRangesAreOfOneWidth() {
        BandTermFormat format = new BandTermFormat(3);
        List<BandRange> ranges = BandRange.split(format, 700, 100);
        long width = ranges.getFirst().to();
        for (BandRange range : ranges.subList(0, 6)) {
            assertEquals(width, range.to() - range.from());
        }
        assertEquals(7, ranges.size());
        assertTrue(ranges.getLast().to() - ranges.getLast().from() <= width);
    }

    public void testNoPostingsAreOneRange() {
        BandTermFormat format = new BandTermFormat(1);
        assertEquals(
                List.of(new BandRange(0, 1L << 36)), BandRange.split(format, 0, 1 << 18));
        assertEquals(
                List.of(new BandRange(0, 1L << 36)), BandRange.split(format, 1 << 18, 1 << 18));
        assertEquals(2, BandRange.split(format, (1 << 18) + 1, 1 << 18).size());
    }
}
