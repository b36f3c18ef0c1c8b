package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** What a pipeline may say of how texts are compared and matches are told, and what counts as a text. */
public class IngestOptionsIT {

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

    @Test
    public void targetFieldAndNumberOfMatches() throws IOException {
        intake.put("two", Map.of("target_field", "is.like", "max_matches", 2)).ok();
        intake.bulk(
                "/news/_bulk?pipeline=tag", "index a", text("a"), "index b", text("a", 1),
                "index c", text("a"));
        intake.send("PUT /news/_doc/d?pipeline=two", text("a"));
        Map<?, ?> is = (Map<?, ?>) intake.source("news", "d").get("is");
        assertEquals(List.of("news a 1.000", "news c 1.000"), Intake.tag(is.get("like")));
        assertEquals(List.of(), intake.tag("news", "d"));
    }

    @Test
    public void similarityAndVerification() throws IOException {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("min_similarity", 0.95);
        intake.put("high", parameters).ok();
        parameters.put("min_similarity", 0.94);
        parameters.put("verify", "exact");
        intake.put("exact", parameters).ok();
        parameters.put("verify", "signature");
        parameters.put("min_similarity", 0.5);
        intake.put("signature", parameters).ok();
        for (boolean refreshed : List.of(false, true)) {
            String name = "s" + refreshed;
            intake.send("PUT /news/_doc/" + name + "?pipeline=tag", text(name)).ok();
            if (refreshed) {
                intake.refresh("news");
            }
            intake.send("PUT /news/_doc/1?pipeline=high", text(name, 1)).ok();
            assertEquals(List.of(), intake.tag("news", "1"));
            intake.send("PUT /news/_doc/1?pipeline=exact", text(name, 1)).ok();
            assertEquals(List.of("news " + name + " 0.949"), intake.tag("news", "1"));
            intake.send("PUT /news/_doc/1?pipeline=signature", text(name, 1)).ok();
            assertEquals(1, intake.tag("news", "1").size());
        }
    }

    /** An array is one text, as the mapping has it; what has no words is like nothing. */
    @Test
    public void arraysAndTextsWithoutWords() throws IOException {
        List<String> halves = List.of(Texts.window("a", 0, 40), Texts.window("b", 0, 40));
        intake.bulk(
                "/news/_bulk?pipeline=tag", "index 1", Map.of("body", halves),
                "index 2", Map.of("body", halves.reversed()), "index 3", text("a"),
                "index 4", Map.of("body", ""), "index 5", Map.of("body", List.of()),
                "index 6", Map.of("body", List.of("", "!")), "index 7", Map.of("body", ""),
                "index 8", Map.of("body", 12_345), "index 9", Map.of("body", "12345"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        assertEquals(List.of("news 8 1.000"), intake.tag("news", "9"));
        for (String alone : List.of("1", "3", "4", "5", "6", "7", "8")) {
            assertEquals(alone, List.of(), intake.tag("news", alone));
        }
    }
}
