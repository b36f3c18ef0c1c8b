package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** What a pipeline may say of how texts are compared and matches are told, and what counts as a text. */
public class IngestOptionsIT {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

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

    /** As many rows of bands count, of documents in the same request, as a query of the same recall takes. */
    @Test
    public void recall() throws IOException {
        List<Integer> found = new ArrayList<>();
        for (double recall : new double[] {0.01, 0.99}) {
            Map<String, ?> parameters = Map.of("min_similarity", 0.5, "recall", recall);
            intake.create("news", Map.of());
            Map<String, Object> processor = new LinkedHashMap<>(parameters);
            processor.put("max_matches", 100);
            intake.put("recall", processor).ok();
            List<Object> lines = new ArrayList<>();
            for (int number = 0; number < 12; number++) {
                for (String name : NAMES) {
                    lines.addAll(List.of("index " + name + number, text(name, number)));
                }
            }
            intake.bulk("/news/_bulk?pipeline=recall", lines.toArray());
            intake.refresh("news");
            int matches = 0;
            for (String name : NAMES) {
                List<String> tag = intake.tag("news", name + 11);
                assertEquals(hits(text(name, 11), parameters), tag);
                matches += tag.size();
            }
            found.add(matches);
        }
        assertTrue(found.toString(), found.get(0) < found.get(1));
    }

    /** Returns what a query finds, but the text itself. */
    private List<String> hits(Map<String, ?> text, Map<String, ?> parameters)
            throws IOException {
        Map<String, Object> query = new LinkedHashMap<>(parameters);
        query.put("field", Intake.NEAR);
        query.put("like", text.get("body"));
        Answer answer = rest.call(
                "POST", "/news/_search",
                Json.of(Map.of("size", 100, "query", Map.of("near_duplicate", query)))).ok();
        return ((List<?>) answer.at("hits", "hits")).stream()
                .map(hit -> (Map<?, ?>) hit)
                .map(hit -> String.format(
                        Locale.ROOT, "news %s %.3f", hit.get("_id"), hit.get("_score")))
                .skip(1)
                .toList();
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

    @Test
    public void missingText() throws IOException {
        intake.put("lenient", Map.of("ignore_missing", true)).ok();
        Map<String, Object> none = new LinkedHashMap<>();
        none.put("body", null);
        for (Map<String, ?> source : List.of(Map.of("n", 1), none)) {
            intake.send("PUT /news/_doc/1?pipeline=lenient", source).ok();
            Answer refused = intake.send("PUT /news/_doc/2?pipeline=tag", source);
            assertEquals(refused.text(), 400, refused.status());
            assertThat(refused.text(), containsString("[field] [body] is missing or null"));
        }
        assertEquals(List.of(), intake.tag("news", "1"));
        assertEquals(1, intake.count("news"));
    }
}
