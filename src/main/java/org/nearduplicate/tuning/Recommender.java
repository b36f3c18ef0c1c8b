package org.nearduplicate.tuning;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Prints;

/** Finds, of the rows that look for the same pairs, the one that meets an objective best, and says why. */
final class Recommender {

    /** With fewer pairs, rows differ by a pair or two, which is chance. */
    private static final int MANY_PAIRS = 100;

    /** So many standard errors below the recall, chance is no explanation. */
    private static final int BY_CHANCE = 3;

    /** A cheaper setting is worth telling if it is worse by no more than this. */
    private static final double NEARLY = 0.01;

    private static final MathContext DIGITS = new MathContext(3);

    private final WantedPairs wanted;
    private final List<SettingResult> rows;
    private final List<SettingResult> tried;
    private final List<PassageFigures> passages;
    private final Objective objective;
    private final Comparator<SettingResult> cheapest;
    private final double noise;

    private Recommender(
            WantedPairs wanted, List<SettingResult> rows, List<PassageFigures> passages,
            Objective objective) {
        this.wanted = wanted;
        this.rows = rows;
        this.tried = rows.stream().filter(row -> row.origin().isTried()).toList();
        this.passages = passages;
        this.objective = objective;
        this.cheapest = Comparator
                .<SettingResult>comparingDouble(row -> row.cost().total(objective.verify()))
                .thenComparingDouble(row -> row.bands().candidatesPerDocument());
        this.noise = objective.noise(
                rows.stream()
                        .filter(row -> row.origin().isDefault())
                        .mapToDouble(row -> row.bands().noise())
                        .filter(each -> each > 0)
                        .max()
                        .orElse(0));
    }

    /**
     * Returns for all pairs that settings were tried for the best of these: of equals the one that costs the least, then has the
     * fewest candidates, then is the first. With it the fewest prints that find enough passages. Rows that were not tried
     * are compared with it. Those of other shingles or another similarity look for other pairs: which are wanted is for
     * their reader to say, not for these figures.
     */
    static List<Recommendation> recommend(
            List<SettingResult> rows, List<PassageFigures> passages, Objective objective) {
        return rows.stream()
                .collect(
                        Collectors.groupingBy(
                                row -> row.setting().wanted(), LinkedHashMap::new,
                                Collectors.toList()))
                .entrySet()
                .stream()
                .map(
                        same -> new Recommender(
                                same.getKey(),
                                same.getValue(),
                                passages.stream()
                                        .filter(each -> each.wanted().equals(same.getKey()))
                                        .toList(),
                                objective))
                .filter(recommender -> recommender.tried.isEmpty() == false)
                .map(Recommender::recommend)
                .toList();
    }

    private Recommendation recommend() {
        Recommendation row = recommendRow();
        return row.best() == null || passages.isEmpty() ? row : withPrints(row);
    }

