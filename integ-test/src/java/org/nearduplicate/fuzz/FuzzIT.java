package org.nearduplicate.fuzz;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.randomizedtesting.SeedUtils;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;
import org.nearduplicate.integration.Effort;
import org.nearduplicate.mutation.RequestText;
import org.nearduplicate.server.ClusterRule;

/**
 * Whatever is sent to the server, it answers with a success or a refusal, and goes on as before. What
 * once was answered wrongly is in {@code found-requests.txt} and is sent first. {@code -Dfuzz.seed=}
 * repeats the requests of a run; with the profile {@code thorough} each run sends others.
 */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class FuzzIT {

    /**
     * With assertions in the code that the plugin is and rests on. Those of Elasticsearch end the node for
     * what clients may send, as a method in lower case; they are on in the tests within a JVM.
     */
    @ClassRule
    public static final ClusterRule SERVER = new ClusterRule(
            builder -> builder
                    .jvmOption("-ea:org.nearduplicate...")
                    .jvmOption("-ea:org.apache.lucene...")
                    .setting("action.auto_create_index", "false")
                    .realMemory(true));

    private static final Logger LOG = Logger.getLogger(FuzzIT.class.getName());

    private static FuzzedServer server;
    private static List<RequestText> right;
    private static List<RequestText> costly;

    @BeforeClass
    public static void prepare() throws IOException {
        server = FuzzedServer.prepare(SERVER.cluster().nodes().getFirst(), SERVER.rest());
        right = RequestText.read(RequestText.class, "valid-requests.txt");
        costly = RequestText.read(RequestText.class, "costly-requests.txt");
    }

    @After
    public void serverIsAsBefore() throws IOException, InterruptedException {
        server.check();
    }

    /** What is changed is right: else nothing after the parsers would be reached. */
    @Test
    public void a_rightRequests() throws IOException {
        List<RequestText> requests = new ArrayList<>(right);
        requests.addAll(costly);
        try (HttpConnection connection = new HttpConnection(server.address())) {
            for (RequestText request : requests) {
                HttpAnswer answer = connection.send(request);
                assertEquals(request + "\n" + answer.text(), 2, answer.status() / 100);
            }
        }
    }

    @Test
    public void b_foundRequests() throws IOException, InterruptedException {
        List<RequestText> found = RequestText.read(RequestText.class, "found-requests.txt");
        Fuzzer fuzzer = new Fuzzer(server, number -> found.get((int) number));
        fuzzer.send(found.size());
        fuzzer.report("found-requests.txt");
    }

    @Test
    public void c_mutatedRequests() throws IOException, InterruptedException {
        long seed = seed();
        String name = "-Dfuzz.seed=" + SeedUtils.formatSeed(seed);
        LOG.info(name);
        RequestMutator mutator = new RequestMutator(right, costly);
        Fuzzer fuzzer = new Fuzzer(
                server, number -> mutator.mutated(seed ^ number * 0x9E3779B97F4A7C15L));
        long start = System.nanoTime();
        Map<Integer, Integer> statuses = new TreeMap<>(fuzzer.send(Effort.times(4_000)));
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        LOG.info(() -> name + ": " + seconds + " s, answers by status " + statuses);
        fuzzer.report(name);
    }

    /** Every build sends the same, or one would fail for a fault of Elasticsearch that none met before. */
    private static long seed() {
        String given = System.getProperty("fuzz.seed");
        if (given != null) {
            return SeedUtils.parseSeed(given);
        }
        return Effort.isUsual() ? 0 : System.nanoTime();
    }
}
