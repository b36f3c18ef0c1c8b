package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Every wrong request for groups is a 400 that names the parameter, what it may be and what it was. */
public class GroupsBadInputIT {

    private static final String INDEX = "groups-bad";
    private static final String PATH = "/" + INDEX + "/_near_duplicate/groups";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of()));
        properties.put("colour", Map.of("type", "keyword"));
        properties.put("title", Map.of("type", "text"));
        properties.put("place", Map.of("type", "geo_point"));
        properties.put("bytes", Map.of("type", "binary", "doc_values", true));
        properties.put("range", Map.of("type", "integer_range"));
        properties.put("no_values", Map.of("type", "long", "doc_values", false));
        properties.put("object", Map.of("properties", Map.of("x", Map.of("type", "long"))));
        properties.put(
                "comments",
                Map.of(
                        "type", "nested",
                        "properties",
                        Map.of(
                                "near", TestIndex.minHash(Map.of()), "n",
                                Map.of("type", "long"))));
        TestIndex.createWith(rest, INDEX, TestIndex.settings(2), properties)
                .putAll(List.of("some text that is there twice", "some text that is there twice"));
    }

    @Test
    public void bodies() throws IOException {
        for (String method : List.of("GET", "POST")) {
            rest.call(method, PATH).refused(400, "[field] must be given");
            rest.call(method, PATH, "[]").refused(400,
                    "the body must be one object, got [START_ARRAY]");
            rest.call(method, PATH, "null").refused(400, "must be one object, got [VALUE_NULL]");
            rest.call(method, PATH, "\"near\"").refused(400,
                    "must be one object, got [VALUE_STRING]");
            rest.call(method, PATH, " ").refused(400, "must be one object, got [null]");
        }
        rest.call("POST", PATH, "{ \"field\": \"near\"").refused(400, "end-of-input");
        rest.call("POST", PATH, "{ \"field\" \"near\" }").refused(400, "[1:11]");
        rest.call("POST", PATH, "{\"field\":\"near\"} {}").refused(400, "START_OBJECT");
        refused(Map.of("sizes", 5), "unknown field [sizes] did you mean [size]?");
        rest.call("POST", PATH + "?minimum=1", "{\"field\":\"near\"}").refused(400, "[minimum]");
        rest.call("POST", PATH + "?wait_for_completion=maybe", "{\"field\":\"near\"}").refused(400,
                "wait_for_completion", "[maybe]");
        rest.call("POST", PATH + "?wait_for_completion=true&wait_for_completion=false",
                "{\"field\":\"near\"}")
                .refused(400, "[wait_for_completion] must be given once, got [true, false]");
        assertEquals(405, rest.call("DELETE", PATH).status());
    }

    @Test
    public void oldNamesAndShapes() throws IOException {
        refused(
                Map.of("wait_for_completion", false),
                "[wait_for_completion] must be in the URL, as [?wait_for_completion=false]");
        refused(Map.of("max_bucket_size", 100), "[max_bucket_size]", "use [max_bucket_texts]");
        for (Object value : List.of(true, false, "yes")) {
            refused(
                    Map.of("incremental", value, "dest", Map.of("index", "groups-of-bad")),
                    "[incremental] is no more: leave it out, as every run groups all documents");
        }
    }

    @Test
    public void formats() throws IOException {
        String body = "{\"field\":\"near\"}";
        rest.call("POST", PATH + "?format=pdf", body).refused(400,
                "[format] must be one of [json, yaml, cbor, smile, html], got [pdf]");
        rest.call("POST", PATH + "?format=html&format=json", body).refused(400,
                "[format] must be given once, got [html, json]");
        rest.call("POST", PATH + "?format=html&wait_for_completion=false", body).refused(400,
                "[format] [html] needs [wait_for_completion] [true], got [false]");
        rest.call("POST", PATH + "?format=html", "{}").refused(400, "{\"error\"",
                "[field] must be");
    }

    @Test
    public void fieldsOfDocuments() throws IOException {
        refused(
                Map.of("fields", "near"),
                "[fields] must be an array of names of fields, got [near]");
        refusedField(Map.of("field", "near", "fromat", 1), "unknown field [fromat] did you mean");
        refusedField(Map.of("field", 5), "[fields]", "field doesn't support values");
        refusedField(Map.of("field", "near", "format", "yyyy"), "[near] doesn't support formats");
        refusedField("_source", "Cannot fetch values for internal field [_source]");
    }

    private static void refusedField(Object field, String... expected) throws IOException {
        refused(Map.of("fields", List.of("colour", field)), expected);
    }

    @Test
    public void getOnlyReads() throws IOException {
        String body = "{\"field\":\"near\"}";
        assertEquals(
                rest.call("POST", PATH, body).ok().at("groups"),
                rest.call("GET", PATH, body).ok().at("groups"));
        String encoded = URLEncoder.encode(body, StandardCharsets.UTF_8);
        rest.call("GET", PATH + "?source_content_type=application/json&source=" + encoded).ok();
        rest.call("GET", PATH + "?wait_for_completion=false", body).refused(400,
                "[wait_for_completion] [false] needs the method [POST]", "got [GET]");
        rest.call("GET", PATH, "{\"field\":\"near\",\"dest\":{\"index\":\"groups-of-bad\"}}")
                .refused(400, "[dest] needs the method [POST]", "got [GET]");
    }

    /** The first line of an error is all that some clients show. */
    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        Answer answer = GroupsAnswer.send(rest, INDEX, Map.of("size", 5000));
        assertThat(
                (String) answer.at("error", "reason"),
                containsString("[size] must be a whole number between 0 and 1000, got [5000]"));
        assertEquals(
                answer.at("error", "reason"), answer.at("error", "root_cause", 0, "reason"));
    }

    @Test
    public void fields() throws IOException {
        refused(Map.of("field", ""), "[field] must be given", "got []");
        refused(Map.of("field", "nowhere"), "[field]", "[minhash]", "[nowhere] without a mapping");
        refused(Map.of("field", "colour"), "[field]", "[colour] of type [keyword]");
        refused(Map.of("field", "object"), "[field]", "[object] without a mapping");
        refused(
                Map.of("field", "comments.near"), "[field] must not be inside of nested",
                "got [comments.near] inside of [comments]");
        refused(Map.of("field", List.of("near")), "[field] must be a text", "got [START_ARRAY]");
    }

    @Test
    public void choices() throws IOException {
        refused(Map.of("method", "stars"), "[method]", "[star, components]", "got [stars]");
        refused(Map.of("verify", "both"), "[verify]", "[signature, exact]", "got [both]");
        refused(Map.of("verify", List.of()),
                "[verify] must be one of [signature, exact], got [START_ARRAY]");
        refused(
                Collections.singletonMap("method", null), "[method]", "[star, components]",
                "[null]");
        refused(Collections.singletonMap("size", null), "[size] must be a", "got [null]");
    }

    @Test
    public void keepers() throws IOException {
        refusedKeep(Map.of("by", "shortest"), "[keep.by]", "[longest, field]", "got [shortest]");
        refusedKeep(Map.of("by", "field"), "[keep.by] [field] needs [keep.field]");
        refusedKeep(Map.of("field", "colour"), "[keep.field]", "need [keep.by] [field]");
        refusedKeep(byField("colour", "up"), "[keep.order]", "[asc, desc]", "got [up]");
        refusedKeep(Map.of("by", "longest", "if", 1), "[keep] unknown field [if]");
        refusedKeep("longest", "[keep] must be an object", "got [longest]");
        refusedKeepField("nowhere", "no mapping");
        refusedKeepField("object", "no mapping");
        refusedKeepField("title", "[text] without doc values");
        refusedKeepField("no_values", "[long] without doc values");
        refusedKeepField("near", "[minhash]");
        refusedKeepField("place", "[geo_point]");
        refusedKeepField("bytes", "[binary]");
        refusedKeepField("range", "[integer_range]");
        refusedKeepField("_id", "[_id]");
        refusedKeepField("_source", "[_source]");
        refusedKeepField("comments.n", "inside of [comments]");
    }

    private static void refusedKeepField(String field, String found) throws IOException {
        refusedKeep(
                byField(field, "asc"), "[keep.field] must be a field with doc values",
                "got [" + field + "]", found);
    }

    private static void refusedKeep(Object keep, String... expected) throws IOException {
        refused(Map.of("keep", keep), expected);
    }

    private static Map<String, ?> byField(String field, String order) {
        return Map.of("by", "field", "field", field, "order", order);
    }

    @Test
    public void queries() throws IOException {
        refused(Map.of("query", Map.of("nonsense", Map.of())), "unknown query [nonsense]");
        refused(Map.of("query", Map.of()), "query malformed, empty clause");
        refused(
                Map.of("query", Map.of("match_all", Map.of(), "match_none", Map.of())),
                "malformed query");
        Map<String, ?> near = Map.of("field", "colour", "like", "a");
        refused(
                Map.of("query", Map.of("near_duplicate", near)), "[field]",
                "[colour] of type [keyword]");
        refused(Map.of("query", Map.of("range", Map.of("no_values", Map.of("gte", "x")))), "x");
    }

    @Test
    public void destinations() throws IOException {
        rest.call("PUT", "/" + INDEX + "/_alias/groups-bad-alias").ok();
        GroupsAnswer.send(rest, "groups-bad-alias", Map.of("dest", Map.of("index", INDEX))).refused(
                400, "[dest] must be a new name or the alias of an earlier run",
                "got [" + INDEX + "], which is an index");
        for (String indices : List.of(INDEX, "groups-b*", "*", "_all")) {
            GroupsAnswer.send(rest, indices, Map.of("dest", Map.of("index", INDEX))).refused(400,
                    "[dest] must not be an index whose groups are asked for",
                    "got [" + INDEX + "]");
        }
        GroupsAnswer.send(rest, "groups-b*", Map.of("dest", Map.of("index", "groups-brand-new")))
                .refused(400, "[dest]", "got [groups-brand-new]");
        rest.post(PATH + "?wait_for_completion=false",
                Map.of("field", "near", "dest", Map.of("index", INDEX)))
                .refused(400, "[dest]", "got [" + INDEX + "]");
    }

    @Test
    public void indicesThatCannotBeCompared() throws IOException {
        TestIndex.create(rest, "unlike-rows", Map.of("bands", 42, "rows", 3)).put("1", "a").ok();
        TestIndex.create(rest, "unlike-seed", Map.of("seed", 1)).put("1", "a").ok();
        TestIndex.create(rest, "unlike-similarity", Map.of("bands", 12, "rows", 6, "recall", .9))
                .put("1", "a").ok();
        GroupsAnswer.send(rest, INDEX + ",unlike-rows", Map.of("min_similarity", 0.8)).refused(400,
                "[field] must have the same [bands] in all indices, got [12] in [" + INDEX
                        + "] and [42] in [unlike-rows]");
        GroupsAnswer.send(rest, INDEX + ",unlike-seed", Map.of("min_similarity", 0.8)).refused(400,
                "[field] must have the same [seed] in all indices, got [0] in [" + INDEX
                        + "] and [1] in [unlike-seed]");
        GroupsAnswer.send(rest, INDEX + ",unlike-similarity", Map.of()).refused(400,
                "[min_similarity] must be given if [similarity] of the field differs",
                "[0.8] in [" + INDEX + "]", "in [unlike-similarity]");
        TestIndex.createWith(
                rest, "unlike-keep", TestIndex.settings(1),
                Map.of("near", TestIndex.minHash(Map.of()), "colour", Map.of("type", "long")));
        GroupsAnswer.send(rest, INDEX + ",unlike-keep", Map.of("keep", byField("colour", "asc")))
                .refused(400, "[keep.field] must have values of one kind in all indices",
                        "[keyword] in [" + INDEX + "] and [integer] in [unlike-keep]");
        rest.call("PUT", "/unlike-none").ok();
        GroupsAnswer.send(rest, INDEX + ",unlike-none", Map.of()).refused(400, "[field]",
                "[near] without a mapping", "unlike-none");
        Map<String, ?> colour = Map.of("field", "colour", "ignore_unmapped", true);
        GroupsAnswer.send(rest, INDEX + ",unlike-none", colour)
                .refused(400, "[field]", "[colour] of type [keyword]");
    }

    @Test
    public void indicesThatCannotBeRead() throws IOException {
        GroupsAnswer.send(rest, "no-such-index", Map.of()).refused(404,
                "no such index [no-such-index]");

        TestIndex.create(rest, "closed", Map.of()).put("1", "a text").ok();
        rest.call("POST", "/closed/_close").ok();
        assertSameStatusAsSearch("closed", 400);
        assertSameStatusAsSearch("close*", 200);
        assertSameStatusAsSearch("closed?ignore_unavailable=true", 200);
        assertSameStatusAsSearch("no-such-index?ignore_unavailable=true", 200);
        assertSameStatusAsSearch("no-such-*?allow_no_indices=false", 404);
        GroupsAnswer.send(rest, "cluster:index", Map.of()).refused(400,
                "Cross-cluster calls are not supported", "[cluster:index]");

        TestIndex.create(rest, "blocked", Map.of());
        rest.call("PUT", "/blocked/_block/read").ok();
        assertSameStatusAsSearch("blocked", 403);
        // Requests about all indices of the server would be refused.
        rest.call("DELETE", "/blocked").ok();
    }

    private static void assertSameStatusAsSearch(String target, int status) throws IOException {
        String[] parts = target.split("\\?");
        String parameters = parts.length > 1 ? "?" + parts[1] : "";
        Answer search = rest.call("POST", "/" + parts[0] + "/_search" + parameters);
        assertEquals("_search: " + search.text(), status, search.status());
        Answer groups = rest.post(
                "/" + parts[0] + "/_near_duplicate/groups" + parameters, Map.of("field", "near"));
        assertEquals(groups.text(), status, groups.status());
    }

    private static void refused(Map<String, ?> body, String... expected) throws IOException {
        GroupsAnswer.send(rest, INDEX, body).refused(400, expected);
    }
}
