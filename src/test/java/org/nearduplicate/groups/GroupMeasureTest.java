package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.JobMonitor;

/** All pairs of a group are measured up to 512 contents, and those with the keeper beyond. */
public class GroupMeasureTest extends LuceneTestCase {

    private final List<List<Integer>> added = new ArrayList<>();

    public void testAllPairsUpTo512Contents() {
        for (int size : new int[] {1, 2, 3, 17, 512}) {
            GroupMeasure measure = measure(size);
            assertTrue(measure.isOfAllPairs());
            assertEquals(size * (size - 1) / 2, added.size());
            assertEquals(added.size(), measure.pairs());
            Set<Set<Integer>> distinct = new HashSet<>();
            added.forEach(pair -> distinct.add(Set.copyOf(pair)));
            assertEquals(added.size(), distinct.size());
        }
    }

    public void testThePairsWithTheKeeperBeyond() {
        GroupMeasure measure = measure(513);
        assertFalse(measure.isOfAllPairs());
        assertEquals(512, measure.pairs());
        assertEquals(512, added.size());
        added.forEach(pair -> assertEquals(content(0), pair.getFirst().intValue()));
    }

    public void testTakesTheSimilaritiesToTheKeeperFirst() {
        for (int size : new int[] {1, 2, 30, 600}) {
            GroupMeasure measure = measure(size);
            float[] similarities = new float[added.size()];
            float smallest = 1;
            for (int i = 0; i < similarities.length; i++) {
                assertFalse(measure.isComplete());
                similarities[i] = random().nextFloat();
                smallest = Math.min(smallest, similarities[i]);
                measure.take(similarities[i]);
            }
            assertTrue(measure.isComplete());
            assertEquals(1, measure.toKeeper(0), 0);
            for (int i = 1; i < size; i++) {
                assertEquals(similarities[i - 1], measure.toKeeper(i), 0);
            }
            assertEquals(smallest, measure.smallest(), 0);
        }
    }

    public void testIncludesTheVerifiedPairsOfTheGroupOnly() {
        GroupMeasure measure = measure(600);
        PairGraph.Builder pairs = new PairGraph.Builder(content(600) + 1, JobMonitor.NONE);
        pairs.accept(content(3), content(4), 0.25);
        pairs.accept(content(5), content(600), 0.125);
        int[] groupOf = new int[content(600) + 1];
        groupOf[content(600)] = content(600);
        measure.include(pairs.finish(), content -> groupOf[content]);
        assertEquals(0.25f, measure.smallest(), 0);
    }

    /** Measures a group of the even numbers. */
    private GroupMeasure measure(int size) {
        added.clear();
        GroupMeasure measure = new GroupMeasure(
                IntStream.range(0, size).map(GroupMeasureTest::content).toArray());
        measure.addPairs(new PairVerifier() {

            @Override
            public void add(int a, int b) {
                added.add(List.of(a, b));
            }

            @Override
            public void finish() {
                throw new AssertionError("others have pairs to add");
            }
        }, JobMonitor.NONE);
        return measure;
    }

    private static int content(int place) {
        return 2 * place;
    }
}
