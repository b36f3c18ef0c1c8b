package org.nearduplicate.sketch;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Sets are those of labels that are all rewritten at every union, and roots are the lowest numbers. */
public class UnionFindTest extends LuceneTestCase {

    public void testEqualsRewrittenLabels() {
        for (int i = 0; i < 100; i++) {
            int size = 1 + random().nextInt(100);
            UnionFind sets = new UnionFind(size);
            int[] labels = new int[size];
            Arrays.setAll(labels, number -> number);
            for (int unions = random().nextInt(2 * size); unions > 0; unions--) {
                int a = random().nextInt(size);
                int b = random().nextInt(size);
                sets.union(a, b);
                int lower = Math.min(labels[a], labels[b]);
                int higher = Math.max(labels[a], labels[b]);
                for (int number = 0; number < size; number++) {
                    labels[number] = labels[number] == higher ? lower : labels[number];
                }
                int any = random().nextInt(size);
                assertEquals(labels[any], sets.find(any));
            }
            for (int number = 0; number < size; number++) {
                assertEquals(labels[number], sets.find(number));
            }
        }
    }

    public void testALongChain() {
        int size = 200_000;
        UnionFind sets = new UnionFind(size);
        for (int number = size - 1; number > 0; number--) {
            sets.union(number, number - 1);
        }
        for (int number = 0; number < size; number++) {
            assertEquals(0, sets.find(number));
        }
    }
}
