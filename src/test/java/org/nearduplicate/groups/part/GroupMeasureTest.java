package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.JobMonitor;

/**
 * All pairs of a group are measured up to 512 contents, and those with the keeper beyond: what is verified
 * is taken, and only the rest is compared.
 */
public class GroupMeasureTest extends LuceneTestCase {

    private static final int MAX_SIZE = 600;

    private final List<List<Integer>> added = new ArrayList<>();

    public void testDoesNotCompareWhatIsVerified() {
        for (int size : new int[] {2, 30, 512, MAX_SIZE}) {
            IntList firsts = new IntList(JobMonitor.NONE);
            IntList seconds = new IntList(JobMonitor.NONE);
            IntList similarities = new IntList(JobMonitor.NONE);
            Map<List<Integer>, Float> verified = new HashMap<>();
            for (int i = 0; i < size * 3; i++) {
                int a = random().nextInt(size);
                int b = random().nextInt(size);
                List<Integer> pair = List.of(content(Math.min(a, b)), content(Math.max(a, b)));
                float similarity = random().nextFloat();
                if (a != b && verified.putIfAbsent(pair, similarity) == null) {
                    firsts.add(content(a));
                    seconds.add(content(b));
                    similarities.add(Float.floatToIntBits(similarity));
                }
            }
            // Of another group.
            firsts.add(content(0));
            seconds.add(content(MAX_SIZE));
            similarities.add(0);
            GroupMeasure measure = measure(
                    size,
                    new PairGraph(
                            content(MAX_SIZE) + 1, firsts, seconds, similarities,
                            JobMonitor.NONE));
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
