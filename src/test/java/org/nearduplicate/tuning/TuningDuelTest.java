package org.nearduplicate.tuning;

import static com.carrotsearch.randomizedtesting.generators.RandomNumbers.randomIntBetween;
import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Every figure of every setting, on random samples: against a comparison of all pairs, and against what a
 * real field with that setting and real queries make of the same documents.
 */
public class TuningDuelTest extends LuceneTestCase {

    private static final double DELTA = 1e-9;

    /** Each sample has a grid of dozens of settings. */
    public void testFigures() throws IOException {
        for (int i = atLeast(3); i > 0; i--) {
            List<List<String>> sample = sample();
            Tuning tuning = run(sample, grid(), Map.of("near", field()));
            for (Tuning.Truth truth : tuning.truths()) {
                BruteForce exact = new BruteForce(sample, truth.shingles());
                assertTruth(exact, truth, sample.size());
                for (SettingResult row : tuning.rows()) {
                    if (row.setting().shingles().equals(truth.shingles())) {
                        try (RealIndex index = new RealIndex(sample, row.setting())) {
                            assertRow(exact, index, row);
                        }
                    }
                }
            }
        }
    }

    public void testSameSampleSameAnswer() {
        List<List<String>> sample = sample();
        ParameterGrid grid = grid();
        Map<String, Setting> fields = Map.of("near", field());
        Tuning first = run(sample, grid, fields);
        Tuning second = run(sample, grid, fields);
        assertEquals(untimed(first.rows()), untimed(second.rows()));
        assertEquals(Set.copyOf(untimed(first.front())), Set.copyOf(untimed(second.front())));
        assertEquals(
                first.recommendations().stream().map(Tuning.Recommendation::reasons).toList(),
                second.recommendations().stream().map(Tuning.Recommendation::reasons).toList());
    }

    private static List<SettingResult> untimed(Collection<SettingResult> rows) {
        return rows.stream()
                .map(
                        row -> new SettingResult(
                                row.setting(), row.origin(), row.pairs(), row.error(),
                                row.signatureBytes(), row.bandTermBytes(), 0))
                .toList();
    }

    private static Tuning run(
            List<List<String>> sample, ParameterGrid grid, Map<String, Setting> fields) {
        Ledger ledger = new Ledger();
        Tuning tuning = Samples.run(sample, grid, fields, ledger);
        assertEquals("all memory is given back", 0, ledger.reserved());
        assertEquals(
                grid.size(),
                tuning.rows().stream().filter(row -> row.origin().isTried()).count());
        assertEquals(
                grid.similarities().size(),
                tuning.rows().stream()
                        .filter(row -> row.origin().fields().equals(List.of("near")))
                        .count());
        assertEquals(tuning.rows().size(), ledger.measured());
        return tuning;
    }

    /** Of shingles and a seed that no list has. */
    private static Setting field() {
        Banding any = new Banding(1, 2);
        return new Setting(
                Samples.WHITESPACE,
                new Scheme(
                        Parameters.SCHEME_VERSION.defaultValue(),
                        randomFrom(random(), ShingleUnit.values()), 7, HashFunction.XXH3,
                        1 + random().nextInt(9), SketchAlgorithm.MINHASH, 48, 2, any),
                BandChoice.resolve(
                        6, 2 + random().nextInt(3), random().nextBoolean() ? null : 0.7, null, 48));
    }

    private static List<List<String>> sample() {
        RandomTexts texts = new RandomTexts(random());
        List<List<String>> sample = new ArrayList<>();
        for (int i = randomIntBetween(random(), 10, 80); i > 0; i--) {
            sample.add(texts.next());
        }
        sample.add(List.of("two more"));
        sample.add(List.of("with words"));
        return sample;
    }

    private static ParameterGrid grid() {
        return new ParameterGrid(
                List.of(Samples.WHITESPACE),
                List.of(randomFrom(random(), ShingleUnit.values())),
                List.of(1 + random().nextInt(3), 4 + random().nextInt(3)),
                List.of(randomFrom(random(), HashFunction.values())),
                List.of(SketchAlgorithm.values()),
                List.of(randomFrom(random(), List.of(16, 37, 64))),
                List.of(randomFrom(random(), List.of(1, 2)), randomFrom(random(), List.of(4, 8))),
                random().nextBoolean()
                        ? new BandLists(List.of(), List.of(), 0.99)
                        : new BandLists(List.of(1, 3, 70), List.of(2, 5), 0.99),
                List.of(0.3, randomFrom(random(), List.of(0.05, 0.5, 0.8, 1.0))), List.of(), 1);
    }