    private Recommendation withPrints(Recommendation row) {
        List<PassageFigures> comparable = passages.stream()
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
            return recommendation(row.best(), null, reasons);
        }
        reasons.add(
                format("One shingle in %d as a print finds %.2f%% of the documents that have a passage; no fewer that"
                        + " were tried find %s.",
                        best.prints().oneIn(), 100 * best.recall(), objective.recall()));
        return recommendation(row.best(), best.prints(), reasons);
    }

    private Recommendation recommendRow() {
        if (rows.getFirst().counts().pairs() == 0) {
            return none(
                    "No pair of the sample reaches the similarity, so nothing can be said about how well"
                            + " such pairs are found.");
        }
        return switch (objective.kind()) {
            case LOWEST_COST -> lowestCost();
            case SIGNATURE_F1 -> highest(row -> row.counts().f1(), "F1 by signatures");
            case SIGNATURE_RECALL -> highest(
                    row -> row.counts().recall(), "recall by signatures");
            case SIGNATURE_PRECISION -> highest(
                    row -> row.counts().precision(), "precision by signatures");
        };
    }

    private Recommendation highest(ToDoubleFunction<SettingResult> figure, String name) {
        SettingResult best = tried.stream()
                .filter(row -> Double.isNaN(figure.applyAsDouble(row)) == false)
                .min(Comparator.comparingDouble(figure).reversed().thenComparing(cheapest))
                .orElse(null);
        if (best == null) {
            return none("No setting finds anything, so none has a " + name + ".");
        }
        List<String> reasons = new ArrayList<>();
        double value = figure.applyAsDouble(best);
        reasons.add(format("Its %s of %.4f is the highest of %d settings.", name, value,
                tried.size()));
        PairCounts counts = best.counts();
        reasons.add(
                format("Of the %d pairs of similarity %s or more a query by signatures finds %d, and %d below it.",
                        counts.pairs(), wanted.similarity(), counts.truePositives(),
                        counts.falsePositives()));
        tellFewPairs(best, reasons);
        tried.stream()
                .filter(row -> cheapest.compare(row, best) < 0)
                .filter(row -> figure.applyAsDouble(row) >= value - NEARLY)
                .min(cheapest)
                .ifPresent(row -> reasons.add(
                        format("Cheaper, and nearly as good: %s, with %s %.4f and %.0f bytes"
                                + " per document instead of %.0f.",
                                label(row), name, figure.applyAsDouble(row), row.cost().bytes(),
                                best.cost().bytes())));
        compare(
                best,
                row -> format("%s %.4f and %.0f bytes per document", name,
                        figure.applyAsDouble(row), row.cost().bytes()),
                reasons);
        return recommendation(best, null, reasons);
    }

    private Recommendation lowestCost() {
        List<SettingResult> enough = tried.stream()
                .filter(this::findsEnough)
                .filter(this::leavesOutEnough)
                .toList();
        String budget = format("a recall of %s and a noise of %s",
                objective.recall(), BigDecimal.valueOf(noise).round(DIGITS).toPlainString());
        if (enough.isEmpty()) {
            return nearest(budget);
        }
        SettingResult best = enough.stream().min(cheapest).orElseThrow();
        List<String> reasons = new ArrayList<>();
        reasons.add(format("Settings that keep to %s: %d of %d. Of these it costs the least: %s.",
                budget, enough.size(), tried.size(), costs(best)));
        reasons.add(
                format("A query finds %.2f%% of the %d pairs of similarity %s or more, where the S-curve"
                        + " predicts %.2f%% ± %.2f, and %.2f%% of those of just that similarity.",
                        100 * best.bands().recall(), best.counts().pairs(), wanted.similarity(),
                        100 * best.bands().predictedRecall(), 100 * best.bands().standardError(),
                        100 * recallAtSimilarity(best)));
        tellFewPairs(best, reasons);
        compare(
                best,
                row -> format("recall %.2f%%, and %.2f%% at just the similarity, %s",
                        100 * row.bands().recall(), 100 * recallAtSimilarity(row), costs(row)),
                reasons);
        return recommendation(best, null, reasons);
    }

    private static String costs(SettingResult row) {
        return format("%.0f bytes per document, and %.2f texts that a query reads",
                row.cost().bytes(), row.cost().textsRead());
    }

    private Recommendation nearest(String budget) {
        List<String> reasons = new ArrayList<>();
        reasons.add("No setting keeps to " + budget + ".");
        tried.stream()
                .filter(this::leavesOutEnough)
                .max(Comparator.comparingDouble(this::keptRecall))
                .ifPresent(row -> reasons.add(
                        format("Within that noise the highest recall is %.4f, with %s.",
                                keptRecall(row), label(row))));
        tried.stream()
                .filter(this::findsEnough)
                .min(Comparator.comparingDouble(row -> row.bands().noise()))
                .ifPresent(row -> reasons.add(
                        format("With that recall the lowest noise is %.4f, with %s.",
                                row.bands().noise(), label(row))));
        return recommendation(null, null, reasons);
    }

    /** Many copies in a sample are found by any bands: pairs of just the similarity have to be found too. */
    private boolean findsEnough(SettingResult row) {
        return CurveGoal.find(wanted.similarity(), objective.recall())
                .metBy(row.setting().taken())
                && row.bands().recall()
                        + BY_CHANCE * row.bands().standardError() >= objective.recall();
    }

    private double keptRecall(SettingResult row) {
        return Math.min(recallAtSimilarity(row), row.bands().recall());
    }

    private double recallAtSimilarity(SettingResult row) {
        return row.setting().taken().probability(wanted.similarity());
    }

    private boolean leavesOutEnough(SettingResult row) {
        return (row.bands().noise() > noise) == false;
    }

    private static void tellFewPairs(SettingResult row, List<String> reasons) {
        if (row.counts().pairs() < MANY_PAIRS) {
            reasons.add(
                    format("The sample holds only %d such pairs: small differences between settings"
                            + " are chance.", row.counts().pairs()));
        }
    }

    private void compare(
            SettingResult best, Function<SettingResult, String> figures, List<String> reasons) {
        if (rows.stream().anyMatch(row -> row.origin().fields().isEmpty() == false)) {
            reasons.add(
                    "What [exact] and [passages] of a present field store, and the texts that [exact] saves, are not counted.");
        }
        for (SettingResult row : rows) {
            List<String> names = new ArrayList<>();
            row.origin().fields().forEach(field -> names.add("the present field [" + field + "]"));
            if (row.origin().isDefault()) {
                names.add("the default mapping");
            }
            if (names.isEmpty() == false) {
                String named = String.join(" and ", names);
                reasons.add(
                        row == best
                                ? "It is that of " + named + "."
                                : format("For comparison, %s, %s: %s.", named, label(row),
                                        figures.apply(row)));
            }
        }
    }

    private static String label(SettingResult row) {
        Setting setting = row.setting();
        return format("%d bands × %d of %d rows of %d hashes of %d bits",
                setting.banding().bands(), setting.taken().rows(), setting.banding().rows(),
                setting.sketch().hashCount(), setting.sketch().signatureBits());
    }

    private Recommendation none(String reason) {
        return recommendation(null, null, List.of(reason));
    }

    private Recommendation recommendation(
            SettingResult best, Prints prints, List<String> reasons) {
        return new Recommendation(wanted, best, prints, reasons);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
