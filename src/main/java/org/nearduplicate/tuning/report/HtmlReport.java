package org.nearduplicate.tuning.report;

import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.SampleDescription;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.plot.Figures;
import org.nearduplicate.tuning.plot.Markup;

/** Writes the report of a parameter search: what was done, what is recommended, and all figures. */
public final class HtmlReport {

    /** Nothing is loaded and nothing runs, whatever a name or a note may hold. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private HtmlReport() {}

    /**
     * Writes a report.
     *
     * @param sample how the sample was made
     * @param tuning the figures, of one setting or more
     * @param objective what the best setting is best at
     * @param mappingJson the recommended setting as a mapping to paste, or null if none is
     *     recommended
     * @return an HTML document that is well-formed XML too
     */
    public static String html(
            SampleDescription sample, Tuning tuning, Objective objective, String mappingJson) {
        Markup page = new Markup().raw("<!DOCTYPE html>");
        page.open("html", "lang", "en");
        writeHead(page, sample);
        page.open("body").open("main");
        page.element("h1", "Near-duplicate settings for the field " + sample.field());
        page.element("p", whatWasDone(sample, tuning), "class", "lead");
        new RecommendationPart(tuning, objective, mappingJson).write(page);
        new PlotsPart(tuning).write(page);
        new RowTable(tuning).write(page);
        SamplePart.write(page, sample);
        Column.writeGlossary(page);
        return page.close().close().close().raw("\n").toString();
    }

    private static void writeHead(Markup page, SampleDescription sample) {
        page.open("head")
                .empty("meta", "charset", "UTF-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .element("title", "Near-duplicate settings for the field " + sample.field())
                .element("style", PageStyle.CSS)
                .close();
    }

    private static String whatWasDone(SampleDescription sample, Tuning tuning) {
        int settings = tuning.rows().size();
        return Figures.count(settings) + (settings == 1 ? " setting was" : " settings were")
                + " measured on the texts of " + Figures.count(sample.size())
                + " documents, against the exact similarities of all their pairs.";
    }

    /** Returns the row that pictures are about: the recommended one, or else the first. */
    static SettingResult shown(Tuning tuning) {
        SettingResult best = tuning.recommendation().best();
        return best == null ? tuning.rows().getFirst() : best;
    }
}
