package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/**
 * Many runs at the same time on a node with a heap of 512 MB: as many as it has threads for run, a few
 * wait, the others are refused, and nobody else notices.
 */
public class ManyRunsIT {

    private static final int RUNS = 200;
    private static final int DOCUMENTS = 12_000;

    private static final String GROUPS = "/runs-groups/_near_duplicate/groups";
    private static final String TUNE = "/runs-tune/_near_duplicate/tune";
    private static final String RUN_ACTIONS = "*near_duplicate/groups,*near_duplicate/tune";
    private static final String WAITS_NOT = "?wait_for_completion=false";

    /** What others wait for an answer at most, unless no run has ended meanwhile, so that they did not wait for one. */
    private static final long MOST_MILLIS = 60_000;

    /** Minutes of work: sketches of 256 kinds of 200 texts that have 3,000 words each. */
    private static final Map<String, ?> LONG_TUNE = Map.of(
            "field", TestIndex.FIELD,
            "hash_count", List.of(1009, 1010, 1011, 1012, 1013, 1014, 1015, 1016),
            "hash_function", List.of("xxh3", "murmur3"),
            "sketch", List.of("minhash", "super_minhash"),
            "shingle_size", List.of(1, 2, 3, 4, 5, 6, 7, 8),
            "bands", List.of(4, 8));

    private static SmallNode node;
    private static RestCalls rest;
    private static GroupsTasks tasks;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        node = new SmallNode();
        rest = node.rest();
        tasks = new GroupsTasks(rest);
        Map<String, ?> settings = TestIndex.settings(1);
        Crowds.boilerplate(rest, "runs-groups", settings, DOCUMENTS);
        Crowds.fill(
                TestIndex.create(rest, "runs-tune", settings, Map.of()), 200,
                i -> Texts.shortWords(i, 15_000));
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        cancelAll();
        node.assertUnharmed();
        Await.until(() -> pending() == 0, () -> "nothing queued or active");
    }

    @Test
    public void twoHundredAtOnce() throws Exception {
        long keptBefore = kept();
        List<String> accepted = accepted(start(RUNS));
        int room = room();
        assertThat(accepted.size(), greaterThanOrEqualTo(room));
        assertThat(pending(), lessThanOrEqualTo(room));
        assertThat("refused", RUNS - accepted.size(), greaterThan(0));

        othersAreAnswered(accepted);
        assertThat("over before the others were answered", pending(), greaterThan(0));

        cancelAll();
        for (String task : accepted) {
            tasks.awaitEnd(task);
        }
        assertEquals("kept", keptBefore + accepted.size(), kept());
        rest.post(TUNE, Map.of("field", TestIndex.FIELD, "sample_size", 10)).ok();
    }

    /** Half of them for groups, half to tune. */
    private static SmallNode.Crowd start(int runs) throws IOException, InterruptedException {
        IntFunction<String> path = i -> i % 2 == 0 ? GROUPS : TUNE;
        return node.postAll(i -> path.apply(i) + WAITS_NOT, runs, i -> body(path.apply(i)));
    }

    /** Returns the tasks of those that were accepted; the others were refused with the reason. */
    private static List<String> accepted(SmallNode.Crowd crowd) throws IOException {
        List<String> accepted = new ArrayList<>();
        for (Answer answer : crowd.answers()) {
            if (answer.status() == 200) {
                accepted.add((String) answer.at("task"));
            } else {
                answer.refused(429, "[thread_pool.near_duplicate.size]",
                        "[thread_pool.near_duplicate.queue_size]");
            }
        }
        return accepted;
    }

    private static byte[] body(String path) {
        return SmallNode.bytes(path.equals(GROUPS) ? Crowds.LONG_RUN : LONG_TUNE);
    }

    private static void cancelAll() throws IOException {
        rest.call(
                "POST",
                "/_tasks/_cancel?wait_for_completion=true&actions=" + RUN_ACTIONS)
                .ok();
    }

    /**
     * Nobody waits for a run, on a node whose processors are all busy with them: without an executor of their
     * own, creating an index took 266 s.
     */
    private static void othersAreAnswered(List<String> accepted)
            throws IOException, InterruptedException {
        List<String> paths = new ArrayList<>();
        paths.add("GET /_cluster/health");
        paths.add("PUT /runs-other");
        paths.add("POST /runs-other/_doc?refresh=true");
        paths.add("GET /runs-other/_search");
        paths.add("GET /runs-groups/_search");
        paths.add("DELETE /runs-other");
        for (String path : paths) {
            // However fast the machine is, runs are queued while it answers.
            accepted.addAll(accepted(start(room())));
            Set<?> ended = new HashSet<>(runs());
            long start = System.nanoTime();
            String[] call = path.split(" ");
            if (call[0].equals("POST")) {
                rest.call(call[0], call[1], "{}").ok();
            } else {
                rest.call(call[0], call[1]).ok();
            }
            long millis = SmallNode.millisSince(start);
            ended.removeAll(runs());
            String answered = path + ": " + millis + " ms, runs that ended meanwhile: " + ended;
            System.out.println(answered);
            assertTrue(answered, millis < MOST_MILLIS || ended.isEmpty());
        }
    }

    /** The tasks of the runs that wait or are under way. */
    private static Set<?> runs() throws IOException {
        Answer listed = rest.call("GET", "/_tasks?actions=" + RUN_ACTIONS).ok();
        Set<Object> runs = new HashSet<>();
        for (Object node : ((Map<?, ?>) listed.at("nodes")).keySet()) {
            runs.addAll(((Map<?, ?>) listed.at("nodes", node, "tasks")).keySet());
        }
        return runs;
    }

    /** How many runs the node takes. */
    private static int room() throws IOException {
        Map<?, ?> limits = pool("info");
        return number(limits, "size") + number(limits, "queue_size");
    }

    private static int pending() throws IOException {
        Map<?, ?> pool = pool("stats");
        return number(pool, "active") + number(pool, "queue");
    }

    private static Map<?, ?> pool(String what) throws IOException {
        String path = what.equals("stats") ? "/_nodes/stats/thread_pool" : "/_nodes/thread_pool";
        Map<?, ?> nodes = (Map<?, ?>) rest.call("GET", path).ok().at("nodes");
        assertThat(nodes.values(), hasSize(1));
        Map<?, ?> pools = (Map<?, ?>) ((Map<?, ?>) nodes.values().iterator().next())
                .get("thread_pool");
        return (Map<?, ?>) pools.get("near_duplicate");
    }

    private static int number(Map<?, ?> pool, String name) {
        return ((Number) pool.get(name)).intValue();
    }

    /** How many answers and failures of runs are kept. */
    private static long kept() throws IOException {
        rest.call("POST", "/.tasks/_refresh?ignore_unavailable=true").ok();
        Answer count = rest.call("GET", "/.tasks/_count?ignore_unavailable=true").ok();
        return ((Number) count.at("count")).longValue();
    }
}
