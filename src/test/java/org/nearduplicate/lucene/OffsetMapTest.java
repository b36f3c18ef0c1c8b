package org.nearduplicate.lucene;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;

/** Offsets in any order, held against a list of all; one text after the other. */
public class OffsetMapTest extends LuceneTestCase {

    private static final int MAPS = 300;

    public void testOffsetsWhilePiecesAreAdded() {
        OffsetMap map = new OffsetMap();
        for (int i = 0; i < MAPS; i++) {
            map.clear();
            List<Integer> originals = new ArrayList<>(List.of(0));
            for (int pieces = random().nextInt(60); pieces > 0; pieces--) {
                for (int same = random().nextInt(4); same > 0; same--) {
                    originals.add(originals.getLast() + 1);
                }
                int start = originals.size() - 1;
                int original = originals.getLast();
                int length = 1 + random().nextInt(4);
                int originalLength = 1 + random().nextInt(4);
                map.add(start, length, original, originalLength);
                for (int at = 1; at < length; at++) {
                    originals.add(original + Math.min(at, originalLength));
                }
                originals.add(original + originalLength);
                assertOffsets(originals, map);
            }
        }
    }

    public void testALargeMapIsBoundedAndNotKept() {
        OffsetMap map = new OffsetMap();
        for (int piece = 0; piece < 2 * OffsetMap.MAX_PIECES; piece++) {
            map.add(3 * piece, 3, piece, 1);
        }
        assertEquals(16 * OffsetMap.MAX_PIECES, RamUsageTester.ramUsed(map), 1_000);
        map.clear();
        assertTrue(RamUsageTester.ramUsed(map) < 1_000);
        assertEquals(7, map.original(7));
    }

    private static void assertOffsets(List<Integer> originals, OffsetMap map) {
        int at = random().nextInt(originals.size());
        for (int asked = random().nextInt(10); asked > 0; asked--) {
            assertEquals((int) originals.get(at), map.original(at));
            at = random().nextInt(3) == 0
                    ? random().nextInt(originals.size())
                    : Math.min(at + random().nextInt(5), originals.size() - 1);
        }
        int behind = random().nextInt(100);
        assertEquals(originals.getLast() + behind, map.original(originals.size() - 1 + behind));
    }
}
