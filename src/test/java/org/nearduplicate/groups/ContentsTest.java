package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.sketch.JobMonitor;

/** Documents of equal records are one content, numbered by its first document. */
public class ContentsTest extends LuceneTestCase {

    private static final int HASH_COUNT = 19;

    public void testEqualsAMapOfRecords() {
        for (int count : new int[] {0, 1, 200, 12_000}) {
            List<byte[]> records = Records.random(random(), count, HASH_COUNT, count < 500 ? 2 : 9);
            Contents contents = Records.contents(records, JobMonitor.NONE);
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

    /** Who knows the code does not know which signatures meet in a slot. */
    public void testSlotsCannotBeForeseen() {
        byte[] record = Records.random(random(), 1, HASH_COUNT, 2).getFirst();
        assertNotEquals(
                StringHelper.murmurhash3_x86_32(record, 0, record.length, 0),
                Contents.hash(record, 0, record.length));
    }

    public void testReservesPagesAndGivesTheSlotsBack() {
        CountingMonitor monitor = CountingMonitor.unlimited();
        List<byte[]> records = Records.random(random(), 9_000, HASH_COUNT, 200);
        Contents contents = Records.contents(records, monitor);
        long pages = (contents.size() + 1023) / 1024 * 1024L * (12 + HASH_COUNT);
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
}
