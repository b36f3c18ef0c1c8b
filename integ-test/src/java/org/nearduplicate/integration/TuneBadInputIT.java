package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Every wrong request to tune is a 400 that names the parameter, what it may be and what it was. */
public class TuneBadInputIT {

    private static final String INDEX = "tune-bad";
    private static final String PATH = "/" + INDEX + "/_near_duplicate/tune";
    private static final String BODY = "{\"field\":\"near\"}";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex.create(rest, INDEX, TestIndex.settings(2), Map.of())
                .putAll(List.of("some text that is there twice", "some text that is there twice"));
    }

    @Test
    public void bodiesAndFormats() throws IOException {
        for (String method : List.of("GET", "POST")) {
            rest.call(method, PATH).refused(400, "[field] must be given");
        }
        rest.call("POST", PATH, BODY + " {}").refused(400, "START_OBJECT");
        refused(Map.of("band", 5), "unknown field [band] did you mean [bands]?");
        refused(
                Map.of("wait_for_completion", false),
                "[wait_for_completion] must be in the URL, as [?wait_for_completion=false]");
        rest.call("GET", PATH + "?wait_for_completion=false", BODY).refused(400,
                "[wait_for_completion] [false] needs the method [POST]");
        rest.call("POST", PATH + "?seed=1", BODY).refused(400, "[seed]");
        assertEquals(405, rest.call("DELETE", PATH).status());
        rest.call("POST", PATH + "?format=html&wait_for_completion=false", BODY).refused(400,
                "[format] [html] needs [wait_for_completion] [true]");
        rest.call("POST", PATH + "?format=html", "{\"field\":\"nowhere\"}")
                .refused(400, "[field] must have a text", "\"status\":400");
    }

    @Test
    public void parameters() throws IOException {
        refused(
                Map.of("field", "nowhere"), "[field] must have a text in [_source], got [nowhere]",
                "none in the [2] documents drawn of [2]");
        refused(
                Map.of("analyzer", List.of("standard", "mine")),
                "[analyzer] must be an analyzer of the index [" + INDEX + "]", "got [mine]");
    }

    @Test
    public void productsBeyondTheBound() throws IOException {
        rest.setting("near_duplicate.tune.max_settings", 2).ok();
        rest.setting("near_duplicate.tune.max_sample_size", 5).ok();
        try {
            refused(
                    Map.of("bands", List.of(1, 2, 3), "hash_count", 64, "sample_size", 5),
                    "at most [2] settings", "got [3]");
            refused(
                    Map.of("bands", List.of(1, 2), "hash_count", 64),
                    "[sample_size] must be at most [5]", "got [2000]");
            send(
                    INDEX, Map.of("bands", List.of(1, 2), "hash_count", 64, "sample_size", 5)).ok();
        } finally {
            rest.setting("near_duplicate.tune.max_settings", null).ok();
            rest.setting("near_duplicate.tune.max_sample_size", null).ok();
        }
    }

    @Test
    public void samplesOfNothing() throws IOException {
        refused(
                Map.of("query", Map.of("ids", Map.of("values", List.of("none")))),
                "the sample must not be empty");
        TestIndex.create(rest, "tune-empty", Map.of());
        send("tune-empty", Map.of()).refused(400, "the sample must not be empty");
        send("tune-none-*", Map.of()).refused(400, "[index] must name at least one open index");
        TestIndex.create(rest, "tune-lone", Map.of()).putAll(List.of("one text"));
        send("tune-lone", Map.of()).refused(400, "at least 2 documents with tokens, got 1");
    }

    @Test
    public void queries() throws IOException {
        refused(Map.of("query", Map.of("nonsense", Map.of())), "unknown query [nonsense]");
        Map<String, ?> near = TestIndex.query(Map.of("field", "colour", "like", "a"));
        Answer other = send(INDEX, Map.of("query", near)).refused(400);
        assertThat(
                (String) other.at("error", "reason"), containsString("[colour] of type [keyword]"));
    }

    @Test
    public void indicesThatCannotBeRead() throws IOException {
        send("no-such-index", Map.of()).refused(404, "no such index [no-such-index]");
        send("cluster:index", Map.of()).refused(400, "[cluster:index]");
        TestIndex.create(rest, "tune-closed", Map.of()).put("1", "a text").ok();
        rest.call("POST", "/tune-closed/_close").ok();
        send("tune-closed", Map.of()).refused(400, "closed");
        TestIndex.create(rest, "tune-blocked", Map.of()).put("1", "a text").ok();
        rest.call("PUT", "/tune-blocked/_block/read").ok();
        send("tune-blocked", Map.of()).refused(403, "blocked");
        // Requests about all indices of the server would be refused.
        rest.call("DELETE", "/tune-blocked").ok();
    }

    private static Answer send(String index, Map<String, ?> body) throws IOException {
        return TestIndex.send(rest, "tune", index, body);
    }

    private static void refused(Map<String, ?> body, String... expected) throws IOException {
        send(INDEX, body).refused(400, expected);
    }
}
