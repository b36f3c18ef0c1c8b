package org.nearduplicate.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the log of a server for what a request must never cause: errors, and mistakes of the plugin.
 */
final class ServerLog {

    private static final Pattern SEVERE = Pattern.compile(
            "\\]\\[(ERROR|FATAL)|uncaught exception|fatal error|LEAK:"
                    + "|java\\.lang\\.(AssertionError|StackOverflowError|OutOfMemoryError)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern MISTAKE = Pattern.compile(
            "(NullPointer|ClassCast|IndexOutOfBounds|IllegalState|Arithmetic|NegativeArraySize"
                    + "|NoSuchElement|ConcurrentModification)Exception");

    private static final Pattern OURS = Pattern.compile("^\\s+at org\\.nearduplicate",
            Pattern.MULTILINE);

    /** Where an entry begins: with the time. */
    private static final Pattern ENTRY = Pattern.compile("^(?=\\[\\d{4}-)", Pattern.MULTILINE);

    private static final int SHOWN = 4_000;
    private static final int LINES = 40;

    private ServerLog() {}

    /** The entries that show a mistake, from their first lines on. */
    static List<String> complaints(String log) {
        return Arrays.stream(ENTRY.split(log))
                .filter(ServerLog::isComplaint)
                .map(entry -> entry.substring(0, Math.min(SHOWN, entry.length())))
                .limit(LINES)
                .toList();
    }

    /** Elasticsearch logs some refusals, and what fails since its index is deleted is no mistake. */
    private static boolean isComplaint(String entry) {
        return SEVERE.matcher(entry).find()
                || MISTAKE.matcher(entry).find() && OURS.matcher(entry).find();
    }

    /** The last lines. */
    static String end(String log) {
        List<String> lines = log.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}
