package org.nearduplicate.benchmark;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table as the documentation has it. */
public final class MarkdownTable {

    private final StringBuilder lines = new StringBuilder();

    public MarkdownTable(String... titles) {
        row((Object[]) titles);
        row(Stream.of(titles).map(title -> "---").toArray());
    }

    /** Adds a row; whole numbers get commas, others are shown as they are. */
    public void row(Object... cells) {
        lines.append(Stream.of(cells).map(MarkdownTable::cell)
                .collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private static String cell(Object cell) {
        return switch (cell) {
            case Integer number -> String.format(Locale.ROOT, "%,d", number);
            case Long number -> String.format(Locale.ROOT, "%,d", number);
            case Double number -> String.format(Locale.ROOT, "%.2f", number);
            default -> cell.toString();
        };
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
