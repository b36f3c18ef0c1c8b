package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Chains as users ask for them, and how a long search for one is stopped. */
public class ChainIT {

    private static final int LINKS = 14;
    private static final String TASKS =
            "/_tasks?actions=indices:data/read/near_duplicate/chain";

    private static final String PATH = "/chain/_near_duplicate/chain";
    private static final String LONG_PATH = "/long-chains/_near_duplicate/chain";
    private static final Map<String, ?> LONG_BODY = Chains.exact(
            Map.of("start", Chains.end("1500"), "end", Chains.end("4500"), "max_length", 100));

    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex.create(rest, "chain", TestIndex.settings(3), Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", LINKS + 1, 9));
    }

    @Test
    public void badInput() throws IOException {
        Chains.chain(rest, "nowhere", Chains.between("0", "1"))
                .refused(404, "no such index [nowhere]");
        assertEquals(405, rest.call("DELETE", PATH).status());
    }

    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        Map<String, Object> other = new HashMap<>(Chains.between("0", "1"));
        other.put("field", "colour");
        assertEquals(
                "[field] must be a field of type [minhash], got [colour] of type [keyword]",
                Chains.chain(rest, "chain", other).at("error", "reason"));
    }

    @Test
    public void bodiesThatAreNone() throws IOException {
        for (String method : List.of("GET", "POST")) {
            for (Map.Entry<String, String> each : Map.of(
                    "", "[field] must be given", "[]", "got [START_ARRAY]", "null",
                    "the body must be one object, got [VALUE_NULL]", "{} {}", "got also")
                    .entrySet()) {
                rest.call(method, PATH, each.getKey()).refused(400, each.getValue());
            }
        }
    }

    @Test
    public void readByGet() throws IOException {
        Map<String, ?> body = Chains.exact(Chains.between("0", "1"));
        assertEquals(
                Chains.ids(rest.post(PATH, body)),
                Chains.ids(rest.call("GET", PATH, Json.of(body))));
    }

    @Test
    public void severalIndicesNeedTheNameOfOne() throws IOException {
        TestIndex.create(rest, "chain-too", Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", 1, 9));
        String[] targets = {"chain,chain-too", "chain*"};
        for (String target : targets) {
            Chains.chain(rest, target, Chains.between("0", "1")).refused(
                    400,
                    "[start] needs [_index], which can be left out where one index is searched, got [");
        }
        Chains.chain(
                rest, targets[0],
                Map.of("start", document("0"), "end", document("1"))).ok();
    }

    private static Map<String, ?> document(String id) {
        return Map.of("_index", "chain", "_id", id);
    }

    @Test
    public void cancelledAsATask() throws Exception {
        createLongChains();
        CompletableFuture<Answer> answer = rest.postAsync(LONG_PATH, LONG_BODY);
        awaitTasks(true);
        rest.call("POST", "/_tasks/_cancel?actions=indices:data/read/near_duplicate/chain").ok();
        answer.join().refused(400, "cancelled", "by user request");
        awaitTasks(false);
    }

    @Test
    public void cancelledByClosingTheConnection() throws Exception {
        createLongChains();
        String address = SharedCluster.ONE_NODE.node().address();
        Socket socket = RestCalls.postOnSocket(address, LONG_PATH, LONG_BODY);
        Soon closed;
        try (socket) {
            awaitTasks(true);
            closed = Soon.begin(rest);
        }
        awaitTasks(false);
        closed.assertEnded("a chain, cancelled by a closed connection");
    }

    /** Two chains with nothing in common, so that the search grows from both ends for long. */
    private static void createLongChains() throws IOException {
        TestIndex index = TestIndex.create(rest, "long-chains", Chains.FIELD_PARAMETERS);
        List<String> texts = new ArrayList<>(Chains.texts("a", 3_000, 1));
        texts.addAll(Chains.texts("b", 3_000, 1));
        index.putAll(texts);
    }

    private static void awaitTasks(boolean running) throws IOException, InterruptedException {
        Await.until(
                () -> ((Map<?, ?>) rest.call("GET", TASKS).ok().at("nodes")).isEmpty() != running,
                () -> "tasks running: " + running);
    }
}
