package org.nearduplicate.lucene;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SchemeBuilder;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.ShingleSet;

/** What a thread keeps for the next text leads to nothing of the last one, and is small. */
public class ThreadScratchReachTest extends LuceneTestCase {

    /** Beyond it memory of a text is charged. */
    private static final int LARGE = 1 << 16;

    private static final int MEBIBYTE = 1 << 20;

    private final Analyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testASearchIsNotReachableOnceItsTextIsSketched() {
        for (int words : new int[] {1, 1_000, 3 * LARGE}) {
            for (Scheme scheme : schemes()) {
                assertCollected(
                        sketchedFor(scheme, LargeTextMemoryTest.words(words), Long.MAX_VALUE));
            }
        }
    }

    public void testASearchThatWasRefusedIsNotReachable() {
        for (Scheme scheme : schemes()) {
            assertCollected(sketchedFor(scheme, LargeTextMemoryTest.words(3 * LARGE), 0));
        }
    }

    /**
     * Four buffers of 512 KiB, a table of 512 KiB and its elements, and what sorts as many hashes, 768 KiB; then a few KiB a
     * scheme.
     */
    public void testWhatIsKeptDoesNotGrowWithTheSchemes() throws IOException {
        List<String> large =
                List.of(LargeTextMemoryTest.words(LARGE), LargeTextMemoryTest.words(LARGE),
                        LargeTextMemoryTest.words(LARGE), LargeTextMemoryTest.words(LARGE / 2 - 1));
        for (int seed = 0; seed < 50; seed++) {
            TextSketcher sketcher = new TextSketcher("f", analyzer, scheme(seed));
            List<MinHashField> fields =
                    (seed % 25 == 0 ? large : List.of(LargeTextMemoryTest.words(9))).stream()
                            .map(text -> field(sketcher, text))
                            .toList();
            fields.forEach(field -> assertNotNull(field.binaryValue()));
        }
        ShingleHashes sorted = new ShingleHashes();
        new TextSketcher("f", analyzer, scheme(0))
                .shingle(LargeTextMemoryTest.words(LARGE), sorted);
        assertFalse(ShingleSet.of(sorted).isEmpty());
        long kept = RamUsageTester.ramUsed(ThreadScratch.get());
        assertTrue("kept " + kept, kept < 4 * MEBIBYTE);
        assertTrue("kept " + kept, kept > 3.25 * MEBIBYTE);
    }

    private static MinHashField field(TextSketcher sketcher, String text) {
        MinHashField field = new MinHashField("f", sketcher);
        field.addValue(text);
        return field;
    }

    /** Returns what leads to the budget of a query, which leads to its searcher. */
    private WeakReference<CountingMonitor> sketchedFor(Scheme scheme, String text, long limit) {
        TextSketcher sketcher = new TextSketcher("f", analyzer, scheme);
        CountingMonitor search = CountingMonitor.ofBytes(limit);
        ShingleHashes hashes = new ShingleHashes(search);
        try {
            sketcher.shingle(text, hashes);
            assertEquals(Long.MAX_VALUE, limit);
            assertNotNull(sketcher.sketch(hashes));
        } catch (CountingMonitor.Stopped e) {
            assertEquals(0, limit);
        }
        return new WeakReference<>(search);
    }

    /** A requested collection clears what is weakly reachable; the second is for good measure. */
    private static void assertCollected(WeakReference<?> reference) {
        for (int i = 0; i < 2 && reference.refersTo(null) == false; i++) {
            System.gc();
        }
        assertTrue("still reachable", reference.refersTo(null));
    }

    private static List<Scheme> schemes() {
        return List.of(
                scheme(0),
                SchemeBuilder.scheme().shingles(ShingleUnit.CHARACTER, 5)
                        .sketch(SketchAlgorithm.MINHASH, 64)
                        .banding(8, 4)
                        .build());
    }

    private static Scheme scheme(int seed) {
        return SchemeBuilder.scheme().hash(HashFunction.XXH3, seed).banding(8, 4).build();
    }
}
