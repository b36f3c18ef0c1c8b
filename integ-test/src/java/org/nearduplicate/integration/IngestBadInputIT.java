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
import org.nearduplicate.server.SharedServer;

/**
 * What is wrong with a pipeline is a 400 when it is put; what is wrong where it looks, or with a document, is an error
 * of that document, and of no other.
 */
public class IngestBadInputIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndices() throws IOException, InterruptedException {
        rest = SharedServer.rest();
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
    public void parameters() throws IOException {
        for (String required : List.of("field", "index", "near_field")) {
            refused(Collections.singletonMap(required, null), required,
                    "required property is missing");
            refused(Map.of(required, " "), required, "must not be empty");
            refused(Map.of(required, List.of("a")), required, "isn't a string");
        }
        refused(Map.of("unheard", 1), "unheard", "doesn't support");
        for (Object value : List.of("keep", "", 5, true)) {
            refused(Map.of("action", value), "action",
                    "must be one of [tag, drop, reroute, fail], got [" + value + "]");
        }
        for (Object value : List.of(0, 101, -1, "x", 1.5, true)) {
            refused(Map.of("max_matches", value), "max_matches",
                    "must be a whole number between 1 and 100, got [" + value + "]");
        }
        for (Object value : List.of(0, 1.5, -0.1, 90, "x", true)) {
            refused(Map.of("min_similarity", value), "min_similarity",
                    "must be a number in (0,1], got [" + value + "]");
        }
        for (Object value : List.of(0, 1, -0.1, "many", true)) {
            refused(Map.of("recall", value), "recall",
                    "must be a number in (0,1), got [" + value + "]");
        }
        refused(Map.of("verify", "x"), "verify", "must be one of [signature, exact], got [x]");
        refused(Map.of("ignore_missing", "x"), "ignore_missing", "isn't a boolean");
        refused(Map.of("target_field", 5), "target_field", "isn't a string");
        for (Map<String, ?> bounds : List.of(
                Map.of("max_matches", 1, "min_similarity", 0.001, "verify", "signature"),
                Map.of("max_matches", 100, "min_similarity", 1, "verify", "exact"))) {
            intake.put("bad", bounds).ok();
        }
    }

    @Test
    public void parametersOfOtherActions() throws IOException {
        refused(Map.of("action", "reroute"), "destination", "required property is missing");
        refused(Map.of("action", "reroute", "destination", ""), "destination", "must not be empty");
        for (String action : List.of("tag", "drop", "fail")) {
            refused(Map.of("action", action, "destination", "copies"), "destination",
                    "has no meaning with [action] [" + action + "]");
        }
        for (String action : List.of("drop", "fail")) {
            refused(Map.of("action", action, "max_matches", 1), "max_matches",
                    "has no meaning with [action] [" + action + "]");
            refused(Map.of("action", action, "target_field", "x"), "target_field",
                    "has no meaning with [action] [" + action + "]");
        }
    }

    /** What no document can be told in, or would lose something by. */
    @Test
    public void targetFields() throws IOException {
        for (String field : List.of("", " ", ".", "a..b", "_id", "_index", "_version",
                "_routing")) {
            refused(Map.of("target_field", field), "target_field", "");
        }
    }

    private void refused(Map<String, ?> parameters, String parameter, String reason)
            throws IOException {
        Answer answer = intake.put("bad", parameters);
        assertEquals(parameters + answer.text(), 400, answer.status());
        assertThat(answer.text(), containsString("[" + parameter + "]"));
        assertThat(answer.text(), containsString(reason));
        assertThat(answer.text(), containsString("near_duplicate"));
    }

    @Test
    public void fields() throws IOException {
        TestIndex.createWith(
                rest, "other-fields", Map.of("number_of_replicas", 0),
                Map.of(
                        "colour", Map.of("type", "keyword"),
                        "parts",
                        Map.of("type", "nested", "properties",
                                Map.of("near", TestIndex.minHash(Map.of())))));
        error(Map.of("index", "other-fields"), 400,
                "[near_field] must be a field of type [minhash], got [body.near] without a mapping");
        error(Map.of("near_field", "body"), 400, "got [body] of type [text]");
        error(Map.of("index", "other-fields", "near_field", "colour"), 400,
                "got [colour] of type [keyword]");
        error(Map.of("index", "other-fields", "near_field", "parts.near"), 400,
                "must not be inside of nested documents, got [parts.near] inside of [parts]");
        error(Map.of("index", "news,other-fields", "near_field", "colour"), 400, "[colour]");
        rest.call("DELETE", "/other-fields").ok();
    }

