package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.server.Answer;

/**
 * Asks for the groups of the whole index, in turns with the export of its documents, with which users
 * begin who look for duplicates elsewhere. The first turn is not counted.
 */
final class GroupsTurns {

    private static final String PATH = "/" + PlantedIndex.NAME + "/_near_duplicate/groups";
    private static final String DESTINATION = "groups";
    private static final int MAX_PAIRS = 1_000_000;
    private static final double NANOS = 1e9;

    private final Server server;
    private final PlantedIndex index;
    private final List<Double> answers = new ArrayList<>();
    private final List<Double> written = new ArrayList<>();
    private final List<Double> signatures = new ArrayList<>();
    private final List<Double> exports = new ArrayList<>();
    private final Map<Map<String, ?>, Object> groups = new HashMap<>();

    GroupsTurns(Server server, PlantedIndex index) {
        this.server = server;
        this.index = index;
    }

    /** Something that takes time. */
    @FunctionalInterface
    private interface Work {

        void run() throws IOException;
    }

    /** Takes so many turns beside the first, after a look whether the answer is right. */
    void run(int repetitions) throws IOException {
        checkPairs();
        Export export = new Export(server, PlantedIndex.NAME);
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            double answer = seconds(() -> askForGroups(Map.of()));
            double write = seconds(() -> askForGroups(
                    Map.of("dest", Map.of("index", DESTINATION))));
            double estimated = seconds(
                    () -> askForGroups(Map.of("verify", "signature")));
            double read = seconds(() -> export.run(index.size()));
            if (repetition > 0) {
                answers.add(answer);
                written.add(write);
                signatures.add(estimated);
                exports.add(read);
            }
        }
    }

    /** Prints a table. */
    void print(PrintStream out) throws IOException {
        MarkdownTable table =
                new MarkdownTable("what", "seconds", "documents a second", "to the export");
        row(table, "groups, the 100 biggest in the answer", answers);
        row(table, "groups, all written to an index", written);
        row(table, "groups by `verify: signature`, the 100 biggest in the answer", signatures);
        row(table, "export of all documents, before any work on them", exports);
        out.println("Groups: " + index.describe() + ", " + groups.values() + " groups");
        out.println();
        out.println(table);
    }

    private void row(MarkdownTable table, String title, List<Double> seconds) {
        Sample sample = Sample.of(seconds);
        table.row(
                title, sample, Math.round(index.size() / sample.median()),
                sample.median() / Sample.of(exports).median());
    }

    private static double seconds(Work work) throws IOException {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / NANOS;
    }

    private void askForGroups(Map<String, ?> options) throws IOException {
        Map<String, Object> body = new HashMap<>(options);
        body.put("field", PlantedIndex.FIELD);
        Object counted = server.call("POST", PATH, body).at("counts", "groups");
        Object before = groups.putIfAbsent(options, counted);
        if (before != null && counted.equals(before) == false) {
            throw new IllegalStateException(before + " groups, then " + counted);
        }
    }

    private void checkPairs() throws IOException {
        Set<String> pairs = new HashSet<>();
        Answer answer = server.call(
                "POST", PATH,
                Map.of("field", PlantedIndex.FIELD, "pairs", true, "max_pairs", MAX_PAIRS));
        for (Object pair : (List<?>) answer.at("pairs")) {
            String a = id(((Map<?, ?>) pair).get("a"));
            String b = id(((Map<?, ?>) pair).get("b"));
            if (index.related(a, b) == false) {
                throw new IllegalStateException("strangers were found: " + a + " and " + b);
            }
            pairs.add(PlantedIndex.pair(a, b));
        }
        Set<String> missed = new HashSet<>(index.surePairs());
        missed.removeAll(pairs);
        if (missed.isEmpty() == false) {
            throw new IllegalStateException("pairs were missed: " + missed);
        }
    }

    private static String id(Object document) {
        return (String) ((Map<?, ?>) document).get("_id");
    }
}
