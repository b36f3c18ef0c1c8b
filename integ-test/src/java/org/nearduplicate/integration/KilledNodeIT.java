package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.CheckedRequest.Outcome;
import org.nearduplicate.server.RestCalls;

/**
 * A node is killed while documents are written and all kinds of requests are sent: no acknowledged
 * document is lost, and no answer is silently wrong.
 */
public class KilledNodeIT {

    private static final String WRITTEN = "killed-written";
    private static final String REPLICATED = "killed-replicated";
    private static final String SINGLE = "killed-single";

    private static final int DOCUMENTS = 3_000;

    /** So many are written after a node was killed, at least. */
    private static final int LEFT = 500;

    private static Faults faults;
    private static RestCalls rest;
    private static Map<CheckedRequest, Object> expected;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        rest = faults.rest();
        keepViewsOfSearches("30s");
        List<CheckedRequest> requests = new ArrayList<>();
        for (String index : List.of(REPLICATED, SINGLE)) {
            SampleIndex.create(rest, index, Faults.settings(index.equals(SINGLE) ? 0 : 1));
            requests.addAll(SampleIndex.requestsInFaults(index));
        }
        faults.awaitGreen();
        expected = RequestLoop.expect(rest, requests);
        SampleIndex.assertMeaningful(expected);
    }

    @After
    public void revive() throws IOException, InterruptedException {
        faults.reviveAll();
        faults.awaitNothingLeft();
    }

    @AfterClass
    public static void deleteIndices() throws IOException {
        keepViewsOfSearches(null);
        rest.call("DELETE", "/" + String.join(",", WRITTEN, REPLICATED, SINGLE)).ok();
    }

    /** What a killed node was fetching hits from stays open on the others for that time, usually 5 minutes. */
    private static void keepViewsOfSearches(String time) throws IOException {
        rest.setting("search.default_keep_alive", time).ok();
    }

    @Test
    public void nothingIsLostAndNothingIsWrong() throws Exception {
        for (int round = 0; round < Effort.times(1); round++) {
            killWhileWritingAndAsking(round % Faults.NODES);
        }
    }

    private static void killWhileWritingAndAsking(int victim) throws Exception {
        Families families = Families.create(rest, WRITTEN, Faults.settings(1), DOCUMENTS);
        Writes writes;
        try (RestCalls first = faults.to(0);
                RestCalls second = faults.to(1);
                RestCalls third = faults.to(2)) {
            List<RestCalls> all = List.of(first, second, third);
            RequestLoop loop = RequestLoop.start(expected, all);
            loop.awaitRound();
            writes = Writes.start(WRITTEN, "", DOCUMENTS, Families::text, all);
            writes.allow(DOCUMENTS - LEFT);
            try (loop;
                    writes;
                    RequestLoop joining =
                            RequestLoop.start(groupsOnly(), List.of(all.get(victim)))) {
                writes.awaitMore(100);
                faults.kill(victim);
                System.out.println(writes.left() + " documents left when a node was killed");
                writes.allow(DOCUMENTS);
                writes.awaitMore(100);
                loop.awaitRound();
                faults.reviveAll();
                loop.awaitRound();
                joining.awaitRound();
                writes.awaitAll();
            }
            System.out.println(
                    "node-" + victim + " killed: answers " + loop + ", "
                            + writes.acknowledged().size() + " documents acknowledged");
            for (Outcome outcome : Outcome.values()) {
                assertThat(outcome.name(), loop.count(outcome), greaterThan(0L));
            }
        }
        faults.awaitNothingLeft();
        assertEquals(expected, RequestLoop.expect(rest, List.copyOf(expected.keySet())));
        families.assertNothingLost(writes.acknowledged());
    }

    /** Asked all the time, they also come while some nodes have yet to hear that the node is back. */
    private static Map<CheckedRequest, Object> groupsOnly() {
        Map<CheckedRequest, Object> groups = new HashMap<>(expected);
        groups.keySet().removeIf(request -> request.name().equals("groups") == false);
        return groups;
    }
}
