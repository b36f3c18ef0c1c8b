package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.JobMonitor;

/** All pairs of a group are measured up to 512 contents, and those with the keeper beyond, each once. */
public class GroupMeasureTest extends LuceneTestCase {

    private static final int MAX_SIZE = 600;
    private static final PairGraph NONE =
            new PairGraph.Builder(content(MAX_SIZE) + 1, JobMonitor.NONE).finish();

    private final List<List<Integer>> added = new ArrayList<>();

    public void testAllPairsUpTo512Contents() {
        for (int size : new int[] {1, 2, 3, 17, 512}) {
            GroupMeasure measure = measure(size, NONE);
            assertTrue(measure.isOfAllPairs());
            assertEquals(size * (size - 1) / 2, added.size());
            Set<Set<Integer>> distinct = new HashSet<>();
            added.forEach(pair -> distinct.add(Set.copyOf(pair)));
            assertEquals(added.size(), distinct.size());
        }
    }

    public void testThePairsWithTheKeeperBeyond() {
        GroupMeasure measure = measure(513, NONE);
        assertFalse(measure.isOfAllPairs());
        assertEquals(512, added.size());
        added.forEach(pair -> assertEquals(content(0), pair.getFirst().intValue()));
    }

    public void testTakesTheSimilaritiesInAnyOrder() {
        for (int size : new int[] {1, 2, 30, MAX_SIZE}) {
            GroupMeasure measure = measure(size, NONE);
            Map<Integer, Float> toKeeper = new HashMap<>(Map.of(content(0), 1f));
            float smallest = 1;
            Collections.shuffle(added, random());
            for (List<Integer> pair : added) {
                float similarity = random().nextFloat();
                smallest = Math.min(smallest, similarity);
                measure.take(pair.getFirst(), pair.getLast(), similarity);
                if (pair.getFirst() == content(0)) {
                    toKeeper.put(pair.getLast(), similarity);
                }
            }
            for (int i = 0; i < size; i++) {
                assertEquals(toKeeper.get(content(i)), measure.toKeeper(i), 0);
            }
            assertEquals(smallest, measure.smallest(), 0);
        }
    }

    /** What is verified is taken, in groups of all pairs and beyond, and only the rest is compared. */
    public void testDoesNotCompareWhatIsVerified() {
        for (int size : new int[] {2, 30, 512, MAX_SIZE}) {
            PairGraph.Builder pairs =
                    new PairGraph.Builder(content(MAX_SIZE) + 1, JobMonitor.NONE);
            Map<List<Integer>, Float> verified = new HashMap<>();
            for (int i = 0; i < size * 3; i++) {
                int a = random().nextInt(size);
                int b = random().nextInt(size);
                List<Integer> pair = List.of(content(Math.min(a, b)), content(Math.max(a, b)));
                float similarity = random().nextFloat();
                if (a != b && verified.putIfAbsent(pair, similarity) == null) {
                    pairs.accept(content(a), content(b), similarity);
                }
            }
            GroupMeasure measure = measure(size, pairs.finish());
            Set<List<Integer>> compared = new HashSet<>(added);
            float smallest = 1;
            for (Map.Entry<List<Integer>, Float> pair : verified.entrySet()) {
                assertFalse(compared.contains(pair.getKey()));
                smallest = Math.min(smallest, pair.getValue());
                if (pair.getKey().getFirst() == content(0)) {
                    int place = pair.getKey().getLast() / 2;
                    assertEquals(pair.getValue(), measure.toKeeper(place), 0);
                }
            }
            assertEquals(smallest, measure.smallest(), 0);
            long withKeeper = verified.keySet().stream()
                    .filter(pair -> pair.getFirst() == content(0))
                    .count();
            assertEquals(
                    size <= 512
                            ? size * (size - 1L) / 2 - verified.size()
                            : size - 1L - withKeeper,
                    added.size());
        }
    }

    public void testIncludesTheVerifiedPairsOfTheGroupOnly() {
        PairGraph.Builder pairs = new PairGraph.Builder(content(MAX_SIZE) + 1, JobMonitor.NONE);
        pairs.accept(content(3), content(4), 0.25);
        pairs.accept(content(5), content(599), 0.125);
        assertEquals(0.25f, measure(599, pairs.finish()).smallest(), 0);
    }

    /** Measures a group of the first even numbers, whose ranks are as they are. */
    private GroupMeasure measure(int size, PairGraph verified) {
        added.clear();
        GroupMeasure measure = new GroupMeasure(
                IntStream.range(0, size).map(GroupMeasureTest::content).toArray(),
                content -> content);
        measure.addPairs(
                verified,
                content -> content < content(size) ? content(0) : content,
                new PairVerifier() {

                    @Override
                    public void add(int a, int b) {
                        added.add(List.of(a, b));
                    }

                    @Override
                    public void finish() {
                        throw new AssertionError("others have pairs to add");
                    }
                },
                JobMonitor.NONE);
        return measure;
    }

    private static int content(int place) {
        return 2 * place;
    }
}
