package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final String TASKS =
            "/_tasks?actions=indices:data/read/near_duplicate/chain";

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
    public void plantedChain() throws IOException {
        Answer answer =
                Chains.chain(
                        rest, "chain", Map.of("from", "0", "to", "" + LINKS, "max_length", 20));

        assertEquals(true, answer.ok().at("found"));
        assertEquals(true, answer.at("complete"));
        assertEquals(LINKS, answer.at("length"));
        assertEquals(0.0, answer.at("direct_similarity"));
        assertThat(Chains.ids(answer), hasSize(LINKS + 1));
        assertEquals("13", answer.at("links", LINKS - 1, "from"));
        assertEquals(109 / 127.0, (double) answer.at("links", 0, "similarity"), 1e-6);
        assertThat(answer.warnings(), hasSize(0));
    }

    @Test
    public void noneWithinMaxLength() throws IOException {
        Answer answer = Chains.chain(rest, "chain", Map.of("from", 0, "to", LINKS));

        assertEquals(false, answer.ok().at("found"));
        assertEquals(true, answer.at("complete"));
        assertEquals(10, answer.at("max_length"));
        assertFalse(answer.body().containsKey("documents"));
    }

    @Test
    public void badInput() throws IOException {
        assertRefused(400, "chain", Map.of("from", "0", "to", "0"), "two documents");
        assertRefused(400, "chain", Map.of("from", "0", "to", "none"), "[to] must be one stored");
        assertRefused(400, "chain", Map.of("from", "0"), "Required [to]");
        assertRefused(
                400, "chain", Map.of("from", "0", "to", "1", "size", 1), "unknown field [size]");
        assertRefused(
                400, "chain", Map.of("from", "0", "to", "1", "max_length", 101),
                "[max_length] must be a whole number between 1 and 100, got [101]");
        assertRefused(404, "nowhere", Map.of("from", "0", "to", "1"), "no such index [nowhere]");
        assertEquals(400, rest.call("POST", "/chain/_near_duplicate/chain").status());
        assertEquals(405, rest.call("GET", "/chain/_near_duplicate/chain").status());
    }

    @Test
    public void cancelledAsATask() throws Exception {
        createLongChains();
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return Chains.chain(rest, "long-chains", longBody());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
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
        }
        long closed = System.nanoTime();
        awaitTasks(false);
        Soon.assertEnded("a chain, cancelled by a closed connection", closed);
    }

    /** Two chains with nothing in common, so that the search grows from both ends for long. */
    private static void createLongChains() throws IOException {
        TestIndex index = TestIndex.create(rest, "long-chains", Chains.FIELD_PARAMETERS);
        List<String> texts = new ArrayList<>(Chains.texts("a", 3_000, 1));
        texts.addAll(Chains.texts("b", 3_000, 1));
        index.putAll(texts);
    }

    private static Map<String, ?> longBody() {
        return Map.of("from", "1500", "to", "4500", "max_length", 100);
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
                TIMEOUT,
                () -> "tasks running: " + running);
    }

    private static void assertRefused(
            int status, String index, Map<String, ?> body, String reason) throws IOException {
        Answer answer = Chains.chain(rest, index, body);
        assertEquals(answer.text(), status, answer.status());
        assertThat(answer.text(), containsString(reason));
    }
}
