package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures how fast documents come in that are compared with those that are there, over HTTP, in a server of one node
 * that it starts and stops. Prints a table for {@code docs/internals/performance.md}.
 *
 * <p>The index has the first number of {@code benchmark.documents}; {@link Settings} lists the system properties.
 * Fails for wrong answers, never for being slow.
 */
public final class IngestBenchmark {

    /** The documents that come in. */
    private static final int INCOMING = 20_000;

    /** Numbers of texts are lower: no text of one seed is one of the other. */
    private static final long OTHERS = 1L << 40;

    private IngestBenchmark() {}

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if the server cannot be started or reached
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Settings settings = Settings.read();
        try (ServerCluster running = Server.start(out); RestCalls rest = running.connect()) {
            Server server = new Server(rest);
            IngestTurns turns = new IngestTurns(
                    server,
                    Corpus.ofNews(settings.seed(), settings.documents()[0]),
                    new Corpus(
                            settings.seed() + OTHERS, Corpus.MEDIAN_WORDS,
                            new Clusters(INCOMING, 0)),
                    settings.repetitions());
            turns.run();
            out.println();
            out.println(settings.describe());
            out.println(server.describe());
            out.println();
            turns.print(out);
            turns.copies(out);
        }
    }
}
