package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/**
 * Documents that come again, change or go, before a search sees that: what counts is what the index has, and a
 * document is no near duplicate of itself.
 */
public class IngestAgainIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.put("tag", Map.of()).ok();
    }

    @After
    public void deleteIndex() throws IOException {
        intake.deleteAll();
    }

    /** As a reindex in place does: the tag of before is not that of now. */
    @Test
    public void aTagThatHoldsNoMoreGoes() throws IOException {
        intake.bulk("/news/_bulk?pipeline=tag", "index a", text("a"), "index b", text("a", 1));
        intake.refresh("news");
        for (String id : List.of("a", "b")) {
            rewrite(id);
        }
        assertEquals(List.of("news b 0.949"), intake.tag("news", "a"));
        assertEquals(List.of("news a 0.949"), intake.tag("news", "b"));
        rest.call("DELETE", "/news/_doc/a").ok();
        rewrite("b");
        assertEquals(List.of(), intake.tag("news", "b"));
        assertEquals(List.of("body"), List.copyOf(intake.source("news", "b").keySet()));
    }

    private void rewrite(String id) throws IOException {
        Map<String, Object> source = new LinkedHashMap<>();
        intake.source("news", id).forEach((name, value) -> source.put((String) name, value));
        intake.send("PUT /news/_doc/" + id + "?pipeline=tag", source).ok();
    }

    /** Those that a shard names first are gone, and another shard has one that is less similar. */
    @Test
    public void theMostSimilarOfWhatIsLeft() throws IOException {
        intake.create("old", Map.of());
        intake.put("both", Map.of("index", "news,old", "max_matches", 1)).ok();
        intake.bulk(
                "/news/_bulk", "index 1", text("p"), "index 2", text("p"), "index 3", text("p", 1));
        intake.bulk("/old/_bulk", "index 4", text("p", 2));
        intake.bulk(
                "/news/_bulk?pipeline=both", "delete 1", "delete 2", "index 5", text("p"));
        assertEquals(List.of("news 3 0.949"), intake.tag("news", "5"));
    }

    @Test
    public void aTagGoesWithItsText() throws IOException {
        intake.put("tag", Map.of("ignore_missing", true)).ok();
        intake.bulk("/news/_bulk?pipeline=tag", "index 1", text("a"), "index 2", text("a"));
        Map<String, Object> source = new LinkedHashMap<>();
        intake.source("news", "2").forEach((name, value) -> source.put((String) name, value));
        source.remove("body");
        intake.send("PUT /news/_doc/2?pipeline=tag", source).ok();
        assertEquals(Map.of(), intake.source("news", "2"));
        intake.create("news", Map.of("default_pipeline", "tag"));
        intake.bulk("/news/_bulk", "index 1", text("a"), "index 2", text("a"));
        intake.bulk("/news/_bulk", "update 2",
                Map.of("doc", Map.of("n", 1), "doc_as_upsert", true));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.bulk("/news/_bulk", "update 2", Map.of("doc", text("b"), "doc_as_upsert", true));
        assertEquals(List.of(), intake.tag("news", "2"));
        intake.bulk("/news/_bulk", "index 2", text("a"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.bulk(
                "/news/_bulk", "update 2",
                Map.of(
                        "doc", Collections.singletonMap("body", null),
                        "doc_as_upsert", true));
        assertEquals(List.of(), intake.tag("news", "2"));
    }
}
