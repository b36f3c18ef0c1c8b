package org.nearduplicate.tuning.report;

import java.util.List;
import java.util.function.Function;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.Truth;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.plot.Figures;
import org.nearduplicate.tuning.plot.FrontPlot;
import org.nearduplicate.tuning.plot.HistogramPlot;
import org.nearduplicate.tuning.plot.Markup;
import org.nearduplicate.tuning.plot.PlotSize;

/**
 * The pictures. Each is there twice, once for a wide page and once for a phone, which shows one of
 * them.
 */
final class PlotsPart {

    private final Tuning tuning;
    private final Banding banding;
    private final double similarity;
    private final Truth shown;

    PlotsPart(Tuning tuning) {
        SettingResult row = HtmlReport.shown(tuning);
        this.tuning = tuning;
        this.banding = row.setting().banding();
        this.similarity = row.setting().similarity();
        this.shown = tuning.truth(row);
    }

    void write(Markup page) {
        page.open("section");
        page.element("h2", "How similar the documents are");
        writeHistogram(page, shown);
        for (Truth truth : others()) {
            page.open("details");
            page.element("summary", "The same for shingles of " + words(truth.shingles()));
            writeHistogram(page, truth);
            page.close();
        }
        page.close();
        page.open("section");
        page.element("h2", "What settings find, and what that costs");
        page.open("figure");
        writeSizes(page, size -> FrontPlot.svg(tuning, size));
        page.close().close();
    }

    private List<Truth> others() {
        return tuning.truths().stream().filter(truth -> truth.equals(shown) == false).toList();
    }

    private void writeHistogram(Markup page, Truth truth) {
        page.open("figure");
        writeSizes(page,
                size -> HistogramPlot.svg(truth.histogram(), banding, similarity, size));
        page.element("figcaption", caption(truth));
        page.close();
    }

    private static void writeSizes(Markup page, Function<PlotSize, String> svg) {
        page.open("div", "class", "wide").raw(svg.apply(PlotSize.WIDE)).close();
        page.open("div", "class", "narrow").raw(svg.apply(PlotSize.NARROW)).close();
    }

    private static String caption(Truth truth) {
        return "Shingles of " + words(truth.shingles()) + ": "
                + Figures.count(truth.documents()) + " documents have "
                + Figures.quantity(truth.shinglesPerDocument())
                + " distinct shingles on the average, and "
                + Figures.count(truth.contents()) + " different sets of them. "
                + (truth.withoutShingles() == 0
                        ? "Every document has one."
                        : "Without a shingle, and without a part in all this: "
                                + Figures.count(truth.withoutShingles()) + ".");
    }

    private static String words(ShingleSetting shingles) {
        return shingles.size() + " " + ChoiceParameter.nameOf(shingles.unit())
                + (shingles.size() == 1 ? "" : "s") + " by the analyzer " + shingles.analyzer();
    }
}
