package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.CheckedRequest.Outcome;
import org.nearduplicate.server.RestCalls;

/** The only copies of shards move from node to node while all kinds of requests are sent. */
public class RelocationIT {

    private static final String INDEX = "moved";

    /** Every two have the same text, and a run for them takes some seconds. */
    private static final String PAIRS = "moved-pairs";
    private static final int PAIRED_DOCUMENTS = 2_000;

    private static final String CROWD = "moved-crowd";
    private static final int CROWD_DOCUMENTS = 12_000;

    private static Faults faults;
    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        rest = faults.rest();
        Map<String, Object> settings = new HashMap<>(Faults.settings(0));
        settings.put("routing.rebalance.enable", "none");
        settings.remove("routing.allocation.total_shards_per_node");
        SampleIndex.create(rest, INDEX, settings);
        Crowds.boilerplate(rest, PAIRS, settings, PAIRED_DOCUMENTS, 2);
        Crowds.boilerplate(rest, CROWD, settings, CROWD_DOCUMENTS);
        faults.awaitGreen();
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        faults.awaitNothingLeft();
    }

    @AfterClass
    public static void deleteIndices() throws IOException {
        rest.call("DELETE", "/" + String.join(",", INDEX, PAIRS, CROWD)).ok();
    }

    @Test
    public void answersAreTheSameWhileShardsMove() throws Exception {
        List<CheckedRequest> requests = new ArrayList<>(SampleIndex.requestsInFaults(INDEX));
        requests.add(
                CheckedRequest.of(
                        "groups", PAIRS,
                        Map.of(
                                "verify", "exact", "min_similarity", 0.99, "size",
                                PAIRED_DOCUMENTS / 2,
                                "method", CheckedRequest.COMPONENTS)));
        Map<CheckedRequest, Object> expected = RequestLoop.expect(rest, requests);
        SampleIndex.assertMeaningful(expected);
        assertEquals(
                PAIRED_DOCUMENTS / 2,
                GroupsAnswer.ask(rest, PAIRS, requests.getLast().body()).count("groups"));
        SplittableRandom random = new SplittableRandom(26);
        try (RestCalls first = faults.to(0);
                RestCalls second = faults.to(1);
                RequestLoop loop =
                        RequestLoop.start(expected, List.of(first, second))) {
            for (int i = 0; i < Effort.times(2); i++) {
                for (String index : List.of(INDEX, PAIRS)) {
                    int shard = random.nextInt(Faults.NODES);
                    int from = faults.holders(index, shard).first();
                    faults.move(index, shard, (from + 1 + random.nextInt(2)) % Faults.NODES);
                }
            }
            loop.awaitRound();
            System.out.println("shards moved: answers " + loop);
            assertThat(loop.count(Outcome.COMPLETE), greaterThan(0L));
        }
        assertEquals(expected, RequestLoop.expect(rest, requests));
    }

    /** A run reads one view of each shard from its start to its end, and begins anew without one. */
    @Test
    public void aRunWhoseShardMovesBeginsAnew() throws Exception {
        GroupsTasks tasks = new GroupsTasks(rest);
        int from = faults.holders(CROWD, 0).first();
        String task = tasks.start(CROWD, Crowds.LONG_RUN);
        tasks.awaitComparing(task);

        faults.move(CROWD, 0, (from + 1) % Faults.NODES);

        faults.awaitLogged(
                "run [" + task.substring(task.indexOf(':') + 1) + "] begins anew: shard [[" + CROWD
                        + "][0]] on node [node-" + from + "] failed");
        tasks.cancel(task);
    }
}
