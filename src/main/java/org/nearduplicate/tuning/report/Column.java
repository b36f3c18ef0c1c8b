package org.nearduplicate.tuning.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.plot.Figures;
import org.nearduplicate.tuning.plot.Markup;

/** The figures of a row: what each is called, how it is written, and what it means. */
enum Column {

    PAIRS(Group.QUERY, "pairs", whole(row -> row.counts().pairs()),
            "Pairs of the sample whose exact similarity reaches the similarity of the row: what"
                    + " should be found."),

    TRUE_POSITIVES(Group.QUERY, "true positives", whole(row -> row.counts().truePositives()),
            "Those of them that a query by signatures finds."),

    FALSE_POSITIVES(Group.QUERY, "false positives", whole(row -> row.counts().falsePositives()),
            "Other pairs that it finds, because signatures only estimate a similarity."),

    FALSE_NEGATIVES(Group.QUERY, "false negatives", whole(row -> row.counts().falseNegatives()),
            "Pairs that should be found and are not."),

    PRECISION(Group.QUERY, "precision", share(row -> row.counts().precision()),
            "The share of the found pairs that should be found."),

    RECALL(Group.QUERY, "recall", share(row -> row.counts().recall()),
            "The share of the pairs that should be found that is found."),

    F1(Group.QUERY, "F1", share(row -> row.counts().f1()),
            "The harmonic mean of precision and recall."),

    BAND_RECALL(Group.BANDS, "found", share(row -> row.bands().recall()),
            "The share of the pairs that should be found that share a band term: the recall of a"
                    + " query that verifies exactly."),

    PREDICTED_RECALL(Group.BANDS, "predicted", Column::predicted,
            "The same by the S-curve, from the exact similarities, ± its standard error at most."
                    + " What was found should be within three of these."),

    NOISE(Group.BANDS, "noise", share(row -> row.bands().noise()),
            "The share of the other pairs that share a band term too, and have to be verified for"
                    + " nothing."),

    CANDIDATES(Group.BANDS, "candidates per document",
            quantity(row -> row.bands().candidatesPerDocument()),
            "Documents of the sample that a query for one of them has to verify, on the average."
                    + " They grow with the index."),

    MEAN_ERROR(Group.ERROR, "mean", difference(row -> row.error().mean()),
            "The mean of the estimated similarity minus the exact one, over the pairs that should"
                    + " be found and are not identical."),

    ABSOLUTE_ERROR(Group.ERROR, "mean absolute", difference(row -> row.error().meanAbsolute()),
            "The mean of that without its sign."),

    STANDARD_DEVIATION(Group.ERROR, "standard deviation",
            difference(row -> row.error().standardDeviation()),
            "How far the estimates scatter. It falls with the square root of the hash count."),

    BYTES(Group.COST, "bytes per document", quantity(row -> row.cost().bytes()),
            "Bytes of the index for a document, on the average: signature and band terms."),

    SIGNATURE_BYTES(Group.COST, "of the signature",
            quantity(row -> row.cost().signatureBytes()),
            "Those of them that hold the signature."),

    BAND_TERM_BYTES(Group.COST, "of the band terms",
            quantity(row -> row.cost().bandTermBytes()),
            "Those of them that hold the band terms."),

    SIGNING_MICROS(Group.COST, "µs to sign", quantity(row -> row.cost().signingMicros()),
            "Microseconds from a text to its sketch. Measured once: a rough figure.");

    /** What a reader looks at first. */
    static final List<Column> MAIN = List.of(RECALL, PRECISION, CANDIDATES, BYTES);

    private static final String NOTE = "note-";

    private final Group group;
    private final String heading;
    private final Function<SettingResult, String> value;
    private final String meaning;

    /** Columns about the same thing, which stand together. */
    enum Group {

        QUERY("query by signatures"),

        BANDS("bands alone"),

        ERROR("error of the estimate"),

        COST("cost");

        private final String heading;

        Group(String heading) {
            this.heading = heading;
        }

        String heading() {
            return heading;
        }

        List<Column> columns() {
            return Arrays.stream(Column.values()).filter(column -> column.group == this).toList();
        }
    }

    Column(Group group, String heading, Function<SettingResult, String> value, String meaning) {
        this.group = group;
        this.heading = heading;
        this.value = value;
        this.meaning = meaning;
    }

    String heading() {
        return heading;
    }

    String value(SettingResult row) {
        return value.apply(row);
    }

    /** Returns where its meaning is told. */
    String note() {
        return NOTE + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static void writeGlossary(Markup page) {
        page.open("section");
        page.element("h2", "What the columns mean");
        for (Group group : Group.values()) {
            page.element("h3", group.heading().substring(0, 1).toUpperCase(Locale.ROOT)
                    + group.heading().substring(1));
            page.open("dl", "class", "glossary");
            for (Column column : group.columns()) {
                page.element("dt", column.heading, "id", column.note());
                page.element("dd", column.meaning);
            }
            page.close();
        }
        page.close();
    }

    private static String predicted(SettingResult row) {
        return Figures.shareInColumn(row.bands().predictedRecall()) + " ± "
                + Figures.shareInColumn(row.bands().standardError());
    }

    private static Function<SettingResult, String> whole(ToLongFunction<SettingResult> figure) {
        return row -> Figures.count(figure.applyAsLong(row));
    }

    private static Function<SettingResult, String> share(ToDoubleFunction<SettingResult> figure) {
        return row -> Figures.shareInColumn(figure.applyAsDouble(row));
    }

    private static Function<SettingResult, String> quantity(
            ToDoubleFunction<SettingResult> figure) {
        return row -> Figures.quantity(figure.applyAsDouble(row));
    }

    private static Function<SettingResult, String> difference(
            ToDoubleFunction<SettingResult> figure) {
        return row -> Figures.difference(figure.applyAsDouble(row));
    }
}
