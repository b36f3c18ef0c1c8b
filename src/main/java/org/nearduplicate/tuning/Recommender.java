package org.nearduplicate.tuning;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.tuning.Tuning.PassageFigures;
import org.nearduplicate.tuning.Tuning.Recommendation;

/** Finds the row that meets an objective best, of those for the same pairs, and the reasons. Runs once. */
final class Recommender {

    /** With fewer pairs, rows differ by a pair or two, which is chance. */
    private static final int MANY_PAIRS = 100;

    /** A recall that is lower by more standard errors is no chance. */
    private static final int BY_CHANCE = 3;

    /** A cheaper setting is mentioned if its figure is worse by no more than this. */
    private static final double NEARLY = 0.01;

    private static final MathContext DIGITS = new MathContext(3);

    private final Setting.WantedPairs wanted;
    private final List<SettingResult> rows;
    private final List<SettingResult> tried;
    private final Objective objective;
    private final Comparator<SettingResult> cheapest;
    private final double noise;
    private final List<String> reasons = new ArrayList<>();

    private Recommender(Setting.WantedPairs wanted, List<SettingResult> rows, Objective objective) {
        this.wanted = wanted;
        this.rows = rows;
        this.tried = rows.stream().filter(row -> row.origin().isTried()).toList();
        this.objective = objective;
        this.cheapest = Comparator
                .<SettingResult>comparingDouble(row -> row.cost(objective.kind().verify()))
                .thenComparingDouble(row -> row.pairs().candidatesPerDocument());
        this.noise = objective.noise(
                rows.stream()
                        .filter(row -> row.origin().isDefault())
                        .mapToDouble(row -> row.pairs().noise())
                        .filter(each -> each > 0)
                        .max()
                        .orElse(0));
    }

    /**
     * Returns a recommendation for each shingle setting and similarity that was tried. Of equally good rows it is the one
     * that costs the least, then has the fewest candidates, then is the first; with it the fewest sampled shingles that
     * find enough passages. Rows that were not tried are compared with it. Rows of other shingles or similarities find
     * other pairs: figures cannot tell which pairs a user wants.
     */
    static List<Recommendation> recommend(
            List<SettingResult> rows, List<PassageFigures> passages, Objective objective) {
        List<Recommendation> recommendations = new ArrayList<>();
        TuningJob.grouped(rows, row -> row.setting().wanted()).forEach((wanted, same) -> {
            Recommender recommender = new Recommender(wanted, same, objective);
            if (recommender.tried.isEmpty() == false) {
                recommendations.add(recommender.recommend(passages));
            }
        });
        return recommendations;
    }

    private Recommendation recommend(List<PassageFigures> passages) {
        SettingResult best = best();
        List<PassageFigures> comparable = passages.stream()
                .filter(each -> each.wanted().equals(wanted))
                .sorted(Comparator.comparingInt(each -> -each.sampled().oneIn()))
                .toList();
        SampledShingles sampled =
                best == null || comparable.isEmpty() ? null : fewestSampled(comparable);
        return new Recommendation(wanted, best, sampled, reasons);
    }

    private SampledShingles fewestSampled(List<PassageFigures> fewestFirst) {
        for (PassageFigures figures : fewestFirst) {
            if (figures.recall() >= objective.recall()) {
                say("One shingle in %d, sampled, finds %.2f%% of the documents that have a passage; no fewer that"
                        + " were tried find %s.",
                        figures.sampled().oneIn(), 100 * figures.recall(), objective.recall());
                return figures.sampled();
            }
        }
        PassageFigures nearest = fewestFirst.getLast();
        if (Double.isNaN(nearest.recall())) {
            say("No document has a passage, so nothing can be said about [passages].");
        } else {
            say("No [passages] find %s of the passages: with %d they find %.4f.",
                    objective.recall(), nearest.sampled().oneIn(), nearest.recall());
        }
        return null;
    }

    private SettingResult best() {
        if (rows.getFirst().pairs().toFind() == 0) {
            say("No pair of the sample reaches the similarity, so nothing can be said about how well"
                    + " such pairs are found.");
            return null;
        }
        return switch (objective.kind()) {
            case LOWEST_COST -> lowestCost();
            case SIGNATURE_F1 -> highest(row -> row.pairs().f1BySignatures(), "F1 by signatures");
            case SIGNATURE_RECALL -> highest(
                    row -> row.pairs().recallBySignatures(), "recall by signatures");
            case SIGNATURE_PRECISION -> highest(
                    row -> row.pairs().precisionBySignatures(), "precision by signatures");
        };
    }

