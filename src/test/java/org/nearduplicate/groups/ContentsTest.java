package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;

/** Documents of equal records are one content, numbered by its first document. */
public class ContentsTest extends LuceneTestCase {

    private static final int HASH_COUNT = 19;
    private static final ContentFormat FORMAT = new ContentFormat(HASH_COUNT, Verify.SIGNATURE);

    public void testEqualsAMapOfRecords() {
        for (int count : new int[] {0, 1, 200, 12_000}) {
            List<byte[]> records = Records.random(random(), count, HASH_COUNT, count < 500 ? 2 : 9);
            Contents contents = Records.contents(FORMAT, records, JobMonitor.NONE);
            Map<ByteBuffer, Integer> numbers = new HashMap<>();
            List<Integer> firsts = new ArrayList<>();
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = 0; i < count; i++) {
                Integer known = numbers.putIfAbsent(ByteBuffer.wrap(records.get(i)), firsts.size());
                if (known == null) {
                    firsts.add(i);
                }
                int content = numbers.get(ByteBuffer.wrap(records.get(i)));
                assertEquals(content, contents.of(i));
                counts.merge(content, 1, Integer::sum);
            }
            assertEquals(count, contents.documents());
            assertEquals(firsts.size(), contents.size());
            for (int content = 0; content < firsts.size(); content++) {
                assertEquals(firsts.get(content).intValue(), contents.firstDocument(content));
                assertEquals(counts.get(content).intValue(), contents.documentCount(content));
                assertRecord(records.get(firsts.get(content)), contents, content);
            }
        }
    }

    public void testComparesFromAComponentOnAndThenTheRest() {
        List<byte[]> records = Records.random(random(), 60, HASH_COUNT, 2);
        Contents contents = Records.contents(FORMAT, records, JobMonitor.NONE);
        for (int component = 0; component < HASH_COUNT; component++) {
            for (int a = 0; a < contents.size(); a++) {
                for (int b = 0; b < contents.size(); b++) {
                    int expected = rotated(records.get(contents.firstDocument(a)), component)
                            .compareTo(
                                    rotated(records.get(contents.firstDocument(b)), component));
                    assertEquals(
                            Integer.signum(expected),
                            Integer.signum(contents.compareFrom(component, a, b)));
                    assertEquals(a == b, expected == 0);
                }
            }
        }
    }

    public void testReservesPagesAndGivesTheSlotsBack() {
        CountingMonitor monitor = CountingMonitor.unlimited();
        List<byte[]> records = Records.random(random(), 9_000, HASH_COUNT, 200);
        Contents contents = Records.contents(FORMAT, records, monitor);
        long pages = (contents.size() + 1023) / 1024 * 1024L * FORMAT.length();
        long lists = monitor.reserved() - pages - 9_000 * 4;
        assertTrue("lists of " + lists, lists >= contents.size() * 8);
        assertTrue("lists of " + lists, lists <= contents.size() * 10);
    }

    private static void assertRecord(byte[] record, Contents contents, int content) {
        assertEquals(ByteBuffer.wrap(record).getInt(), contents.shingleCount(content));
        assertEquals(
                ByteBuffer.wrap(record, Integer.BYTES, HASH_COUNT),
                ByteBuffer.wrap(
                        contents.bytes(content), contents.offset(content) + Integer.BYTES,
                        HASH_COUNT));
    }

    /** Returns the record as a text: its bytes from a component on, and then those before. */
    private static String rotated(byte[] record, int component) {
        StringBuilder rotated = new StringBuilder();
        for (int i = 0; i < record.length; i++) {
            rotated.append(
                    (char) (record[(Integer.BYTES + component + i) % record.length] & 0xFF));
        }
        return rotated.toString();
    }
}