    private static void assertTruth(BruteForce exact, Tuning.Truth truth, int documents) {
        long[] bins = new long[Tuning.Truth.BINS];
        long disjoint = 0;
        long identical = 0;
        double shingles = 0;
        int ofOneShingle = 0;
        for (int i = 0; i < exact.size(); i++) {
            shingles += exact.shingles(i);
            ofOneShingle += exact.shingles(i) == 1 ? 1 : 0;
            for (int j = 0; j < i; j++) {
                double similarity = exact.similarity(i, j);
                disjoint += similarity == 0 ? 1 : 0;
                identical += exact.same(i, j) ? 1 : 0;
                if (similarity > 0) {
                    bins[(int) Math.min(99, Math.floor(similarity * 100 + 1e-9))]++;
                }
            }
        }
        assertEquals(exact.size(), truth.documents());
        assertEquals(documents - exact.size(), truth.withoutShingles());
        assertEquals(ofOneShingle, truth.ofOneShingle());
        assertEquals(exact.distinct(), truth.contents());
        assertEquals(shingles / exact.size(), truth.shinglesPerDocument(), DELTA);
        assertEquals(disjoint, truth.disjoint());
        assertEquals(identical, truth.identical());
        for (int bin = 0; bin < bins.length; bin++) {
            assertEquals("bin " + bin, bins[bin], truth.histogram()[bin]);
        }
    }

    private static void assertRow(BruteForce exact, RealIndex index, SettingResult row)
            throws IOException {
        Expected expected = new Expected(row.setting());
        for (int i = 0; i < exact.size(); i++) {
            var found = index.found(exact.document(i));
            var candidates = index.candidates(exact.document(i));
            expected.read += index.read(exact.document(i)).size();
            Signature signature = Signature.of(index.sketch(exact.document(i)));
            for (int j = 0; j < i; j++) {
                expected.add(
                        exact.similarity(i, j),
                        exact.same(i, j),
                        candidates.contains(exact.document(j)),
                        found.contains(exact.document(j)),
                        estimate(signature, index.sketch(exact.document(j))));
            }
        }
        expected.assertEqual(row, exact.size());
        assertEquals(
                index.termBytes(frequency -> termBytes(frequency, exact.size())) / exact.size(),
                row.bandTermBytes(), DELTA);
    }

    private static double termBytes(int frequency, int documents) {
        return 7 + (frequency > 1 ? 2.5 : 0)
                + frequency * (documents / frequency < 128 ? 1 : 2);
    }

    private static double estimate(Signature a, Sketch b) {
        return new SimilarityEstimate(a.format())
                .similarity(a.equalComponents(Signature.of(b).stored(), 0, 0));
    }

    /** The figures of a row, pair by pair. */
    private static final class Expected {

        private final Setting setting;
        private final List<Double> errors = new ArrayList<>();
        private long pairs;
        private long others;
        private long candidates;
        private long candidatesToFind;
        private long truePositives;
        private long falsePositives;
        private long read;
        private double predicted;

        private Expected(Setting setting) {
            this.setting = setting;
        }

        private void add(
                double similarity, boolean same, boolean candidate, boolean found,
                double estimate) {
            boolean toFind = similarity >= setting.similarity();
            assertTrue("what is found is a candidate", candidate || found == false);
            pairs += toFind ? 1 : 0;
            others += toFind ? 0 : 1;
            candidates += candidate ? 1 : 0;
            candidatesToFind += candidate && toFind ? 1 : 0;
            truePositives += found && toFind ? 1 : 0;
            falsePositives += found && toFind == false ? 1 : 0;
            if (toFind) {
                predicted += ReferenceBands.probability(
                        setting.taken().bands(), setting.taken().rows(), similarity);
            }
            if (toFind && same == false) {
                errors.add(estimate - similarity);
            }
        }

        private void assertEqual(SettingResult row, int documents) {
            String name = setting.toString();
            assertEquals(name, truePositives, row.pairs().truePositives());
            assertEquals(name, falsePositives, row.pairs().falsePositives());
            assertEquals(name, pairs, row.pairs().toFind());
            assertEquals(name, (double) candidatesToFind / pairs, row.pairs().recall(), DELTA);
            assertEquals(name, predicted / pairs, row.pairs().predictedRecall(), DELTA);
            assertEquals(
                    name,
                    (double) (candidates - candidatesToFind) / others,
                    row.pairs().noise(),
                    DELTA);
            assertEquals(
                    name, 2.0 * candidates / documents, row.pairs().candidatesPerDocument(), DELTA);
            assertEquals(name, (double) read / documents, row.pairs().textsRead(), DELTA);
            double mean = errors.stream().mapToDouble(e -> e).sum() / errors.size();
            assertEquals(name, mean, row.error().mean(), DELTA);
            assertEquals(
                    name,
                    errors.stream().mapToDouble(Math::abs).sum() / errors.size(),
                    row.error().meanAbsolute(),
                    DELTA);
            assertEquals(
                    name,
                    errors.stream().mapToDouble(e -> (e - mean) * (e - mean)).sum()
                            / errors.size(),
                    Math.pow(row.error().standardDeviation(), 2),
                    DELTA);
            assertEquals(
                    12 + Math.ceilDiv(
                            setting.scheme().hashCount() * setting.scheme().signatureBits(), 8),
                    row.signatureBytes(), DELTA);
            assertTrue(row.signingMicros() > 0);
        }
    }
}
