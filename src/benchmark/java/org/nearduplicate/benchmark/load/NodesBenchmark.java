package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures what the nodes of a cluster do for all groups of an index, over HTTP, with a shard on each node and a
 * destination: seconds, processor time, bytes sent and memory by node. The first node is asked. Prints a table for {@code docs/internals/performance.md}.
 *
 * <p>The system property {@code benchmark.nodes} says how many nodes are started, and {@code benchmark.memory}, with
 * commas between, the values of {@code near_duplicate.groups.memory}, {@code benchmark.verify} what a run says; the index has the first number of {@code
 * benchmark.documents}. {@link Settings} lists the other ones. Fails if the groups differ, never for being slow.
 */
public final class NodesBenchmark {

    private static final String MEMORY = "near_duplicate.groups.memory";
    private static final String DESTINATION = "groups";
    private static final String VERIFY = System.getProperty("benchmark.verify", "exact");
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;

    private final Server server;
    private final MarkdownTable table = new MarkdownTable(
            "memory", "seconds", "parts", "node", "processor, s", "sent, MB", "received, MB",
            "charged, MB", "old objects, MB");
    private Object groups;

    private NodesBenchmark(Server server) {
        this.server = server;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if the servers cannot be started or reached
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Settings settings = Settings.read();
        int nodes = Integer.getInteger("benchmark.nodes", 3);
        try (ServerCluster cluster = Server.start(nodes, out);
                RestCalls rest = RestCalls.to(List.of(cluster.nodes().getFirst().address()))) {
            Server server = new Server(rest);
            NodesBenchmark benchmark = new NodesBenchmark(server);
            PlantedIndex index = new PlantedIndex(
                    server, Corpus.ofNews(settings.seed(), settings.documents()[0]));
            out.println("Filling the index");
            index.fill(nodes);
            for (String memory : System.getProperty("benchmark.memory", "-1,32mb").split(",")) {
                benchmark.run(memory, settings.repetitions());
            }
            out.println();
            out.println(settings.describe());
            out.println(server.describe());
            out.println(
                    index.describe() + ", " + benchmark.groups + " groups, verify " + VERIFY);
            out.println();
            out.println(benchmark.table);
        }
    }

    /** The first run is not counted. */
    private void run(String memory, int repetitions) throws IOException {
        server.call("PUT", "/_cluster/settings", Map.of("persistent", Map.of(MEMORY, memory)));
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            try (NodeUsage usage = new NodeUsage(server)) {
                long start = System.nanoTime();
                Answer answer = server.call(
                        "POST", "/" + PlantedIndex.NAME + "/_near_duplicate/groups",
                        Map.of(
                                "field", PlantedIndex.FIELD, "verify", VERIFY, "dest",
                                Map.of("index", DESTINATION)));
                double seconds = (System.nanoTime() - start) / NANOS;
                check(answer.at("counts", "groups"));
                if (repetition > 0) {
                    row(memory, seconds, answer.at("counts", "parts", "total"), usage.soFar());
                }
            }
        }
    }

    private void check(Object counted) {
        if (groups != null && groups.equals(counted) == false) {
            throw new IllegalStateException(groups + " groups, then " + counted);
        }
        groups = counted;
    }

    private void row(String memory, double seconds, Object parts, List<NodeUsage.Node> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            NodeUsage.Node node = nodes.get(i);
            table.row(
                    memory, seconds, parts, i, node.processorSeconds(), node.sent() / MEGA,
                    node.received() / MEGA, node.charged() / MEGA, node.oldHeap() / MEGA);
        }
    }
}
