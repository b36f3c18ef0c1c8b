package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The curve as users ask for it, and that the mapping it gives can be pasted. */
public class CurveIT {

    private static final String PATH = "/_near_duplicate/curve";
    private static final String ARTICLE =
            "?similarity=0.5&recall=0.99&noise_similarity=0.05&noise=0.01&hash_count=128";

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
    }

    @Test
    public void everyWayOfAsking() throws IOException {
        Map<String, ?> body = Map.of("bands", 42, "rows", 3);
        String expected = rest.call("GET", PATH + "?bands=42&rows=3").ok().text();

        assertEquals(42, rest.call("GET", PATH + "?bands=42&rows=3").at("bands"));
        for (String method : List.of("GET", "POST")) {
            assertEquals(expected, rest.call(method, PATH, Json.of(body)).ok().text());
            assertEquals(
                    expected, rest.call(method, PATH + "?rows=3", "{\"bands\": 42}").ok().text());
        }
        assertEquals(expected, rest.call("POST", PATH + "?bands=42&rows=3").ok().text());
        assertEquals(6, rest.call("POST", PATH).ok().at("rows"));
        assertEquals(5, rest.call("POST", PATH).ok().at("rows_taken"));
        assertEquals(4, rest.call("GET", PATH + "?bands=42").ok().at("rows"));
        assertEquals(7, rest.call("GET", PATH, Json.of(Map.of("rows", 3))).ok().at("bands"));
        assertEquals(Map.of(), rest.post(PATH, body).at("goals"));
        assertEquals(405, rest.call("DELETE", PATH).status());
    }

    @Test
    public void theMappingIsAcceptedAsItIs() throws IOException {
        assertAccepted("");
        assertAccepted(ARTICLE);
        assertAccepted("?similarity=0.3&hash_count=512");
        assertAccepted("?bands=42&rows=3");
        assertAccepted("?bands=42");
        assertAccepted("?rows=3&similarity=0.9&recall=0.95");
        assertAccepted("?bands=12&similarity=0.5&recall=0.999");
        assertAccepted("?bands=5&rows=6&similarity=0.9");
        assertAccepted("?bands=9&rows=5&recall=0.3&noise_similarity=0.7");
        assertAccepted("?bands=512&rows=2");
        assertAccepted("?bands=1&rows=2");
        assertAccepted("?bands=1&rows=6&similarity=1e-9");
    }

    @Test
    public void badInput() throws IOException {
        refused("?band=42", "unrecognized parameter: [band]", "[bands]");
        refused("?bands=0&rows=3", "[bands] must be a whole number between 1 and 512, got [0]");
        refused("?bands=43&rows=3&hash_count=128", "[bands] × [rows]", "[43] × [3] = 129");
        refused("?similarity=0.2", "[similarity] [0.2]", "needs a [hash_count] of at least 224");
        refused("?noise=0.01", "[noise] must be given with [noise_similarity]");
        refused("?format=pdf",
                "[format] must be one of [json, yaml, cbor, smile, html], got [pdf]");
        refused("?format=html&format=json", "[format] must be given once, got [html, json]");
        refused("?source=none", "source and source_content_type parameters are required");
        refusedBody("{\"band\": 42}", "unknown field [band] did you mean [bands]?");
        refusedBody("{\"format\": \"html\"}", "unknown field [format]");
        refusedBody("{\"recall\": 0.9", "end-of-input");
        for (String body : List.of("[]", "null", "{} {}")) {
            refusedBody(body, "the body must be one object");
        }
    }

    @Test
    public void formats() throws IOException, InterruptedException {
        HttpResponse<String> page = get(ARTICLE + "&format=html");
        assertEquals(200, page.statusCode());
        assertEquals(
                List.of("text/html; charset=utf-8"), page.headers().allValues("content-type"));
        assertThat(page.body(), startsWith("<!DOCTYPE html>"));
        assertThat(page.body(), containsString(get(ARTICLE).body()));

        HttpResponse<String> yaml = get("?format=yaml");
        assertEquals(List.of("application/yaml"), yaml.headers().allValues("content-type"));
        assertThat(yaml.body(), startsWith("---\nbands: 12\nrows: 6\nrows_taken: 5\n"));

        HttpResponse<String> refusal = get("?format=html&recall=2");
        assertEquals(400, refusal.statusCode());
        assertEquals(List.of("application/json"), refusal.headers().allValues("content-type"));
        assertThat(refusal.body(), containsString("[recall] must be a number in (0,1), got [2]"));
    }

    /** The field that the mapping makes has the bands and rows of the answer, and its goal. */
    private static void assertAccepted(String queryString) throws IOException {
        Answer answer = rest.call("GET", PATH + queryString).ok();
        Object mapping = answer.at("mapping");
        TestIndex.createWith(rest, "curve-mapping", TestIndex.settings(1), Map.of("near", mapping));
        Answer field =
                rest.call("GET", "/curve-mapping/_mapping/field/near?include_defaults=true").ok();

        for (String name : List.of("bands", "rows", "hash_count")) {
            assertEquals(queryString + " " + name, answer.at(name), inField(field, name));
        }
        for (String name : List.of("similarity", "recall")) {
            assertEquals(
                    queryString + " " + name, answer.at("mapping", name), inField(field, name));
        }
    }

    private static Object inField(Answer field, String name) throws IOException {
        return field.at("curve-mapping", "mappings", "near", "mapping", "near", name);
    }

    private static HttpResponse<String> get(String queryString)
            throws IOException, InterruptedException {
        String address = SharedCluster.ONE_NODE.node().address();
        URI uri = URI.create("http://" + address + PATH + queryString);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }

    private static void refused(String queryString, String... reasons) throws IOException {
        rest.call("GET", PATH + queryString).refused(400, reasons);
    }

    private static void refusedBody(String body, String... reasons) throws IOException {
        rest.call("POST", PATH, body).refused(400, reasons);
    }
}
