package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** A sketch is that of the set, and nothing of one document gets into the next. */
public class SketcherTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void orderAndRepetitionsDoNotCount() {
        Random random = seeded.random();
        for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
            Sketcher sketcher =
                    new Sketcher(scheme().sketch(algorithm, 64).build(), new DistinctHashes());
            for (int i = 0; i < 100; i++) {
                long[] distinct = random.longs(1 + random.nextInt(100)).distinct().toArray();
                List<Long> shuffled = new ArrayList<>();
                for (long hash : distinct) {
                    shuffled.addAll(Collections.nCopies(1 + random.nextInt(3), hash));
                }
                Collections.shuffle(shuffled, random);
                Sketch repeated = sketcher.sketch(
                        Shingling.hashes(shuffled.stream().mapToLong(hash -> hash).toArray()));
                Sketch once = sketcher.sketch(Shingling.hashes(distinct));
                assertEquals(distinct.length, repeated.shingleCount());
                assertEquals(distinct.length, once.shingleCount());
                assertArrayEquals(once.components(), repeated.components());
            }
        }
    }

    @Test
    public void aSketcherThatWorkedBeforeGivesTheSameAsANewOne() {
        Random random = seeded.random();
        for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
            Scheme scheme = scheme().sketch(algorithm, 64).build();
            Sketcher used = new Sketcher(scheme, new DistinctHashes());
            for (int size : new int[] {50_000, 1, 10, 600, 70_000, 3}) {
                ShingleHashes hashes = Shingling.hashes(random.longs(size).toArray());
                assertArrayEquals(
                        new Sketcher(scheme, new DistinctHashes()).sketch(hashes).components(),
                        used.sketch(hashes).components());
            }
        }
    }

    @Test
    public void withoutShinglesThereIsNoSketch() {
        Sketcher sketcher = new Sketcher(scheme().build(), new DistinctHashes());
        String message = assertThrows(IllegalArgumentException.class,
                () -> sketcher.sketch(new ShingleHashes())).getMessage();
        assertEquals("a text without shingles has no sketch", message);
    }
}
