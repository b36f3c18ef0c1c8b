package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;
import org.nearduplicate.server.ServerNode;
import org.nearduplicate.server.SharedThreeNodes;

/** Nodes die, before and during a run: an error, or an answer that says what it lacks. */
public class GroupsFaultIT {

    private static final int CROWD = 12_000;
    private static final int DOCUMENTS = 300;

    /** A run of minutes that asks its shards again and again, and has each charge some bytes. */
    private static final Map<String, ?> LONG_RUN = Map.of(
            "verify", "exact",
            "min_similarity", 0.96,
            "max_bucket_size", 100_000,
            "query",
            Map.of("bool", Map.of("must_not", Map.of("ids", Map.of("values", List.of("none"))))));

    private static final String CROWD_INDEX = "crowd";
    private static final int ATTEMPTS = 5;

    private static ServerCluster cluster;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        cluster = SharedThreeNodes.cluster();
        RestCalls rest = SharedThreeNodes.rest();
        for (int replicas = 0; replicas < 2; replicas++) {
            Map<String, ?> settings = Map.of(
                    "number_of_shards", 3, "number_of_replicas", replicas,
                    "unassigned.node_left.delayed_timeout", "0s");
            if (replicas == 0) {
                Crowds.boilerplate(rest, CROWD_INDEX, settings, CROWD);
            }
            TestIndex index = TestIndex.create(rest, "fault-" + replicas, settings, Map.of());
            Crowds.fill(index, DOCUMENTS, i -> Texts.window("text" + i / 3, 0, 20));
        }
        awaitGreen();
    }

    @After
    public void revive() throws IOException, InterruptedException {
        for (int node = 0; node < 3; node++) {
            if (cluster.nodes().get(node).isRunning() == false) {
                cluster.revive(node);
            }
        }
        awaitGreen();
        GroupsTasks tasks = new GroupsTasks(SharedThreeNodes.rest());
        tasks.awaitNone();
        tasks.awaitNothingCharged();
    }

    @Test
    public void aNodeThatIsGoneIsAClearlyPartialAnswer() throws IOException {
        try (RestCalls rest = to(0)) {
            GroupsAnswer whole = GroupsAnswer.ask(rest, "fault-0", Map.of());
            assertEquals(DOCUMENTS / 3, whole.count("groups"));
            assertEquals(whole.groups(), GroupsAnswer.ask(rest, "fault-1", Map.of()).groups());

            cluster.kill(2);

            Answer partial = GroupsAnswer.send(rest, "fault-0", Map.of()).ok();
            assertEquals(partial.text(), 1, partial.at("_shards", "failed"));
            assertEquals(2, partial.at("_shards", "successful"));
            assertEquals("fault-0", partial.at("_shards", "failures", 0, "index"));
            assertEquals(groupsOf(found(rest, "fault-0")), new GroupsAnswer(partial).groups());

            Answer replicated = GroupsAnswer.send(rest, "fault-1", Map.of()).ok();
            assertEquals(replicated.text(), 0, replicated.at("_shards", "failed"));
            assertEquals(whole.groups(), new GroupsAnswer(replicated).groups());
        }
    }

    /** A run may be over before the node is gone: then its answer is whole, and it is asked again. */
    @Test
    public void aNodeThatDiesDuringARunIsAnErrorThatNamesTheShard() throws Exception {
        boolean failed = false;
        for (int attempt = 0; attempt < ATTEMPTS && failed == false; attempt++) {
            failed = failsWhenANodeDies(CROWD_INDEX);
            revive();
        }
        assertTrue("no run was under way when a node died", failed);
    }

    private boolean failsWhenANodeDies(String index) throws Exception {
        try (RestCalls rest = to(0); RestCalls second = to(0)) {
            GroupsTasks tasks = new GroupsTasks(rest);
            CompletableFuture<Answer> running = ask(second, index);
            tasks.awaitWalked(tasks.awaitAny());
            int victim = holderOfAnAskedShard(rest, index);

            cluster.kill(victim);

            Answer answer = running.join();
            tasks.awaitNone();
            tasks.awaitNothingCharged();
            if (answer.status() == 200) {
                assertEquals(answer.text(), 0, answer.at("_shards", "failed"));
                return false;
            }
            System.out.println(index + ": " + answer.at("error", "reason"));
            assertTrue(answer.text(), answer.status() >= 500);
            assertThat(answer.text(), containsString("shard [[" + index + "]["));
            assertThat(answer.text(), containsString("on node [node-" + victim + "] failed"));
            return true;
        }
    }

    @Test
    public void whenTheNodeOfTheRunDiesTheOthersForgetIt() throws Exception {
        try (RestCalls rest = to(0); RestCalls doomed = to(1)) {
            GroupsTasks tasks = new GroupsTasks(rest);
            String task = new GroupsTasks(doomed).start(CROWD_INDEX, LONG_RUN);
            tasks.awaitComparing(task);
            assertEquals(cluster.nodes().get(1).name(), nodeOf(rest, task));

            cluster.kill(1);

            tasks.awaitNone();
            tasks.awaitNothingCharged();
        }
    }

    private static CompletableFuture<Answer> ask(RestCalls rest, String index) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return GroupsAnswer.send(rest, index, LONG_RUN);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** A node other than the first, which prefers its own copies, that the run has a session on. */
    private static int holderOfAnAskedShard(RestCalls rest, String index) throws IOException {
        List<String> onFirst = new ArrayList<>();
        Map<String, Integer> elsewhere = new HashMap<>();
        String path = "/_cat/shards/" + index + "?format=json&h=shard,node";
        for (Object shard : (List<?>) rest.call("GET", path).ok().at()) {
            Map<?, ?> copy = (Map<?, ?>) shard;
            String number = (String) copy.get("shard");
            // A copy that moves is told by the node it is on, then the one it goes to.
            String name = ((String) copy.get("node")).split(" ")[0];
            int node = Integer.parseInt(name.substring("node-".length()));
            if (node == 0) {
                onFirst.add(number);
            } else {
                elsewhere.merge(number, node, (a, b) -> a + b == 3 ? -1 : a);
            }
        }
        elsewhere.keySet().removeAll(onFirst);
        return elsewhere.values().stream().filter(node -> node > 0).findFirst().orElse(2);
    }

    private static String nodeOf(RestCalls rest, String task) throws IOException {
        String id = task.substring(0, task.indexOf(':'));
        return (String) rest.call("GET", "/_nodes").ok().at("nodes", id, "name");
    }

    private static TreeSet<String> found(RestCalls rest, String index) throws IOException {
        Answer answer = rest.call("GET", "/" + index + "/_search?size=1000").ok();
        TreeSet<String> ids = new TreeSet<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            ids.add(GroupsAnswer.id(hit));
        }
        return ids;
    }

    /** The groups of the documents that are there: three in a row have the same text. */
    private static List<List<String>> groupsOf(TreeSet<String> ids) {
        List<List<String>> groups = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i += 3) {
            groups.add(new ArrayList<>(ids.subSet(Crowds.id(i), Crowds.id(i + 3))));
        }
        groups.removeIf(group -> group.size() < 2);
        groups.sort((a, b) -> b.size() - a.size());
        return groups;
    }

    private static RestCalls to(int node) throws IOException {
        ServerNode server = cluster.nodes().get(node);
        return RestCalls.to(List.of(server.address()));
    }

    private static void awaitGreen() throws IOException, InterruptedException {
        SharedThreeNodes.rest()
                .call(
                        "GET",
                        "/_cluster/health/crowd,fault-*?wait_for_status=green&wait_for_no_relocating_shards=true"
                                + "&timeout=100s")
                .ok();
    }
}
