package org.nearduplicate.tuning.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.plot.Markup;
import org.nearduplicate.tuning.plot.SettingNames;
import org.nearduplicate.tuning.plot.SettingPart;

/** The table of all rows. What is the same in all of them is told once, above it. */
final class RowTable {

    private static final String BEST = "★";
    private static final String FRONT = "◆";

    private final Tuning tuning;
    private final List<SettingPart> varying;
    private final List<SettingPart> parts;

    RowTable(Tuning tuning) {
        this.tuning = tuning;
        this.varying = SettingPart.varying(tuning.rows());
        this.parts = new SettingNames(tuning.rows()).others();
    }

    void write(Markup page) {
        page.open("section");
        page.element("h2", "All settings");
        List<SettingPart> same = Arrays.stream(SettingPart.values())
                .filter(part -> varying.contains(part) == false).toList();
        if (same.isEmpty() == false) {
            page.element("p", "The same in all of them: " + same.stream()
                    .map(part -> part.parameter() + " "
                            + part.value(tuning.rows().getFirst().setting()))
                    .collect(Collectors.joining(", ")) + ".");
        }
        page.element("p", "A setting is called by its bands × rows and its hash_count k. " + BEST
                + " is recommended, " + FRONT + " is on the front.");
        page.open("div", "class", "table", "tabindex", "0", "role", "region", "aria-label",
                "All settings");
        page.open("table");
        writeHead(page);
        page.open("tbody");
        for (int i = 0; i < tuning.rows().size(); i++) {
            writeRow(page, tuning.rows().get(i), tuning.front().get(i));
        }
        page.close().close().close().close();
    }

    private void writeHead(Markup page) {
        page.open("thead").open("tr");
        page.element("th", "setting", "rowspan", 2, "scope", "col", "class", "setting");
        parts.forEach(part -> page.element("th", part.parameter(), "rowspan", 2, "scope", "col",
                "class", "part"));
        for (Column.Group group : Column.Group.values()) {
            page.element("th", group.heading(), "colspan", group.columns().size(), "scope",
                    "colgroup", "class", "group");
        }
        page.close().open("tr");
        for (Column column : Column.values()) {
            page.open("th", "scope", "col")
                    .element("a", column.heading(), "href", "#" + column.note())
                    .close();
        }
        page.close().close();
    }

    private void writeRow(Markup page, SettingResult row, boolean front) {
        boolean best = row.equals(tuning.recommendation().best());
        page.open("tr", "class", best ? "recommended" : "plain");
        page.open("th", "scope", "row", "class", "setting");
        writeMark(page, best, BEST, "recommended");
        writeMark(page, front, FRONT, "on the front");
        page.text(" " + SettingNames.shortName(row.setting())).close();
        parts.forEach(part -> page.element("td", part.value(row.setting()), "class", "part"));
        for (Column column : Column.values()) {
            page.element("td", column.value(row));
        }
        page.close();
    }

    private static void writeMark(Markup page, boolean marked, String mark, String meaning) {
        if (marked) {
            page.element("span", mark, "role", "img", "aria-label", meaning);
        }
    }
}
