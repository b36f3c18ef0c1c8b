package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Chains as users ask for them, and how a long search for one is stopped. */
public class ChainIT {

    private static final int LINKS = 14;
    private static final String TASKS =
            "/_tasks?actions=indices:data/read/near_duplicate/chain";

    private static final String PATH = "/chain/_near_duplicate/chain";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        TestIndex.create(
                rest, "chain", Map.of("number_of_shards", 3, "number_of_replicas", 0),
                Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", LINKS + 1, 9));
    }

    @Test
    public void badInput() throws IOException {
        assertRefused(404, "nowhere", Map.of("start", Chains.end("0"), "end", Chains.end("1")),
                "no such index [nowhere]");
        assertEquals(405, rest.call("DELETE", PATH).status());
    }

    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        Map<String, ?> ends = Map.of("start", Chains.end("0"), "end", Chains.end("1"));
        Map<String, Object> other = new HashMap<>(ends);
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
                Answer answer = rest.call(method, PATH, each.getKey());
                assertEquals(400, answer.status());
                assertThat(answer.text(), containsString(each.getValue()));
            }
        }
    }

    @Test
    public void readByGet() throws IOException {
        String body = Chains.json(Map.of("start", Chains.end("0"), "end", Chains.end("1")));
        assertEquals(
                Chains.ids(rest.call("POST", PATH, body)),
                Chains.ids(rest.call("GET", PATH, body)));
    }

    @Test
    public void severalIndicesNeedTheNameOfOne() throws IOException {
        TestIndex.create(rest, "chain-too", Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", 1, 9));
        String[] targets = {"chain,chain-too", "chain*"};
        for (String target : targets) {
            assertRefused(
                    400, target, Map.of("start", Chains.end("0"), "end", Chains.end("1")),
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
        CompletableFuture<Answer> answer = rest.callAsync(
                "POST", "/long-chains/_near_duplicate/chain", Chains.json(longBody()));
        awaitTasks(true);
        rest.call(
                "POST",
                "/_tasks/_cancel?actions=indices:data/read/near_duplicate/chain").ok();
        assertThat(answer.join().text(), containsString("cancelled"));
        assertThat(answer.join().text(), containsString("by user request"));
        assertEquals(400, answer.join().status());
        awaitTasks(false);
    }

    @Test
    public void cancelledByClosingTheConnection() throws Exception {
        createLongChains();
        Soon closed;
        try (Socket socket = connect()) {
            byte[] body = Chains.json(longBody()).getBytes(StandardCharsets.UTF_8);
            String head =
                    "POST /long-chains/_near_duplicate/chain HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/json\r\nContent-Length: " + body.length
                            + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
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

    private static Map<String, ?> longBody() {
        return Map.of("start", Chains.end("1500"), "end", Chains.end("4500"), "max_length", 100);
    }

    private static Socket connect() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) rest.call("GET", "/_nodes/http").ok().at("nodes");
        Map<?, ?> node = (Map<?, ?>) nodes.values().iterator().next();
        String address = (String) ((Map<?, ?>) node.get("http")).get("publish_address");
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        return new Socket("127.0.0.1", port);
    }

    private static void awaitTasks(boolean running) throws IOException, InterruptedException {
        Await.found(
                () -> ((Map<?, ?>) rest.call("GET", TASKS).ok().at("nodes")).isEmpty() == running
                        ? Optional.empty()
                        : Optional.of(true),
                () -> "tasks running: " + running);
    }

    private static void assertRefused(
            int status, String index, Map<String, ?> body, String reason) throws IOException {
        Answer answer = Chains.chain(rest, index, body);
        assertEquals(answer.text(), status, answer.status());
        assertThat(answer.text(), containsString(reason));
    }
}
