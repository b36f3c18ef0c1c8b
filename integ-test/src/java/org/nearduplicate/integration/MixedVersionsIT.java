package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.ExternalResource;
import org.junit.rules.RuleChain;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Two nodes in one cluster whose builds of the plugin send different messages, as in the midst of an
 * upgrade: whatever is asked, the answer is right, or says why it is not whole.
 */
public class MixedVersionsIT {

    private static final int NODES = 2;
    private static final int DOCUMENTS = 60;

    private static final String BOTH = "mixed-both";

    /** Stands for the index in a body. */
    private static final String INDEX = "{index}";

    private static final TemporaryFolder FOLDER = new TemporaryFolder();

    private static ServerCluster cluster;
    private static RestCalls rest;

    private static final ExternalResource CLUSTER = new ExternalResource() {

        @Override
        protected void before() throws IOException, InterruptedException {
            Path plugin = Path.of(System.getProperty("plugin.zip"));
            cluster = ClusterRule.configured()
                    .plugin(1, OtherBuild.write(plugin, FOLDER.getRoot().toPath()))
                    .nodes(NODES)
                    .start();
            rest = cluster.connect();
        }

        @Override
        protected void after() {
            cluster.close();
        }
    };

    @ClassRule
    public static final RuleChain RULES = RuleChain.outerRule(FOLDER).around(CLUSTER);

    @BeforeClass
    public static void createIndices() throws IOException {
        for (int node = 0; node < NODES; node++) {
            fill(on(node), Map.of(
                    "number_of_replicas", 0, "routing.allocation.require._name", "node-" + node));
        }
        fill(BOTH, Map.of(
                "number_of_shards", NODES, "number_of_replicas", 0,
                "routing.allocation.total_shards_per_node", 1));
        rest.call("GET", "/_cluster/health?wait_for_status=green&timeout=5m").ok();
    }

    @AfterClass
    public static void disconnect() throws IOException {
        rest.close();
    }

    /** Every three documents are near duplicates of each other. */
    private static void fill(String index, Map<String, ?> settings) throws IOException {
        Crowds.fill(
                TestIndex.create(rest, index, settings, Map.of()), DOCUMENTS,
                i -> Texts.window("text" + i / 3, 0, 20));
    }

    private static String on(int node) {
        return "mixed-" + node;
    }

    @Test
    public void queries() throws IOException {
        Map<String, ?> text = Map.of("like", Texts.window("text0", 0, 20));
        ask("_search?size=100", near(text), 3, "hits", "total", "value");
        Map<String, ?> stored = Map.of("like", Map.of("_index", INDEX, "_id", "000000"));
        ask("_search?size=100", near(stored), 2, "hits", "total", "value");
    }

    private static Map<String, ?> near(Map<String, ?> query) {
        return Map.of("query", TestIndex.query(query));
    }

    @Test
    public void groups() throws IOException {
        ask(
                "_near_duplicate/groups", TestIndex.withField(Map.of()), DOCUMENTS / 3, "counts",
                "groups");
    }

    @Test
    public void chains() throws IOException {
        Map<String, ?> ends = Chains.between("000000", "000001");
        ask("_near_duplicate/chain", TestIndex.withField(ends), true, "found");
    }

    @Test
    public void tuning() throws IOException {
        Map<String, ?> body = TestIndex.withField(
                Map.of("similarity", 0.8, "hash_count", List.of(64), "sample_size", DOCUMENTS));
        ask("_near_duplicate/tune", body, DOCUMENTS, "sample", "size");
    }

    /**
     * Asks each node about what it has itself, what the other one has, and what each has a half of.
     *
     * @param expected what a whole answer has at a path
     */
    private static void ask(String endpoint, Map<String, ?> body, Object expected, Object... path)
            throws IOException {
        for (int asked = 0; asked < NODES; asked++) {
            try (RestCalls node = RestCalls.to(List.of(cluster.nodes().get(asked).address()))) {
                for (String index : List.of(on(asked), on(1 - asked), BOTH)) {
                    Answer answer = node.call(
                            "POST", "/" + index + "/" + endpoint,
                            Json.of(body).replace(INDEX, index));
                    if (index.equals(on(asked)) || answer.status() == 200 && isWhole(answer)) {
                        assertEquals(expected, answer.ok().at(path));
                    } else {
                        assertSaysWhy(answer, 1 - asked);
                    }
                }
            }
        }
    }

    private static boolean isWhole(Answer answer) throws IOException {
        return answer.body().containsKey("_shards") == false
                || Integer.valueOf(0).equals(answer.at("_shards", "failed"));
    }

    private static void assertSaysWhy(Answer answer, int reader) throws IOException {
        int[] versions = {OtherBuild.version(), OtherBuild.otherVersion()};
        assertThat(
                answer.text(),
                containsString(
                        "all nodes need the same version of the plugin [near-duplicate]: a node"
                                + " sent wire version [" + versions[1 - reader]
                                + "], this one has [" + versions[reader] + "]"));
        if (answer.status() != 200) {
            answer.refused(503);
        }
    }
}
