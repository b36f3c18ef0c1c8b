package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A union covers what its parts cover, in as few parts as that takes. */
public class ExtentTest extends LuceneTestCase {

    public void testUnionAgainstBruteForce() {
        for (int i = 0; i < 500; i++) {
            List<Extent> parts = new ArrayList<>();
            List<BitSet> covered = List.of(new BitSet(), new BitSet());
            for (int count = random().nextInt(10); count > 0; count--) {
                int start = random().nextInt(60);
                int end = start + random().nextInt(10);
                int text = random().nextInt(2);
                parts.add(new Extent(text, start, end));
                covered.get(text).set(start, end);
            }
            List<Extent> expected = new ArrayList<>();
            for (int text = 0; text < covered.size(); text++) {
                BitSet bits = covered.get(text);
                for (int start = bits.nextSetBit(0); start >= 0;) {
                    int end = bits.nextClearBit(start);
                    expected.add(new Extent(text, start, end));
                    start = bits.nextSetBit(end);
                }
            }
            assertEquals(expected, Extent.union(parts));
        }
    }
}
