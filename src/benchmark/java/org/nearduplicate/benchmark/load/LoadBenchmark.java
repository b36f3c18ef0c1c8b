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
 * Measures the plugin in a server of one node that it starts and stops: bulk indexing, queries and all
 * groups of an index over HTTP, each against what users have without it. Prints tables for {@code
 * docs/internals/performance.md}.
 *
 * <p>{@link Settings} lists the system properties; the index that is queried has the first number of
 * {@code benchmark.documents}, those that are indexed to be timed have a fifth of it. {@code
 * server.distribution} and {@code plugin.zip} say where the server and the plugin are. Fails for wrong
 * answers, never for being slow.
 */
public final class LoadBenchmark {

    private static final int TIMED_SHARE = 5;

    private LoadBenchmark() {}

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
        try (ServerCluster cluster = Server.start(out); RestCalls rest = cluster.connect()) {
            run(new Server(rest), settings, out);
        }
    }

    private static void run(Server server, Settings settings, PrintStream out)
            throws IOException, InterruptedException {
        int documents = settings.documents()[0];
        out.println("Indexing in turns");
        IndexingTurns indexing = new IndexingTurns(
                server, Corpus.ofNews(settings.seed(), documents / TIMED_SHARE),
                List.of(Mapping.values()));
        indexing.run(settings.repetitions());
        out.println("Filling the index that is queried");
        PlantedIndex index =
                new PlantedIndex(server, Corpus.ofNews(settings.seed(), documents));
        index.fill();
        out.println("Querying in turns");
        QueryTurns queries = new QueryTurns(server, index, settings.seed());
        queries.run();
        out.println("Groups and export in turns");
        GroupsTurns groups = new GroupsTurns(server, index);
        groups.run(settings.repetitions());

        out.println();
        out.println(settings.describe());
        out.println(server.describe());
        out.println();
        indexing.print(out);
        queries.print(out);
        groups.print(out);
    }
}
