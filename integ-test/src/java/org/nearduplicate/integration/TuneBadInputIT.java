package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Every wrong request to tune is a 400 that names the parameter, what it may be and what it was. */
public class TuneBadInputIT {

    private static final String INDEX = "tune-bad";
    private static final String PATH = "/" + INDEX + "/_near_duplicate/tune";
    private static final String BODY = "{\"field\":\"near\"}";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        TestIndex.create(
                rest, INDEX, Map.of("number_of_shards", 2, "number_of_replicas", 0), Map.of())
                .putAll(List.of("some text that is there twice", "some text that is there twice"));
    }

    @Test
    public void bodies() throws IOException {
        for (String method : List.of("GET", "POST")) {
            refused(rest.call(method, PATH), "[field] must be given");
            refused(rest.call(method, PATH, "null"), "must be one object, got [VALUE_NULL]");
            refused(rest.call(method, PATH, "[]"), "must be one object, got [START_ARRAY]");
        }
        refused(rest.call("POST", PATH, "{ \"field\": \"near\""), "end-of-input");
        refused(rest.call("POST", PATH, BODY + " {}"), "START_OBJECT");
        refused(rest.call("POST", PATH, "{}"), "[field] must be given");
        refused(Map.of("band", 5), "unknown field [band] did you mean [bands]?");
        refused(
                Map.of("wait_for_completion", false),
                "[wait_for_completion] must be in the URL, as [?wait_for_completion=false]");
        refused(
                rest.call("GET", PATH + "?wait_for_completion=false", BODY),
                "[wait_for_completion] [false] needs the method [POST]");
        refused(rest.call("POST", PATH + "?seed=1", BODY), "[seed]");
        refused(rest.call("POST", PATH + "?wait_for_completion=maybe", BODY), "[maybe]");
        assertEquals(405, rest.call("DELETE", PATH).status());
    }

    @Test
    public void formats() throws IOException {
        for (String format : List.of("pdf", "svg")) {
            refused(
                    rest.call("POST", PATH + "?format=" + format, BODY),
                    "[format] must be one of [json, yaml, cbor, smile, html], got [" + format
                            + "]");
        }
        refused(
                rest.call("POST", PATH + "?format=html&wait_for_completion=false", BODY),
                "[format] [html] needs [wait_for_completion] [true]");
        Answer html = rest.call("POST", PATH + "?format=html", "{\"field\":\"nowhere\"}");
        refused(html, "[field] must have a text", "\"status\":400");
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
        refused(
                rest.call(
                        "PUT", "/_cluster/settings",
                        "{\"persistent\":{\"near_duplicate.tune.max_settings\":0}}"),
                "near_duplicate.tune.max_settings");
    }

    @Test
    public void samplesOfNothing() throws IOException {
        refused(
                Map.of("query", Map.of("ids", Map.of("values", List.of("none")))),
                "the sample must not be empty");
        TestIndex.create(rest, "tune-empty", Map.of());
        refused(send("tune-empty", Map.of()), "the sample must not be empty");
        refused(send("tune-none-*", Map.of()), "[index] must name at least one open index");
        TestIndex.create(rest, "tune-lone", Map.of()).putAll(List.of("one text"));
        refused(send("tune-lone", Map.of()), "at least 2 documents with tokens, got 1");
    }

    @Test
    public void queries() throws IOException {
        refused(Map.of("query", Map.of("nonsense", Map.of())), "unknown query [nonsense]");
        refused(Map.of("query", Map.of()), "query malformed, empty clause");
        Answer other = send(
                INDEX,
                Map.of(
                        "query",
                        Map.of("near_duplicate", Map.of("field", "colour", "like", "a"))));
        refused(other, "[colour] of type [keyword]");
        assertThat((String) other.at("error", "reason"), containsString("[colour] of type"));
    }

    @Test
    public void indicesThatCannotBeRead() throws IOException {
        status(404, "no-such-index", "no such index [no-such-index]");
        refused(send("cluster:index", Map.of()), "[cluster:index]");
        TestIndex.create(rest, "tune-closed", Map.of()).put("1", "a text").ok();
        rest.call("POST", "/tune-closed/_close").ok();
        refused(send("tune-closed", Map.of()), "closed");
        TestIndex.create(rest, "tune-blocked", Map.of()).put("1", "a text").ok();
        rest.call("PUT", "/tune-blocked/_block/read").ok();
        status(403, "tune-blocked", "blocked");
        // Whoever asks about all indices of the server would be refused.
        rest.call("DELETE", "/tune-blocked").ok();
    }

    private static void status(int status, String index, String message) throws IOException {
        Answer answer = send(index, Map.of());
        assertEquals(answer.text(), status, answer.status());
        assertThat(answer.text(), containsString(message));
    }

    private static Answer send(String index, Map<String, ?> body) throws IOException {
        Map<String, Object> all = TestIndex.withField(body);
        return rest.call("POST", "/" + index + "/_near_duplicate/tune", Json.of(all));
    }

    private static void refused(Map<String, ?> body, String... expected) throws IOException {
        refused(send(INDEX, body), expected);
    }

    private static void refused(Answer answer, String... expected) {
        assertEquals(answer.text(), 400, answer.status());
        for (String text : expected) {
            assertThat(answer.text(), containsString(text));
        }
        assertThat(answer.text(), not(containsString("null_pointer")));
    }
}
