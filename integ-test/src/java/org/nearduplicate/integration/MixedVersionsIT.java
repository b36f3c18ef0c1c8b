package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
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

    /** Asks one node about an index. */
    @FunctionalInterface
    private interface Question {

        Answer ask(RestCalls node, String index) throws IOException;
    }

    private static String on(int node) {
        return "mixed-" + node;
    }

    @Test
    public void queries() throws IOException {
        Map<String, Object> text = Map.of("like", Texts.window("text0", 0, 20));
        ask((node, index) -> post(
                node, index, "_search?size=100",
                Map.of("query", Map.of("near_duplicate", TestIndex.withField(text)))),
                (answer, index) -> assertEquals(3, answer.at("hits", "total", "value")));
    }

    @Test
    public void queriesForAStoredDocument() throws IOException {
        ask((node, index) -> post(
                node, index, "_search?size=100",
                Map.of("query", Map.of("near_duplicate", TestIndex.withField(
                        Map.of("like", Map.of("_index", index, "_id", "000000")))))),
                (answer, index) -> assertEquals(2, answer.at("hits", "total", "value")));
    }

    @Test
    public void groups() throws IOException {
        ask((node, index) -> post(
                node, index, "_near_duplicate/groups", TestIndex.withField(Map.of())),
                (answer, index) -> assertEquals(
                        DOCUMENTS / 3, answer.at("counts", "groups")));
    }

    @Test
    public void chains() throws IOException {
        Map<String, Object> ends =
                new HashMap<>(Map.of("start", Chains.end("000000"), "end", Chains.end("000001")));
        ask((node, index) -> post(
                node, index, "_near_duplicate/chain", TestIndex.withField(ends)),
                (answer, index) -> assertEquals(true, answer.at("found")));
    }

    @Test
    public void tuning() throws IOException {
        Map<String, Object> body = TestIndex.withField(
                Map.of("similarity", 0.8, "hash_count", List.of(64), "sample_size", DOCUMENTS));
        ask((node, index) -> post(node, index, "_near_duplicate/tune", body),
                (answer, index) -> assertEquals(
                        DOCUMENTS, answer.at("sample", "size")));
    }

    /** Checks a whole answer. */
    @FunctionalInterface
    private interface Whole {

        void check(Answer answer, String index) throws IOException;
    }

    /** Asks each node about what it has itself, what the other one has, and what each has a half of. */
    private static void ask(Question question, Whole whole) throws IOException {
        for (int asked = 0; asked < NODES; asked++) {
            try (RestCalls node = RestCalls.to(List.of(cluster.nodes().get(asked).address()))) {
                whole.check(question.ask(node, on(asked)).ok(), on(asked));
                for (String index : List.of(on(1 - asked), BOTH)) {
                    Answer answer = question.ask(node, index);
                    if (answer.status() == 200 && isWhole(answer)) {
                        whole.check(answer, index);
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
            assertEquals(answer.text(), 503, answer.status());
        }
    }

    private static Answer post(
            RestCalls node, String index, String endpoint, Map<String, ?> body)
            throws IOException {
        return node.call("POST", "/" + index + "/" + endpoint, Json.of(body));
    }
}
