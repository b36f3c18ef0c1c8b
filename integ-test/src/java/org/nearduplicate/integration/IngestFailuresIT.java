package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.integration.Intake.items;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/**
 * What has the documents that others are compared with dies, moves, or has no memory: these are errors then, or compared with a copy,
 * never lost.
 */
public class IngestFailuresIT {

    private static final int DOCUMENTS = 3_000;
    private static final int BATCH = 10;

    private static Faults faults;
    private static Intake intake;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        intake = new Intake(faults.rest());
    }

    @After
    public void reviveAndLeaveNothing() throws IOException, InterruptedException {
        faults.reviveAll();
        // With the indices goes what their shards noted.
        intake.deleteAll();
        intake.create("nothing", Map.of());
        faults.awaitNothingLeft();
        intake.deleteAll();
    }

    @Test
    public void aShardThatIsGoneIsAnErrorOfTheDocument() throws Exception {
        intake.create("news", Map.of("routing.allocation.require._name", "node-2"));
        intake.create("here", Map.of("routing.allocation.require._name", "node-0"));
        intake.put("gone", Map.of("index", "news,here")).ok();
        intake.put("here", Map.of("index", "here")).ok();
        try (RestCalls rest = faults.to(0)) {
            send(rest, "gone", "index 1", text("a"));
            faults.kill(2);
            Answer answer = send(rest, "gone", "index 2", text("a"), "create", text("c"));
            assertEquals(answer.text(), List.of("503", "503"), results(answer));
            assertThat(answer.text(), containsString("[news][0]"));
            answer = send(rest, "here", "index 3", text("a"));
            assertEquals(List.of("created"), results(answer));
            faults.reviveAll();
            answer = send(rest, "gone", "index 2", text("a"));
            assertEquals(List.of("created"), results(answer));
            assertEquals(List.of("here 1 1.000", "here 3 1.000"), intake.tag("here", "2"));
            assertEquals(3, intake.count("here"));
        }
    }

    /** A copy of the shard takes over, with all that was acknowledged, seen by a search or not. */
    @Test
    public void aReplicaTakesOver() throws Exception {
        Map<String, Object> settings = new HashMap<>(Faults.settings(1));
        settings.put("number_of_shards", 1);
        settings.put("routing.allocation.exclude._name", "node-0");
        intake.create("news", settings);
        intake.put("tag", Map.of()).ok();
        faults.awaitGreen();
        try (RestCalls rest = faults.to(0)) {
            Intake.bulk(
                    rest, "/news/_bulk?pipeline=tag", "index 1", text("a"), "index 2", text("b"));
            faults.kill(1);
            Await.found(
                    () -> results(
                            Intake.bulk(
                                    rest, "/news/_bulk?pipeline=tag", "index 3", text("a")))
                            .equals(
                                    List.of("503"))
                                            ? Optional.empty()
                                            : Optional.of(true),
                    () -> "a primary");
            assertEquals(List.of("news 1 1.000"), intake.tag("news", "3"));
        }
    }

    @Test
    public void nothingIsLostWhenANodeDies() throws Exception {
        create(Faults.settings(1));
        for (int victim : Faults.victims()) {
            nothingIsLost("v" + victim + "x", () -> faults.kill(victim), faults::reviveAll);
        }
    }

    @Test
    public void nothingIsLostWhenPrimariesMove() throws Exception {
        create(Map.of("number_of_replicas", 0, "routing.allocation.require._name", "node-1"));
        nothingIsLost("m", () -> move("node-2"), () -> move("node-0"), () -> move("node-1"));
    }

    private static void move(String node) throws IOException, InterruptedException {
        intake.send(
                "PUT /news/_settings", Map.of("index.routing.allocation.require._name", node))
                .ok();
        Await.found(
                () -> {
                    Answer shards =
                            faults.rest().call("GET", "/_cat/shards/news?h=node,state").ok();
                    return shards.text().lines()
                            .allMatch(line -> line.trim().equals(node + " STARTED"))
                                    ? Optional.of(true)
                                    : Optional.empty();
                },
                () -> "the shards on " + node);
    }

    @Test
    public void nothingIsLostWithoutMemory() throws Exception {
        create(Faults.settings(1));
        nothingIsLost("b", IngestFailuresIT::trip, IngestFailuresIT::trip);
    }

    /** It is parsed for its filter, which takes many times its length. */
    @Test
    public void aDocumentThatThereIsNoMemoryForIsRefusedAlone() throws Exception {
        create(Faults.settings(1));
        intake.put("drop", Map.of("action", "drop", "filter", Map.of("match_all", Map.of()))).ok();
        Map<String, Object> large = text("large");
        large.put("n_text", "a ".repeat(100_000));
        faults.rest().setting("indices.breaker.request.limit", "1mb").ok();
        try {
            Answer answer = intake.bulk(
                    "/news/_bulk?pipeline=drop", "index", text("a"), "index", large, "index",
                    text("a"), "index", text("b"));
            assertEquals(
                    answer.text(), List.of("created", "429", "noop", "created"),
                    results(answer));
        } finally {
            faults.rest().setting("indices.breaker.request.limit", null).ok();
        }
    }

    private static void trip() throws IOException, InterruptedException {
        long before = tripped();
        RestCalls rest = faults.rest();
        rest.setting("indices.breaker.request.limit", "1kb").ok();
        Await.found(
                () -> tripped() > before + BATCH ? Optional.of(true) : Optional.empty(),
                () -> "a tripped breaker");
        rest.setting("indices.breaker.request.limit", null).ok();
    }

    private static long tripped() throws IOException {
        return ((Map<?, ?>) faults.rest().call("GET", "/_nodes/stats/breaker").ok().at("nodes"))
                .values()
                .stream()
                .map(node -> (Map<?, ?>) ((Map<?, ?>) node).get("breakers"))
                .map(breakers -> (Map<?, ?>) breakers.get("request"))
                .mapToLong(request -> ((Number) request.get("tripped")).longValue())
                .sum();
    }

    private static void create(Map<String, ?> ofIndex) throws Exception {
        Map<String, Object> settings = new HashMap<>(ofIndex);
        settings.put("refresh_interval", "1s");
        intake.create("news", settings);
        intake.put("drop", Map.of("action", "drop")).ok();
        faults.awaitGreen();
    }

    /** What happens while documents are sent. */
    private interface Event {

        void happen() throws Exception;
    }

    /**
     * A client that sends again what failed loses nothing: each document that was said to be written is there, and of each that
     * was dropped its like.
     */
    private static void nothingIsLost(String name, Event... events) throws Exception {
        Stream stream = new Stream(name);
        try (RestCalls rest = faults.to(0)) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> stream.sendAll(rest));
            for (int i = 0; i < events.length; i++) {
                // Copies come in the second half.
                stream.await(DOCUMENTS * (i + 2) / (events.length + 4), sent);
                events[i].happen();
            }
            sent.join();
        }
        stream.assertNothingLost();
    }

    private static Answer send(RestCalls rest, String pipeline, Object... lines)
            throws IOException {
        return Intake.bulk(rest, "/here/_bulk?pipeline=" + pipeline, lines);
    }

    /** Documents of one client, two of each text, some between them. */
    private static final class Stream {

        private final String name;
        private final Set<Integer> written = new TreeSet<>();
        private final Set<Integer> dropped = new TreeSet<>();
        private final AtomicInteger answered = new AtomicInteger();
        private int failed;

        Stream(String name) {
            this.name = name;
        }

        void await(int count, CompletableFuture<Void> sent)
                throws IOException, InterruptedException {
            Await.found(
                    () -> {
                        if (sent.isCompletedExceptionally()) {
                            sent.join();
                        }
                        return answered.get() >= count
                                ? Optional.of(true)
                                : Optional.empty();
                    },
                    () -> answered + " documents");
        }

        void sendAll(RestCalls rest) {
            ArrayDeque<Integer> left = new ArrayDeque<>();
            for (int i = 0; i < DOCUMENTS; i++) {
                left.add(i);
            }
            while (left.isEmpty() == false) {
                List<Integer> batch = new ArrayList<>();
                while (batch.size() < BATCH && left.isEmpty() == false) {
                    batch.add(left.poll());
                }
                left.addAll(send(rest, batch));
            }
        }

        /** Returns those that failed, which are sent again later. */
        private List<Integer> send(RestCalls rest, List<Integer> batch) {
            List<Object> lines = new ArrayList<>();
            for (int i : batch) {
                lines.add("index " + name + i);
                lines.add(text(name + i % (DOCUMENTS / 2)));
            }
            List<Integer> again = new ArrayList<>();
            try {
                List<Map<?, ?>> items =
                        items(Intake.bulk(rest, "/news/_bulk?pipeline=drop", lines.toArray()));
                assertEquals(batch.size(), items.size());
                for (int i = 0; i < items.size(); i++) {
                    Object result = items.get(i).get("result");
                    if (result == null) {
                        again.add(batch.get(i));
                    } else {
                        (result.equals("noop") ? dropped : written).add(batch.get(i));
                        answered.incrementAndGet();
                    }
                }
            } catch (IOException | AssertionError e) {
                again.clear();
                again.addAll(batch);
            }
            failed += again.size();
            return again;
        }

        void assertNothingLost() throws IOException {
            System.out.println(
                    name + ": " + written.size() + " written, " + dropped.size() + " dropped, "
                            + failed + " failed and were sent again");
            assertEquals(DOCUMENTS, written.size() + dropped.size());
            assertThat(dropped.size(), greaterThan(DOCUMENTS / 3));
            intake.refresh("news");
            for (int i = 0; i < DOCUMENTS / 2; i++) {
                boolean first = isThere(i);
                boolean second = isThere(i + DOCUMENTS / 2);
                assertTrue(name + i + " is lost", first || written.contains(i) == false);
                assertTrue(
                        name + i + ", its second one is lost",
                        second || written.contains(i + DOCUMENTS / 2) == false);
                assertTrue(name + i + ": both are lost", first || second);
            }
        }

        private boolean isThere(int number) throws IOException {
            return faults.rest().call("GET", "/news/_doc/" + name + number).status() == 200;
        }
    }
}
