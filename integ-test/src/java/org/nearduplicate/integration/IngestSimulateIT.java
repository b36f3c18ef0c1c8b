package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.processor;
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

/** Simulated documents are compared with those that are there, and never remembered themselves. */
public class IngestSimulateIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.put("tag", Map.of()).ok();
        intake.send("PUT /news/_doc/seen?pipeline=tag", text("a")).ok();
        intake.refresh("news");
        intake.send("PUT /news/_doc/recent?pipeline=tag", text("b")).ok();
    }

    @After
    public void deleteIndex() throws IOException {
        intake.deleteAll();
    }

    private static final List<Map<String, Object>> DOCUMENTS = List.of(
            document("1", text("a", 1)), document("2", text("b", 1)), document("seen", text("a")),
            document("3", text("c")), document("4", text("c")));

    private static final List<List<String>> EXPECTED = List.of(
            List.of("news seen 0.949"), List.of("news recent 0.949"), List.of(), List.of(),
            List.of());

    @Test
    public void pipeline() throws IOException {
        Map<String, ?> body = Map.of("docs", DOCUMENTS);
        assertEquals(EXPECTED, tags(post("/_ingest/pipeline/tag/_simulate", body)));
        Map<String, Object> withPipeline = new LinkedHashMap<>(body);
        withPipeline.put("pipeline", Map.of("processors", List.of(processor(Map.of()))));
        assertEquals(EXPECTED, tags(post("/_ingest/pipeline/_simulate", withPipeline)));
        assertEquals(
                EXPECTED, tags(post("/_ingest/_simulate?pipeline=tag", body)));
        Answer verbose = post("/_ingest/pipeline/tag/_simulate?verbose=true", body);
        assertEquals("success", verbose.at("docs", 0, "processor_results", 0, "status"));
        assertNothingIsRemembered();
    }

    private void assertNothingIsRemembered() throws IOException {
        assertEquals(2, intake.count("news"));
        for (String id : List.of("real", "1")) {
            intake.send("PUT /news/_doc/" + id + "?pipeline=tag", text("c")).ok();
            assertEquals(List.of(), intake.tag("news", id));
            rest.call("DELETE", "/news/_doc/" + id).ok();
        }
    }

    private Answer post(String path, Map<String, ?> body) throws IOException {
        return rest.post(path, body).ok();
    }

    private static List<List<String>> tags(Answer answer) throws IOException {
        List<List<String>> tags = new ArrayList<>();
        for (int i = 0; i < ((List<?>) answer.at("docs")).size(); i++) {
            Map<?, ?> source = (Map<?, ?>) answer.at("docs", i, "doc", "_source");
            tags.add(Intake.tag(source.get("near_duplicate")));
        }
        return tags;
    }

    private static Map<String, Object> document(String id, Map<String, ?> source) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("_index", "news");
        document.put("_id", id);
        document.put("_source", source);
        return document;
    }
}
