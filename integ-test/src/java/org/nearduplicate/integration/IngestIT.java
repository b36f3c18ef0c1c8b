package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.nearduplicate.integration.Intake.id;
import static org.nearduplicate.integration.Intake.items;
import static org.nearduplicate.integration.Intake.processor;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Near duplicates are tagged, dropped, rerouted or refused when they are indexed, in whatever way. */
public class IngestIT {

    private static final Map<String, ?> TAG = Map.of("action", "tag");
    private static final Map<String, ?> DROP = Map.of("action", "drop");
    private static final Map<String, ?> FAIL = Map.of("action", "fail");
    private static final Map<String, ?> REROUTE =
            Map.of("action", "reroute", "destination", "copies", "index", "news,copies");

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.create("copies", Map.of());
        intake.put("tag", TAG).ok();
        intake.put("drop", DROP).ok();
        intake.put("fail", FAIL).ok();
        intake.put("reroute", REROUTE).ok();
    }

    @After
    public void deleteIndices() throws IOException {
        intake.deleteAll();
    }

    @Test
    public void documentsOneByOne() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            String name = "a" + refreshed;
            Answer first = intake.send("POST /news/_doc?pipeline=tag", text(name));
            if (refreshed) {
                intake.refresh("news");
            }
            Answer second = intake.send("PUT /news/_doc/b" + name + "?pipeline=tag", text(name, 1));
            Answer third = intake.send("POST /news/_create/c" + name + "?pipeline=tag", text(name));
            assertEquals(List.of(), intake.tag("news", id(first)));
            assertEquals(
                    List.of("news " + id(first) + " 0.949"), intake.tag("news", id(second)));
            assertEquals(
                    List.of(
                            "news " + id(first) + " 1.000", "news " + id(second) + " 0.949"),
                    intake.tag("news", id(third)));
        }
    }

    @Test
    public void refused() throws IOException {
        Answer answer = intake.bulk(
                "/news/_bulk?pipeline=fail", "index a", text("a"), "index b", text("a", 1),
                "index c", text("c"));
        assertEquals(List.of("created", "409", "created"), results(answer));
        String reason =
                "the document is a near duplicate of [a] in [news], with a similarity of [0.94";
        assertThat(answer.at("items", 1, "index", "error", "reason").toString(),
                containsString(reason));
        assertEquals(2, intake.count("news"));
        intake.send("PUT /news/_doc/b?pipeline=fail", text("a", 1)).refused(409, reason);
        assertEquals(2, intake.count("news"));
    }

    @Test
    public void rerouted() throws IOException {
        Answer answer = intake.bulk(
                "/news/_bulk?pipeline=reroute", "index a", text("a"), "index b", text("a", 1),
                "index c", text("c"), "index d", text("a"));
        assertEquals(
                List.of("news a", "copies b", "news c", "copies d"),
                items(answer).stream()
                        .map(item -> item.get("_index") + " " + item.get("_id")).toList());
        assertEquals(List.of("news a 0.949"), intake.tag("copies", "b"));
        assertEquals(List.of("news a 1.000", "copies b 0.949"), intake.tag("copies", "d"));
        assertEquals(2, intake.count("news"));
        assertEquals(2, intake.count("copies"));
    }

    /** It goes through the pipeline of where it is sent, and is not a near duplicate of itself there. */
    @Test
    public void pipelineOfTheDestination() throws IOException {
        intake.put("of-copies", Map.of("index", "news,copies", "target_field", "again")).ok();
        intake.create("copies", Map.of("default_pipeline", "of-copies"));
        intake.create("news", Map.of("default_pipeline", "reroute"));
        Answer answer = intake.bulk("/news/_bulk", "index a", text("a"), "index", text("a", 1));
        String id = (String) items(answer).get(1).get("_id");
        assertEquals(List.of("news a 0.949"), intake.tag("copies", id));
        assertEquals(
                List.of("news a 0.949"), Intake.tag(intake.source("copies", id).get("again")));
    }

    @Test
    public void pipelinesOfAnIndex() throws IOException {
        for (String setting : List.of("default_pipeline", "final_pipeline")) {
            intake.create("news", Map.of(setting, "tag"));
            Answer answer = intake.bulk("/news/_bulk", "index a", text("a"), "index b", text("a"));
            assertEquals(List.of("created", "created"), results(answer));
            assertEquals(setting, List.of("news a 1.000"), intake.tag("news", "b"));
            intake.create("news", Map.of(setting, "drop"));
            answer = intake.bulk("/news/_bulk", "index a", text("a"), "index", text("a"));
            assertEquals(setting, List.of("created", "noop"), results(answer));
            intake.create("news", Map.of(setting, "fail"));
            answer = intake.bulk("/news/_bulk", "index a", text("a"), "index", text("a"));
            assertEquals(setting, List.of("created", "409"), results(answer));
        }
        intake.create("news", Map.of("default_pipeline", "reroute"));
        intake.bulk("/news/_bulk", "index a", text("a"), "index b", text("a"));
        assertEquals(List.of("news a 1.000"), intake.tag("copies", "b"));
    }

    /** A final pipeline may not send a document elsewhere; only what it would have sent is refused. */
    @Test
    public void finalPipelineCannotReroute() throws IOException {
        intake.create("news", Map.of("final_pipeline", "reroute"));
        Answer answer = intake.bulk(
                "/news/_bulk", "index a", text("a"), "index b", text("a"), "index c", text("c"));
        assertEquals("created", results(answer).get(0));
        assertEquals("created", results(answer).get(2));
        assertThat(
                answer.at("items", 1, "index", "error", "reason").toString(),
                containsString("can't change the target index (from [news] to [copies])"));
        assertEquals(2, intake.count("news"));
        assertEquals(0, intake.count("copies"));
        // It is not remembered as one of them either.
        intake.bulk("/copies/_bulk?pipeline=reroute", "index d", text("a"));
        assertEquals(List.of("news a 1.000"), intake.tag("copies", "d"));
    }

    @Test
    public void failuresCanBeIgnoredOrHandled() throws IOException {
        Map<String, Object> ignoring = new LinkedHashMap<>(Map.of("index", "nowhere"));
        ignoring.put("ignore_failure", true);
        intake.put("ignoring", List.of(processor(ignoring), processor(TAG))).ok();
        Map<String, Object> handled = new LinkedHashMap<>(Map.of("action", "fail"));
        handled.put("on_failure", List.of(processor(Map.of("target_field", "handled"))));
        intake.put("handled", handled).ok();
        intake.bulk("/news/_bulk?pipeline=ignoring", "index a", text("a"), "index b", text("a"));
        // The second processor of a pipeline may see them in another order.
        List<String> tags = new ArrayList<>(intake.tag("news", "a"));
        tags.addAll(intake.tag("news", "b"));
        assertEquals(tags.toString(), 1, tags.size());
        Answer answer = intake.bulk(
                "/news/_bulk?pipeline=handled", "index c", text("a"), "index d", text("d"));
        assertEquals(List.of("created", "created"), results(answer));
        assertEquals(
                List.of("news a 1.000", "news b 1.000"),
                Intake.tag(intake.source("news", "c").get("handled")));
        assertFalse(intake.source("news", "d").containsKey("handled"));
    }
}
