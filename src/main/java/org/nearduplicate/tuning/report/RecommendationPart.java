package org.nearduplicate.tuning.report;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.plot.Figures;
import org.nearduplicate.tuning.plot.Markup;
import org.nearduplicate.tuning.plot.SettingPart;

/** What is recommended, why, and the mapping to paste. */
final class RecommendationPart {

    private final Tuning tuning;
    private final Objective objective;
    private final String mapping;

    RecommendationPart(Tuning tuning, Objective objective, String mapping) {
        this.tuning = tuning;
        this.objective = objective;
        this.mapping = mapping;
    }

    void write(Markup page) {
        SettingResult best = tuning.recommendation().best();
        page.open("section");
        page.element("h2", "Recommendation");
        page.element("p", "Wanted: " + wanted() + ".");
        if (best == null) {
            page.element("p", "No setting meets that.", "class", "best");
        } else {
            page.element("p", name(best), "class", "best");
            writeFigures(page, best);
        }
        page.open("ul");
        tuning.recommendation().reasons().forEach(reason -> page.element("li", reason));
        page.close();
        if (mapping != null) {
            page.element("p", "The mapping to paste:");
            page.element("pre", mapping, "tabindex", "0");
        }
        page.close();
    }

    private static void writeFigures(Markup page, SettingResult best) {
        page.open("dl", "class", "figures");
        for (Column column : Column.MAIN) {
            page.open("div")
                    .element("dt", column.heading())
                    .element("dd", column.value(best))
                    .close();
        }
        page.close();
    }

    private static String name(SettingResult best) {
        return Arrays.stream(SettingPart.values())
                .map(part -> part.parameter() + " " + part.value(best.setting()))
                .collect(Collectors.joining(", "));
    }

    private String wanted() {
        return switch (objective.kind()) {
            case F1 -> "the highest F1";
            case RECALL -> "the highest recall";
            case PRECISION -> "the highest precision";
            case FEWEST_BANDS -> "the fewest bands that find at least "
                    + Figures.share(objective.recall())
                    + " of the pairs to find and at most " + Figures.share(objective.noise())
                    + " of the others";
        };
    }
}
