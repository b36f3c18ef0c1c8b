package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.tuning.PassageTrial.Draw;

/** What sampled shingles find of passages, against a comparison of each passage with each document. */
public class PassageTrialTest extends LuceneTestCase {

    private static final double RECALL = .99;

    public void testEveryFigureIsThatOfBruteForce() {
        long found = 0;
        for (int i = 0; i < 20; i++) {
            RandomTexts texts = new RandomTexts(random());
            List<List<String>> documents = new ArrayList<>();
            for (int j = 0; j < 60; j++) {
                documents.add(texts.next());
            }
            ShingleSetting setting = new ShingleSetting(
                    Samples.WHITESPACE,
                    random().nextBoolean() ? ShingleUnit.WORD : ShingleUnit.CHARACTER,
                    1 + random().nextInt(3));
            ShingledSample sample = new ShingledSample(
                    documents, setting, new WhitespaceAnalyzer(), JobMonitor.NONE);
            if (sample.documents() == 0) {
                continue;
            }
            ParameterGrid grid = new ParameterGrid(
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                    null, List.of(.3, .8, 1.0), List.of(2, 5, 16), 1 + random().nextInt(12));
            TextSketcher sketcher = sketcher(setting, new WhitespaceAnalyzer());
            ShingleLists lists = new ShingleLists(sample, JobMonitor.NONE);
            new ExactPairs(sample, lists, 1, JobMonitor.NONE);
            List<Tuning.PassageFigures> figures =
                    PassageTrial.run(sample, lists, grid, JobMonitor.NONE);
            List<Tuning.PassageFigures> expected = new ArrayList<>();
            for (int oneIn : grid.oneIn()) {
                for (double share : grid.similarities()) {
                    expected.add(
                            bruteForce(sample, sketcher, documents, grid, setting,
                                    new SampledShingles(oneIn), share));
                }
            }
            assertEquals(expected, figures);
            found += figures.stream().mapToLong(Tuning.PassageFigures::found).sum();
        }
        assertTrue("only " + found + " found", found > 1_000);
    }

    private static Tuning.PassageFigures bruteForce(
            ShingledSample sample, TextSketcher sketcher, List<List<String>> documents,
            ParameterGrid grid, ShingleSetting setting, SampledShingles sampled, double share) {
        int passages = 0;
        long pairs = 0;
        long found = 0;
        long candidates = 0;
        Map<Long, Integer> terms = new HashMap<>();
        int without = 0;
        for (List<String> document : documents) {
            ShingleHashes hashes = new ShingleHashes();
            document.forEach(value -> sketcher.shingle(value, hashes));
            long[] keys = sampled.keys(hashes);
            Arrays.stream(keys).forEach(key -> terms.merge(key, 1, Integer::sum));
            without += hashes.isEmpty() || keys.length > 0 ? 0 : 1;
        }
        double bytes = terms.values().stream().mapToDouble(sample::termBytes).sum();
        Draw draw =
                new Draw(sketcher, grid.shortestPassage(), JobMonitor.NONE);
        for (int content = 0; content < sample.contents(); content++) {
            ShingleSet passage = draw.draw(sample.texts(content), new SplittableRandom(content));
            if (passage == null) {
                continue;
            }
            passages++;
            long[] sought = sampled.shingles(passage);
            int needed = new ContainmentEstimate(sought.length).neededFor(share, RECALL);
            for (List<String> document : documents) {
                ShingleHashes hashes = new ShingleHashes();
                document.forEach(value -> sketcher.shingle(value, hashes));
                if (hashes.isEmpty()) {
                    continue;
                }
                ShingleSet own = ShingleSet.of(hashes);
                long shared = Arrays.stream(sought).filter(own::has).count();
                boolean isWanted =
                        passage.inCommonWith(own) / (double) passage.size() >= share;
                pairs += isWanted ? 1 : 0;
                candidates += shared >= needed ? 1 : 0;
                found += isWanted && shared >= needed ? 1 : 0;
            }
        }
        return new Tuning.PassageFigures(
                new Setting.WantedPairs(setting, share), sampled, passages, pairs, found,
                candidates,
                (double) terms.values().stream().mapToInt(each -> each).sum()
                        / sample.documents(),
                without, bytes / sample.documents());
    }

    /** A passage is a run of words of the text that has as many shingles; of a text too short there is none. */
    public void testPassagesAreRunsOfWords() {
        ShingleSetting setting = new ShingleSetting(Samples.WHITESPACE, ShingleUnit.WORD, 3);
        TextSketcher sketcher = sketcher(setting, new WhitespaceAnalyzer());
        String text = IntStream.range(0, 30)
                .mapToObj(word -> "w" + word)
                .collect(Collectors.joining("  "));
        Ledger ledger = new Ledger();
        Draw draw = new Draw(sketcher, 10, ledger);
        ShingleSet all = set(sketcher, text);
        Map<ShingleSet, Integer> drawn = new HashMap<>();
        for (int seed = 0; seed < 2_000; seed++) {
            ShingleSet passage = draw.draw(List.of("w1 w2", text), new SplittableRandom(seed));
            assertEquals(10, passage.size());
            assertEquals(10, passage.inCommonWith(all));
            drawn.merge(passage, 1, Integer::sum);
        }
        // Of 19 places, each of which 2,000 draws miss with a probability of 10⁻⁴⁷.
        assertEquals(19, drawn.size());
        assertNull(draw.draw(List.of("w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11", ""),
                new SplittableRandom(1)));
        assertTrue(ledger.reserved() + " bytes", ledger.reserved() >= 30 * 3 * Integer.BYTES);
    }

    /** Some filters let a word follow one that begins after it. */
    public void testOffsetsThatGoBack() {
        Analyzer turned = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                return new TokenStreamComponents(
                        reader -> {},
                        new CannedTokenStream(
                                new Token("c", 4, 5), new Token("b", 2, 3), new Token("a", 0, 1)));
            }
        };
        ShingleSetting setting = new ShingleSetting(Samples.WHITESPACE, ShingleUnit.WORD, 1);
        Draw draw =
                new Draw(sketcher(setting, turned), 3, JobMonitor.NONE);
        assertEquals(3, draw.draw(List.of("a b c"), new SplittableRandom(1)).size());
    }

    private static ShingleSet set(TextSketcher sketcher, String text) {
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return ShingleSet.of(hashes);
    }

    private static TextSketcher sketcher(ShingleSetting setting, Analyzer analyzer) {
        return new TextSketcher("f", analyzer, setting.byDefault());
    }
}
