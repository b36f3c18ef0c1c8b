package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Makes up answers of parameter searches: figures that are random, and look like measured ones. */
public final class Tunings {

    private static final double[] SIMILARITIES = {0.5, 0.7, 0.8, 0.9};
    private static final int DOCUMENTS = 2000;

    private Tunings() {}

    /** Returns a histogram that falls steeply and rises again for near duplicates. */
    private static JaccardHistogram histogram(Random random) {
        long[] counts = new long[JaccardHistogram.BINS];
        for (int bin = 0; bin < counts.length; bin++) {
            double fall = 5e5 * Math.exp(-bin / 4.0);
            double rise = 60 * Math.exp(-(99 - bin) / 9.0);
            counts[bin] = (long) ((fall + rise) * random.nextDouble());
        }
        long identical = random.nextInt(200);
        counts[99] += identical;
        return new JaccardHistogram(counts, 1_000_000 + random.nextInt(1_000_000), identical);
    }

    /**
     * Returns an answer.
     *
     * @param settings how many rows
     * @param best whether one is recommended
     * @param analyzer the name of its first analyzer
     */
    public static Tuning tuning(Random random, int settings, boolean best, String analyzer) {
        List<ShingleSetting> shingles = new ArrayList<>(
                List.of(new ShingleSetting(analyzer, ShingleUnit.WORD, 3)));
        if (settings > 3) {
            shingles.add(new ShingleSetting(analyzer, ShingleUnit.CHARACTER, 9));
        }
        if (settings > 300) {
            shingles.add(new ShingleSetting("simple", ShingleUnit.WORD, 2));
        }
        List<Truth> truths = shingles.stream()
                .map(each -> new Truth(each, DOCUMENTS - 7, 7, 3, DOCUMENTS - 300,
                        130 * random.nextDouble(), histogram(random)))
                .toList();
        List<SettingResult> rows = new ArrayList<>();
        while (rows.size() < settings) {
            Setting setting = setting(random, shingles);
            if (rows.stream().noneMatch(row -> row.setting().equals(setting))) {
                rows.add(
                        row(random, setting, origin(random, rows.isEmpty()),
                                truths.get(shingles.indexOf(setting.shingles()))));
            }
        }
        List<PassageFigures> passages = List.of(4, 16, 64).stream()
                .map(
                        oneIn -> new PassageFigures(
                                rows.getFirst().setting().wanted(), new Prints(oneIn), 1_500,
                                2_000 + random.nextInt(1_000), random.nextInt(2_000),
                                random.nextInt(10_000),
                                130.0 / oneIn, random.nextInt(oneIn), 500.0 / oneIn))
                .toList();
        return new Tuning(
                truths, rows, Front.of(rows, Verify.EXACT), passages,
                recommendations(random, rows, best));
    }

    /** Returns one for all pairs that a row looks for which was tried. */
    private static List<Recommendation> recommendations(
            Random random, List<SettingResult> rows, boolean best) {
        return rows.stream()
                .filter(row -> row.origin().isTried())
                .map(row -> row.setting().wanted())
                .distinct()
                .map(
                        wanted -> new Recommendation(
                                wanted,
                                best ? anyOf(random, wanted, rows) : null,
                                best ? new Prints(16) : null,
                                List.of(
                                        "It costs the least from " + wanted.similarity() + " on.",
                                        "Two others are as good & cost more.")))
                .toList();
    }

    private static SettingResult anyOf(
            Random random, WantedPairs wanted, List<SettingResult> rows) {
        List<SettingResult> same = rows.stream()
                .filter(row -> row.origin().isTried())
                .filter(row -> row.setting().wanted().equals(wanted))
                .toList();
        return same.get(random.nextInt(same.size()));
    }

    /** Returns why one of some rows is measured: the first of all is tried, the others are or are not. */
    private static Origin origin(Random random, boolean first) {
        return new Origin(
                first || random.nextInt(5) > 0,
                random.nextInt(5) == 0,
                List.of("body.near", "body.other").subList(0, Math.max(0, random.nextInt(6) - 3)));
    }

    private static Setting setting(Random random, List<ShingleSetting> shingles) {
        int hashCount = 64 << random.nextInt(4);
        double similarity = SIMILARITIES[random.nextInt(SIMILARITIES.length)];
        CurveGoal goal = CurveGoal.find(similarity, 0.5 + 0.499 * random.nextDouble());
        List<BandChoice> choices =
                BandChoice.choices(goal, BandRows.MOST, hashCount).toList();
        int bands =
                choices.get(random.nextInt(Math.min(4, choices.size()))).banding().bands();
        ShingleSetting ofShingles = shingles.get(random.nextInt(shingles.size()));
        return new Setting(
                ofShingles.analyzer(),
                ofShingles.scheme(
                        HashFunction.XXH3, SketchAlgorithm.values()[random.nextInt(2)], hashCount,
                        1 << random.nextInt(4)),
                BandChoice.resolve(bands, null, similarity, goal.probability(), hashCount));
    }

    /** Returns the row of a setting, as the S-curve has it. */
    private static SettingResult row(
            Random random, Setting setting, Origin origin, Truth truth) {
        Banding taken = setting.taken();
        JaccardHistogram histogram = truth.histogram();
        double pairs = 0;
        double found = 0;
        double others = histogram.disjoint();
        double noise = 0;
        for (int bin = 0; bin < JaccardHistogram.BINS; bin++) {
            double share = taken.probability((bin + 0.5) / JaccardHistogram.BINS);
            boolean reaches = bin >= JaccardHistogram.bin(setting.similarity());
            pairs += reaches ? histogram.count(bin) : 0;
            found += reaches ? histogram.count(bin) * share : 0;
            others += reaches ? 0 : histogram.count(bin);
            noise += reaches ? 0 : histogram.count(bin) * share;
        }
        long truePositives = (long) (found * (0.97 + 0.03 * random.nextDouble()));
        return new SettingResult(
                setting,
                origin,
                new PairCounts(truePositives, random.nextInt(30), (long) pairs - truePositives),
                new BandFigures(found / pairs, found / pairs * (1 - 0.002 * random.nextDouble()),
                        0.01 * random.nextDouble(), noise / others,
                        2 * (found + noise) / truth.documents()),
                new EstimateError(0.01 * (random.nextDouble() - 0.5), 0.03 * random.nextDouble(),
                        0.04 * random.nextDouble()),
                new SettingCost(setting.scheme().signatureFormat().length(),
                        taken.bands() * (2 + 3 * random.nextDouble()),
                        4 * random.nextDouble(),
                        40 + 400 * random.nextDouble()));
    }

    /** Returns an answer with other rows, of which none is recommended. */
    public static Tuning withRows(Tuning tuning, List<SettingResult> rows) {
        return new Tuning(tuning.truths(), rows, Front.of(rows, Verify.EXACT), List.of(),
                recommendations(new Random(0), rows, false));
    }

    /** Returns the setting of a mapping that says nothing of sketches. */
    public static Setting byDefault(ShingleSetting shingles, BandChoice bands) {
        return new Setting(shingles.analyzer(), shingles.byDefault(), bands);
    }

    /** Returns a row without any pair to find, of which many figures do not exist. */
    public static SettingResult rowWithoutPairs(Setting setting) {
        return new SettingResult(
                setting,
                Origin.TRIED,
                new PairCounts(0, 0, 0),
                new BandFigures(Double.NaN, Double.NaN, Double.NaN, 0, 0),
                new EstimateError(Double.NaN, Double.NaN, Double.NaN),
                new SettingCost(132, 48, 0, 12.5));
    }
}
