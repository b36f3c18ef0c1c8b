package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures passages over HTTP, in a server of one node that it starts and stops: what sampled shingles cost in the index and while it is made,
 * a passage sought in longer texts, and what a text consists of, beside what users have without the plugin. Prints tables for
 * {@code docs/internals/performance.md}.
 *
 * <p>The index that is queried has the first number of {@code benchmark.documents}, those that are indexed to be timed have a fifth
 * of it; {@link Settings} lists the system properties. What is found, and what is not wanted, it counts.
 */
public final class PassageBenchmark {

    private static final int TIMED_SHARE = 5;

    private PassageBenchmark() {}

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
        int documents = settings.documents()[0];
        try (ServerCluster running = Server.start(out); RestCalls rest = running.connect()) {
            Server server = new Server(rest);
            IndexingTurns indexing = new IndexingTurns(
                    server, Corpus.ofNews(settings.seed(), documents / TIMED_SHARE),
                    List.of(Mapping.TEXT_AND_MINHASH, Mapping.TEXT_AND_PASSAGES));
            indexing.run(settings.repetitions());
            PassageTurns passages =
                    new PassageTurns(server, Corpus.ofNews(settings.seed(), documents));
            passages.fill();
            passages.run();
            out.println();
            out.println(settings.describe());
            out.println(server.describe());
            out.println();
            indexing.print(out);
            passages.print(out);
        }
    }
}
