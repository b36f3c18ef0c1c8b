package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** A search can be stopped wherever it is, counts copies as what they are, and refuses what is empty. */
public class TuningJobTest extends LuceneTestCase {

    /** Memory is given back wherever a search stops: while it makes lists, compares, tries passages, signs or measures. */
    public void testStopsAtAnyCheckAndGivesBackMemory() {
        List<List<String>> sample = new ArrayList<>();
        RandomTexts texts = new RandomTexts(random());
        for (int i = 0; i < 30; i++) {
            sample.add(texts.next());
        }
        sample.add(List.of("one more"));
        Ledger whole = new Ledger();
        int contents = Samples.run(sample, grid(), Map.of(), whole).truths().getFirst().contents();
        assertTrue(whole.checks() > 5L * contents);

        long stop = random().nextLong(whole.checks());
        Ledger stopped = new Ledger(CountingMonitor.ofChecks(stop));
        expectThrows(CountingMonitor.Stopped.class,
                () -> Samples.run(sample, grid(), Map.of(), stopped));
        assertEquals(stop + 1, stopped.checks());
        assertEquals("the number of settings is reported at once", whole.total(), stopped.total());
        assertTrue(stopped.measured() <= whole.measured());
        assertEquals(0, stopped.reserved());

        Ledger poor = new Ledger(CountingMonitor.ofBytes(random().nextLong(whole.peak())));
        expectThrows(CountingMonitor.Stopped.class,
                () -> Samples.run(sample, grid(), Map.of(), poor));
        assertEquals(0, poor.reserved());
    }

    /** 2,000 copies are two million pairs, and one content. */
    public void testCopiesCostNoMoreThanOne() {
        List<List<String>> sample = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            sample.add(List.of("the very same text in every document"));
        }
        sample.add(List.of("but one"));
        Ledger ledger = new Ledger();
        Tuning tuning = Samples.run(sample, grid(), Map.of(), ledger);

        assertEquals(2, tuning.truths().getFirst().contents());
        assertEquals(2_000 * 1_999 / 2, tuning.truths().getFirst().identical());
        assertEquals(2_000, tuning.truths().getFirst().disjoint());
        SettingResult row = tuning.rows().getFirst();
        assertEquals(2_000 * 1_999 / 2, row.pairs().truePositives());
        assertTrue("no pair of different sets has an error", Double.isNaN(row.error().mean()));
    }

    public void testTextsWithoutTokens() {
        List<List<String>> sample =
                List.of(List.of("   "), List.of("one text"), List.of("", " "), List.of());
        Refusal.of(() -> Samples.run(sample, grid())).says(
                "the sample must hold at least 2 documents with tokens, got 1 for [analyzer]"
                        + " [whitespace] and 3 without");
    }

    private static ParameterGrid grid() {
        return new ParameterGrid(
                List.of(Samples.WHITESPACE), List.of(ShingleUnit.WORD), List.of(2),
                List.of(HashFunction.XXH3), List.of(SketchAlgorithm.SUPER_MINHASH), List.of(16),
                List.of(8), new BandLists(List.of(4), List.of(2, 4), 0.99), List.of(0.5),
                List.of(2, 8), 3);
    }
}
