package org.nearduplicate.fuzz;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the log of a server for what a request must never cause: errors, and failures that come through
 * the plugin. A refusal is not logged.
 */
final class ServerLog {

    private static final Pattern COMPLAINT = Pattern.compile(
            "\\]\\[(ERROR|FATAL)|uncaught exception|fatal error|LEAK:|^\\s+at org\\.nearduplicate"
                    + "|java\\.lang\\.(AssertionError|StackOverflowError|OutOfMemoryError)",
            Pattern.CASE_INSENSITIVE);

    private static final int LINE = 4_000;
    private static final int LINES = 40;

    private ServerLog() {}

    /** The lines that tell of a mistake. */
    static List<String> complaints(String log) {
        return log.lines()
                .filter(line -> COMPLAINT.matcher(line).find())
                .map(line -> line.substring(0, Math.min(LINE, line.length())))
                .limit(LINES)
                .toList();
    }

    /** The last lines. */
    static String end(String log) {
        List<String> lines = log.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}