    @Test
    public void indices() throws IOException {
        error(Map.of("index", "nowhere"), 404, "no such index [nowhere]");
        error(Map.of("index", "news,nowhere"), 404, "no such index [nowhere]");
        error(Map.of("index", "NOWHERE"), 404, "no such index [NOWHERE]");
        error(Map.of("index", "other:news"), 400, "[other:news]");
        intake.create("shut", Map.of());
        rest.call("POST", "/shut/_close").ok();
        error(Map.of("index", "shut"), 400, "index_closed_exception");
        error(Map.of("index", "news,shut"), 400, "index_closed_exception");
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

    /** A blocked index can be read, or cannot. */
    @Test
    public void blocks() throws IOException {
        intake.create("blocked", Map.of());
        for (String block : List.of("read", "metadata")) {
            setting("blocked", "index.blocks." + block, true);
            if (block.equals("read")) {
                error(Map.of("index", "blocked"), 403, "blocked by: [FORBIDDEN");
            } else {
                intake.put("bad", Map.of("index", "blocked")).ok();
                intake.bulk("/news/_bulk?pipeline=bad", "index 1", text("x")).ok();
            }
            setting("blocked", "index.blocks." + block, null);
        }
    }

    /** Without texts and without stored sets exactness cannot be had, and nobody is told otherwise. */
    @Test
    public void exactnessWithoutTexts() throws IOException {
        rest.call("DELETE", "/sourceless?ignore_unavailable=true").ok();
        rest.call(
                "PUT", "/sourceless",
                Json.of(
                        Map.of(
                                "mappings",
                                Map.of(
                                        "_source", Map.of("enabled", false), "properties",
                                        Intake.properties()))))
                .ok();
        rest.call("PUT", "/sourceless/_doc/1?refresh=true", Json.of(text("x"))).ok();
        error(Map.of("index", "sourceless", "verify", "exact"), 400, "[verify] [exact]");
        intake.put("bad", Map.of("index", "sourceless")).ok();
        intake.bulk("/news/_bulk?pipeline=bad", "index 1", text("x")).ok();
        assertEquals(List.of("sourceless 1 1.000"), intake.tag("news", "1"));
        rest.call("DELETE", "/sourceless").ok();
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

    @Test
    public void texts() throws IOException {
        for (Object body : List.of(Map.of("x", 1), List.of("a", Map.of("x", 1)))) {
            Answer answer = intake.bulk(
                    "/news/_bulk?pipeline=tag", "index 1", text("b"), "index bad",
                    Map.of("body", body), "index 2", text("b"));
            assertEquals(List.of("400"), results(answer).subList(1, 2));
            assertThat(
                    items(answer).get(1).toString(),
                    containsString("[field] [body] must be a text or an array of texts"));
            assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
            assertEquals(404, rest.call("GET", "/news/_doc/bad").status());
        }
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

    /** Elasticsearch notices that a document comes to where it was. */
    @Test
    public void reroutesInACircle() throws IOException {
        intake.create("there", Map.of("default_pipeline", "back"));
        intake.create("news", Map.of("default_pipeline", "forth"));
        intake.put("forth", Map.of("action", "reroute", "destination", "there")).ok();
        intake.put("back", Map.of("action", "reroute", "destination", "news")).ok();
        Answer answer = intake.bulk(
                "/news/_bulk", "index 1", text("a"), "index 2", text("a"), "index 3", text("c"));
        assertEquals("created", results(answer).get(0));
        assertEquals("created", results(answer).get(2));
        assertThat(items(answer).get(1).toString(), containsString("index cycle detected"));
        assertEquals(2, intake.count("news"));
        assertEquals(0, intake.count("there"));
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

    private void setting(String index, String name, Object value) throws IOException {
        rest.call(
                "PUT", "/" + index + "/_settings", Json.of(Collections.singletonMap(name, value)))
                .ok();
    }
}
