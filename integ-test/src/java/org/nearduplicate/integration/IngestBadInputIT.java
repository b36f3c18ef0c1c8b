package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.items;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * What is wrong with a pipeline is a 400 when it is put; what is wrong where it looks, or with a document, is an error
 * of that document, and of no other.
 */
public class IngestBadInputIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.put("tag", Map.of()).ok();
        intake.send("PUT /news/_doc/a", text("a")).ok();
        intake.refresh("news");
    }

    @After
    public void deleteIndices() throws IOException {
        intake.deleteAll();
    }

    @Test
    public void whereItLooks() throws IOException {
        error(Map.of("near_field", "body"), 400,
                "got [body] of type [text], did you mean [body.near]?");
        error(Map.of("index", "news,nowhere"), 404, "no such index [nowhere]");
        error(Map.of("index", "other:news"), 400, "[other:news]");
        intake.create("shut", Map.of());
        rest.call("POST", "/shut/_close").ok();
        error(Map.of("index", "shut"), 400, "index_closed_exception");
        intake.put("bad", Map.of("index", "n*,s*")).ok();
        intake.send("PUT /news/_doc/pattern?pipeline=bad", text("a")).ok();
        assertThat(intake.tag("news", "pattern").toString(), containsString("news a 1.000"));
    }

    /** What a bulk request merges has neither a name nor an index in its pipeline. */
    @Test
    public void upsertsOfABulkRequest() throws IOException {
        intake.put("upserts", Map.of("index", "nowhere")).ok();
        intake.create("news", Map.of("default_pipeline", "upserts"));
        Map<String, ?> upsert = Map.of("doc", text("a"), "doc_as_upsert", true);
        Answer answer = intake.bulk("/news/_bulk", "update 1", upsert, "update 2", upsert);
        assertEquals(List.of("404", "404"), results(answer));
        assertEquals(404, intake.send("PUT /news/_doc/1", text("a")).status());
        assertEquals(0, intake.count("news"));
    }

    private void error(Map<String, ?> parameters, int status, String reason) throws IOException {
        intake.put("bad", parameters).ok();
        Answer single = intake.send("PUT /news/_doc/bad?pipeline=bad", text("x"));
        assertEquals(parameters + single.text(), status, single.status());
        assertThat(single.text(), containsString(reason));
        Answer bulk = intake.bulk(
                "/news/_bulk", "index 1", text("x"), "index 2", text("y"));
        assertEquals(false, bulk.at("errors"));
        bulk = rest.callLines(
                "POST", "/news/_bulk",
                "{\"index\":{\"_id\":\"1\"}}\n{}\n"
                        + "{\"index\":{\"_id\":\"bad\",\"pipeline\":\"bad\"}}\n"
                        + Json.of(text("x")) + "\n"
                        + "{\"index\":{\"_id\":\"2\",\"pipeline\":\"tag\"}}\n"
                        + Json.of(text("a")) + "\n");
        assertEquals(bulk.text(), List.of("updated", "" + status, "updated"), results(bulk));
        assertThat(items(bulk).get(1).toString(), containsString(
                reason.equals("index_closed_exception") ? "closed" : reason));
        assertEquals(List.of("news a 1.000"), intake.tag("news", "2"));
        assertEquals(404, rest.call("GET", "/news/_doc/bad").status());
    }

    /** Longer than a query may be: so many others that it is looked up together with some of them. */
    @Test
    public void aTextThatIsTooLong() throws IOException {
        intake.create("news", Map.of("near_duplicate.max_like_length", 1_000));
        List<Object> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add("index " + i);
            lines.add(i == 100 ? Map.of("body", "x".repeat(1_001)) : text("t" + i / 2));
        }
        Answer answer = intake.bulk("/news/_bulk?pipeline=tag", lines.toArray());
        List<String> expected = new ArrayList<>(Collections.nCopies(200, "created"));
        expected.set(100, "400");
        assertEquals(expected, results(answer));
        assertEquals(List.of("news 98 1.000"), intake.tag("news", "99"));
    }

    @Test
    public void reroutesToWhereItIs() throws IOException {
        intake.put("self", Map.of("action", "reroute", "destination", "news")).ok();
        intake.bulk("/news/_bulk?pipeline=self", "index 1", text("a"), "index 2", text("b"));
        assertEquals(List.of("news a 1.000"), intake.tag("news", "1"));
        assertEquals(List.of(), intake.tag("news", "2"));
        for (String destination : List.of("NOT ALLOWED", "_x")) {
            Map<String, Object> invalid = new LinkedHashMap<>();
            invalid.put("action", "reroute");
            invalid.put("destination", destination);
            intake.put("invalid", invalid).ok();
            Answer answer = intake.bulk(
                    "/news/_bulk?pipeline=invalid", "index 3", text("a"), "index 4", text("d"));
            assertEquals("400", results(answer).get(0));
            assertThat(answer.text(), containsString("invalid_index_name_exception"));
            assertEquals(404, rest.call("GET", "/news/_doc/3").status());
        }
    }
}
