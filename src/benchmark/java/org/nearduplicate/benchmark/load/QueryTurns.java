package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.server.Answer;

/**
 * Asks all questions in turns, first by one client that waits for each answer, then by several at once.
 * The first turns are not counted.
 */
final class QueryTurns {

    private static final int WARM_UPS = 5;
    private static final int TURNS = 10;
    private static final int SEARCHES = 100;
    private static final int CLIENTS = 8;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Server server;
    private final PlantedIndex index;
    private final List<Question> questions;
    private final Map<Question, Latencies> latencies = new LinkedHashMap<>();
    private final Map<Question, Double> throughputs = new LinkedHashMap<>();

    QueryTurns(Server server, PlantedIndex index, long seed) {
        this.server = server;
        this.index = index;
        this.questions = Questions.about(index, seed);
    }

    /** What one client saw of a question. */
    private static final class Latencies {

        private final double[] millis = new double[TURNS * SEARCHES];
        private int count;
        private int wanted;
        private int found;
    }

    /** Takes all turns. */
    void run() throws IOException, InterruptedException {
        for (int turn = -WARM_UPS; turn < TURNS; turn++) {
            for (Question question : questions) {
                ask(question, turn);
            }
        }
        for (Question question : questions) {
            throughputs.put(question, Clients.throughput(CLIENTS, TURNS * SEARCHES,
                    number -> question.found(question.ask(server, number), number)));
        }
    }

    private void ask(Question question, int turn) throws IOException {
        Latencies seen = latencies.computeIfAbsent(question, unused -> new Latencies());
        for (int i = 0; i < SEARCHES; i++) {
            int number = (WARM_UPS + turn) * SEARCHES + i;
            long start = System.nanoTime();
            Answer answer = question.ask(server, number);
            long end = System.nanoTime();
            int found = question.found(answer, number);
            if (turn >= 0) {
                seen.millis[seen.count++] = (end - start) / NANOS_PER_MILLI;
                seen.wanted += question.wanted(number);
                seen.found += found;
            }
        }
    }

    /** Prints a table. */
    void print(PrintStream out) throws IOException {
        MarkdownTable table = new MarkdownTable(
                "search", "p50, ms", "p90, ms", "p99, ms", "p50 to the least", "p50 to match",
                "near duplicates in the first 10", "searches a second, 8 clients");
        double least = millis(questions.get(0)).median();
        double match = millis(questions.get(1)).median();
        for (Question question : questions) {
            Sample millis = millis(question);
            Latencies seen = latencies.get(question);
            table.row(
                    question.title(), millis.median(), millis.quantile(0.9),
                    millis.quantile(0.99), millis.median() / least, millis.median() / match,
                    seen.wanted == 0 ? "" : (double) seen.found / seen.wanted,
                    Math.round(throughputs.get(question)));
        }
        out.println("Queries: " + index.describe() + ", "
                + TURNS * SEARCHES + " searches of each kind by one client");
        out.println();
        out.println(table);
    }

    private Sample millis(Question question) {
        return new Sample(latencies.get(question).millis);
    }
}
