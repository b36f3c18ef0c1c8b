package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Near duplicates are looked up in whatever a search may name: several indices, patterns, aliases, data streams. */
public class IngestTargetsIT {

    /** Data streams cannot be deleted on a server without their module, so that each needs a new name. */
    private static int streams;

    private RestCalls rest;
    private Intake intake;

    @Before
    public void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        intake = new Intake(rest);
        intake.create("part-1", Map.of("number_of_shards", 2));
    }

    @After
    public void deleteIndices() throws IOException {
        intake.deleteAll();
    }

    /** Documents of one request would be compared without the filter. */
    @Test
    public void anAliasWithAFilter() throws IOException {
        String reason =
                "[index] must not be an alias with a filter, as documents of one request are compared without it,"
                        + " got [of-x] of [part-1]";
        Map<String, ?> filter = Map.of("term", Map.of("tenant", "x"));
        rest.call("PUT", "/part-1/_alias/of-x").ok();
        intake.put("tag", Map.of("index", "of-x")).ok();
        intake.send("PUT /part-1/_doc/1?pipeline=tag", text("a")).ok();
        rest.put("/part-1/_alias/of-x", Map.of("filter", filter)).ok();
        intake.send("PUT /part-1/_doc/2?pipeline=tag", text("a")).refused(400, reason);
        intake.put("tag", Map.of("index", "of-x")).refused(400, reason);
        intake.put("tag", Map.of("index", "of-x,part-1")).ok();
    }

    /** A document is dropped whichever of the indices of a stream has its like, and however new that is. */
    @Test
    public void dataStream() throws IOException {
        String stream = stream("/_bulk?pipeline=_none", "drop-stream");
        intake.put("drop-stream", Map.of("index", stream, "action", "drop")).ok();
        for (int generation = 0; generation < 3; generation++) {
            Answer answer = intake.bulk(
                    "/" + stream + "/_bulk", "create", event("a" + generation),
                    "create", event("a" + generation), "create", event("b"),
                    "create n" + generation, event("n" + generation));
            assertEquals(
                    List.of("created", "noop", generation == 0 ? "created" : "noop", "created"),
                    results(answer));
            rollOver(stream, generation == 1);
        }
        assertEquals(1 + 3 + 1 + 3, intake.count(stream));
    }

    /** Of every index of a stream those that are near in time. */
    @Test
    public void dataStreamWithin() throws IOException {
        String stream = stream("/_bulk?pipeline=_none", "drop-stream");
        Map<String, ?> within = Map.of("field", "@timestamp", "interval", "1h");
        intake.put("drop-stream", Map.of("index", stream, "action", "drop", "within", within)).ok();
        for (boolean refreshed : List.of(false, true)) {
            String day = "2026-01-0" + (refreshed ? 2 : 1);
            Answer answer = intake.bulk(
                    "/" + stream + "/_bulk", "create", event("a", day + "T03:00:00Z"),
                    "create", event("a", day + "T04:00:00Z"),
                    "create", event("a", day + "T04:00:00.001Z"));
            assertEquals(List.of("created", "noop", "created"), results(answer));
            rollOver(stream, refreshed);
            answer = intake.bulk(
                    "/" + stream + "/_bulk", "create", event("a", day + "T02:00:00Z"),
                    "create", event("a", day + "T01:59:59.999Z"));
            assertEquals(List.of("noop", "created"), results(answer));
        }
        assertEquals(1 + 2 * 3, intake.count(stream));
    }

    /** In a new index of the stream it would be a second one of its name, and of its text. */
    @Test
    public void aDocumentOfAStreamThatComesAgainAfterARollover() throws IOException {
        String stream = stream("/_bulk?pipeline=_none", "drop-stream");
        intake.put("drop-stream", Map.of("index", stream, "action", "drop")).ok();
        for (boolean refreshed : List.of(false, true)) {
            String name = "c" + refreshed;
            Answer answer = intake.bulk("/" + stream + "/_bulk", "create " + name, event(name));
            assertEquals(List.of("created"), results(answer));
            answer = intake.bulk("/" + stream + "/_bulk", "create " + name, event(name));
            assertEquals(List.of("409"), results(answer));
            rollOver(stream, refreshed);
            answer = intake.bulk("/" + stream + "/_bulk", "create " + name, event(name));
            assertEquals(List.of("noop"), results(answer));
        }
        assertEquals(1 + 2, intake.count(stream));
    }

    /** As every stream begins: the request that creates it has nothing to be compared with. */
    @Test
    public void aStreamThatIsNotThereYet() throws IOException {
        aStreamThatIsNotThereYet("");
        aStreamThatIsNotThereYet("*");
    }

    private void aStreamThatIsNotThereYet(String pattern) throws IOException {
        String stream = stream(null, "drop-stream");
        intake.put("drop-stream", Map.of("index", stream + pattern, "action", "drop")).ok();
        Answer answer = intake.bulk(
                "/" + stream + "/_bulk", "create", event("a"), "create", event("b"));
        assertEquals(List.of("created", "created"), results(answer));
        answer = intake.bulk("/" + stream + "/_bulk", "create", event("c"), "create", event("c"));
        assertEquals(List.of("created", "noop"), results(answer));
        intake.refresh(stream);
        answer = intake.bulk("/" + stream + "/_bulk", "create", event("a"), "create", event("d"));
        assertEquals(List.of("noop", "created"), results(answer));
        assertEquals(4, intake.count(stream));
    }

    private void rollOver(String stream, boolean refreshed) throws IOException {
        if (refreshed) {
            intake.refresh(stream);
        }
        rest.call("POST", "/" + stream + "/_rollover").ok();
    }

    private static Map<String, ?> event(String name) {
        return event(name, "2026-01-01T00:00:00Z");
    }

    private static Map<String, ?> event(String name, String time) {
        Map<String, Object> event = text(name);
        event.put("@timestamp", time);
        return event;
    }

    /** Makes a stream by its first document, unless it is not to be there yet. */
    private String stream(String firstRequest, String pipeline) throws IOException {
        String stream = "stream-" + System.nanoTime() + "-" + streams++;
        rest.put("/_index_template/" + stream,
                Map.of("index_patterns", List.of(stream), "data_stream", Map.of(), "template",
                        Map.of("settings",
                                Map.of("number_of_replicas", 0, "refresh_interval", "-1",
                                        "default_pipeline", pipeline),
                                "mappings", Map.of("properties", Intake.properties()))))
                .ok();
        if (firstRequest != null) {
            assertEquals(
                    List.of("created"),
                    results(intake.bulk("/" + stream + firstRequest, "create", event("first"))));
        }
        return stream;
    }
}