    private SettingResult highest(ToDoubleFunction<SettingResult> figure, String name) {
        SettingResult best = tried.stream()
                .filter(row -> Double.isNaN(figure.applyAsDouble(row)) == false)
                .min(Comparator.comparingDouble(figure).reversed().thenComparing(cheapest))
                .orElse(null);
        if (best == null) {
            say("No setting finds anything, so none has a %s.", name);
            return null;
        }
        double value = figure.applyAsDouble(best);
        say("Its %s of %.4f is the highest of %d settings.", name, value, tried.size());
        PairFigures pairs = best.pairs();
        say("Of the %d pairs of similarity %s or more a query by signatures finds %d, and %d below it.",
                pairs.toFind(), wanted.similarity(), pairs.truePositives(),
                pairs.falsePositives());
        sayFewPairs(pairs);
        tried.stream()
                .filter(row -> cheapest.compare(row, best) < 0)
                .filter(row -> figure.applyAsDouble(row) >= value - NEARLY)
                .min(cheapest)
                .ifPresent(
                        row -> say("Cheaper, and nearly as good: %s, with %s %.4f and %.0f bytes"
                                + " per document instead of %.0f.",
                                label(row), name, figure.applyAsDouble(row), row.bytes(),
                                best.bytes()));
        compare(
                best,
                row -> format("%s %.4f and %.0f bytes per document", name,
                        figure.applyAsDouble(row), row.bytes()));
        return best;
    }

    private SettingResult lowestCost() {
        String budget = format("a recall of %s and a noise of %s",
                objective.recall(), BigDecimal.valueOf(noise).round(DIGITS).toPlainString());
        List<SettingResult> enough = tried.stream()
                .filter(this::findsEnough)
                .filter(this::leavesOutEnough)
                .toList();
        if (enough.isEmpty()) {
            sayNearest(budget);
            return null;
        }
        SettingResult best = enough.stream().min(cheapest).orElseThrow();
        say("Settings that keep to %s: %d of %d. Of these it costs the least: %s.",
                budget, enough.size(), tried.size(), costs(best));
        say("A query finds %.2f%% of the %d pairs of similarity %s or more, where the S-curve"
                + " predicts %.2f%% ± %.2f, and %.2f%% of those of just that similarity.",
                100 * best.pairs().recall(), best.pairs().toFind(), wanted.similarity(),
                100 * best.pairs().predictedRecall(), 100 * best.pairs().standardError(),
                100 * recallAtSimilarity(best));
        sayFewPairs(best.pairs());
        compare(
                best,
                row -> format("recall %.2f%%, and %.2f%% at just the similarity, %s",
                        100 * row.pairs().recall(), 100 * recallAtSimilarity(row), costs(row)));
        return best;
    }

    private void sayNearest(String budget) {
        say("No setting keeps to %s.", budget);
        ToDoubleFunction<SettingResult> recall =
                row -> Math.min(recallAtSimilarity(row), row.pairs().recall());
        tried.stream()
                .filter(this::leavesOutEnough)
                .max(Comparator.comparingDouble(recall))
                .ifPresent(
                        row -> say("Within that noise the highest recall is %.4f, with %s.",
                                recall.applyAsDouble(row), label(row)));
        tried.stream()
                .filter(this::findsEnough)
                .min(Comparator.comparingDouble(row -> row.pairs().noise()))
                .ifPresent(
                        row -> say("With that recall the lowest noise is %.4f, with %s.",
                                row.pairs().noise(), label(row)));
    }

    /** Any bands find copies, and a sample may have many: pairs of just the similarity have to be found too. */
    private boolean findsEnough(SettingResult row) {
        return CurveGoal.find(wanted.similarity(), objective.recall())
                .metBy(row.setting().taken())
                && row.pairs().recall()
                        + BY_CHANCE * row.pairs().standardError() >= objective.recall();
    }

    private double recallAtSimilarity(SettingResult row) {
        return row.setting().taken().probability(wanted.similarity());
    }

    private boolean leavesOutEnough(SettingResult row) {
        return (row.pairs().noise() > noise) == false;
    }

    private void sayFewPairs(PairFigures pairs) {
        if (pairs.toFind() < MANY_PAIRS) {
            say("The sample holds only %d such pairs: small differences between settings"
                    + " are chance.", pairs.toFind());
        }
    }

    private void compare(SettingResult best, Function<SettingResult, String> figures) {
        if (rows.stream().anyMatch(row -> row.origin().fields().isEmpty() == false)) {
            say("What [exact] and [passages] of a present field store, and the texts that [exact] saves, are not counted.");
        }
        for (SettingResult row : rows) {
            List<String> names = new ArrayList<>();
            row.origin().fields().forEach(field -> names.add("the present field [" + field + "]"));
            if (row.origin().isDefault()) {
                names.add("the default mapping");
            }
            String named = String.join(" and ", names);
            if (row == best && names.isEmpty() == false) {
                say("It is that of %s.", named);
            } else if (names.isEmpty() == false) {
                say("For comparison, %s, %s: %s.", named, label(row), figures.apply(row));
            }
        }
    }

    private static String costs(SettingResult row) {
        return format("%.0f bytes per document, and %.2f texts that a query reads",
                row.bytes(), row.pairs().textsRead());
    }

    private static String label(SettingResult row) {
        Setting setting = row.setting();
        return format("%d bands × %d of %d rows of %d hashes of %d bits",
                setting.banding().bands(), setting.taken().rows(), setting.banding().rows(),
                setting.scheme().hashCount(), setting.scheme().signatureBits());
    }

    private void say(String reason, Object... values) {
        reasons.add(format(reason, values));
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
