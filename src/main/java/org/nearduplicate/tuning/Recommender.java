package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Finds the row that meets an objective best, and says why. */
final class Recommender {

    /** With fewer pairs, rows differ by a pair or two, which is chance. */
    private static final int MANY_PAIRS = 100;

    /** A cheaper setting is worth telling if it is worse by no more than this. */
    private static final double NEARLY = 0.01;

    private static final Comparator<SettingResult> CHEAPEST =
            Comparator.<SettingResult>comparingDouble(row -> row.cost().bytes())
                    .thenComparingDouble(row -> row.bands().candidatesPerDocument());

    private final List<SettingResult> rows;
    private final List<PassageFigures> passages;
    private final Objective objective;

    Recommender(
            List<SettingResult> rows, List<PassageFigures> passages, Objective objective) {
        this.rows = rows;
        this.passages = passages;
        this.objective = objective;
    }

    /**
     * Returns the best row; of equals the one with the fewest bytes, then candidates, then the first. With it the fewest
     * prints that find enough passages.
     */
    Recommendation recommend() {
        Recommendation rows = recommendRow();
        return rows.best() == null || passages.isEmpty() ? rows : withPrints(rows);
    }

    private Recommendation withPrints(Recommendation row) {
        List<PassageFigures> comparable = passages.stream()
                .filter(figures -> figures.wanted().equals(wanted(row.best())))
                .sorted(
                        Comparator.comparingInt((PassageFigures each) -> each.prints().oneIn())
                                .reversed())
                .toList();
        PassageFigures best = comparable.stream()
                .filter(figures -> figures.recall() >= objective.recall())
                .findFirst()
                .orElse(null);
        List<String> reasons = new ArrayList<>(row.reasons());
        if (best == null) {
            PassageFigures nearest = comparable.getLast();
            reasons.add(
                    Double.isNaN(nearest.recall())
                            ? "No document has a passage, so nothing can be said about [passages]."
                            : format(
                                    "No [passages] find %s of the passages: with %d they find %.4f.",
                                    objective.recall(), nearest.prints().oneIn(),
                                    nearest.recall()));
            return new Recommendation(row.best(), null, reasons);
        }
        reasons.add(
                format("One shingle in %d as a print finds %.2f%% of the documents that have a passage; no fewer that"
                        + " were tried find %s.",
                        best.prints().oneIn(), 100 * best.recall(), objective.recall()));
        return new Recommendation(row.best(), best.prints(), reasons);
    }

    private Recommendation recommendRow() {
        if (rows.stream().allMatch(row -> row.counts().pairs() == 0)) {
            return none(
                    "No pair of the sample reaches a similarity that was asked for, so nothing can"
                            + " be said about how well such pairs are found.");
        }
        return switch (objective.kind()) {
            case FEWEST_BANDS -> fewestBands();
            case SIGNATURE_F1 -> highest(row -> row.counts().f1(), "F1 by signatures");
            case SIGNATURE_RECALL -> highest(
                    row -> row.counts().recall(), "recall by signatures");
            case SIGNATURE_PRECISION -> highest(
                    row -> row.counts().precision(), "precision by signatures");
        };
    }

    private Recommendation highest(ToDoubleFunction<SettingResult> figure, String name) {
        SettingResult best = rows.stream()
                .filter(row -> Double.isNaN(figure.applyAsDouble(row)) == false)
                .min(Comparator.comparingDouble(figure).reversed().thenComparing(CHEAPEST))
                .orElse(null);
        if (best == null) {
            return none("No setting finds anything, so none has a " + name + ".");
        }
        List<String> reasons = new ArrayList<>();
        double value = figure.applyAsDouble(best);
        reasons.add(format("Its %s of %.4f is the highest of %d settings.", name, value,
                rows.size()));
        describe(best, reasons);
        rows.stream()
                .filter(row -> wanted(row).equals(wanted(best)) && CHEAPEST.compare(row, best) < 0)
                .filter(row -> figure.applyAsDouble(row) >= value - NEARLY)
                .min(CHEAPEST)
                .ifPresent(row -> reasons.add(
                        format("Cheaper, and nearly as good: %s, with %s %.4f and %.0f bytes"
                                + " per document instead of %.0f.",
                                label(row), name, figure.applyAsDouble(row), row.cost().bytes(),
                                best.cost().bytes())));
        return new Recommendation(best, null, reasons);
    }

    private Recommendation fewestBands() {
        SettingResult best = rows.stream()
                .filter(this::findsEnough)
                .filter(this::leavesOutEnough)
                .min(
                        Comparator.<SettingResult>comparingInt(
                                row -> row.setting().banding().bands())
                                .thenComparing(CHEAPEST))
                .orElse(null);
        String budget = format("a recall of %s and a noise of %s",
                objective.recall(), objective.noise());
        if (best == null) {
            return nearest(budget);
        }
        List<String> reasons = new ArrayList<>();
        reasons.add(format("It has the fewest bands, %d, of the settings that keep to %s.",
                best.setting().banding().bands(), budget));
        describe(best, reasons);
        return new Recommendation(best, null, reasons);
    }

    private Recommendation nearest(String budget) {
        List<String> reasons = new ArrayList<>();
        reasons.add("No setting keeps to " + budget + ".");
        rows.stream()
                .filter(this::leavesOutEnough)
                .filter(row -> Double.isNaN(row.bands().recall()) == false)
                .max(Comparator.comparingDouble(row -> row.bands().recall()))
                .ifPresent(row -> reasons.add(
                        format("Within that noise the highest recall is %.4f, with %s.",
                                row.bands().recall(), label(row))));
        rows.stream()
                .filter(this::findsEnough)
                .min(Comparator.comparingDouble(row -> row.bands().noise()))
                .ifPresent(row -> reasons.add(
                        format("With that recall the lowest noise is %.4f, with %s.",
                                row.bands().noise(), label(row))));
        return new Recommendation(null, null, reasons);
    }

    private boolean findsEnough(SettingResult row) {
        return row.bands().recall() >= objective.recall();
    }

    private boolean leavesOutEnough(SettingResult row) {
        return (row.bands().noise() > objective.noise()) == false;
    }

    private void describe(SettingResult row, List<String> reasons) {
        PairCounts counts = row.counts();
        reasons.add(format(
                "A query finds %.2f%% of the %d pairs of similarity %s or more, where the S-curve"
                        + " predicts %.2f%% ± %.2f; one by signatures finds %d of them, and %d below it.",
                100 * row.bands().recall(), counts.pairs(), row.setting().similarity(),
                100 * row.bands().predictedRecall(), 100 * row.bands().standardError(),
                counts.truePositives(), counts.falsePositives()));
        if (counts.pairs() < MANY_PAIRS) {
            reasons.add(
                    format("The sample holds only %d such pairs: small differences between settings"
                            + " are chance.", counts.pairs()));
        }
        if (rows.stream().anyMatch(other -> wanted(row).equals(wanted(other)) == false)) {
            reasons.add(
                    "Settings with other shingles or another similarity look for other pairs; which"
                            + " pairs are wanted is for their reader to say, not for these figures.");
        }
    }

    private static WantedPairs wanted(SettingResult row) {
        return row.setting().wanted();
    }

    private static String label(SettingResult row) {
        Setting setting = row.setting();
        return format("%d×%d bands × rows of %d hashes of %d bits",
                setting.banding().bands(), setting.banding().rows(),
                setting.sketch().hashCount(), setting.sketch().signatureBits());
    }

    private static Recommendation none(String reason) {
        return new Recommendation(null, null, List.of(reason));
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
