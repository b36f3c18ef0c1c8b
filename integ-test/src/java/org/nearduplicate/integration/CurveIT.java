package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
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
import org.nearduplicate.server.SharedServer;

/** The curve as users ask for it, and that the mapping it gives can be pasted. */
public class CurveIT {

    private static final String PATH = "/_near_duplicate/curve";
    private static final String ARTICLE =
            "?similarity=0.5&recall=0.99&noise_similarity=0.05&noise=0.01&hash_count=128";
    private static final double CLOSE = 1e-9;

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedServer.rest();
    }

    @Test
    public void everyLineOfTheAnswer() throws IOException {
        Answer answer = rest.call("GET", PATH + ARTICLE).ok();

        assertEquals(34, answer.at("bands"));
        assertEquals(3, answer.at("rows"));
        assertEquals(3, answer.at("rows_taken"));
        assertEquals(128, answer.at("hash_count"));
        assertEquals(102, answer.at("hashes_used"));
        assertEquals(0.5, answer.at("goals", "find", "similarity"));
        assertEquals(0.99, answer.at("goals", "find", "recall"));
        assertNumber(found(34, 3, 0.5), answer.at("goals", "find", "probability"));
        assertEquals(true, answer.at("goals", "find", "met"));
        assertEquals(0.05, answer.at("goals", "leave_out", "noise_similarity"));
        assertEquals(0.01, answer.at("goals", "leave_out", "noise"));
        assertNumber(found(34, 3, 0.05), answer.at("goals", "leave_out", "probability"));
        assertEquals(true, answer.at("goals", "leave_out", "met"));
        assertNumber(Math.cbrt(2 / 101.0), answer.at("steepest", "similarity"));
        assertNumber(Math.cbrt(1 / 34.0), answer.at("steepest", "approximation"));
        assertNumber(
                found(34, 3, Math.cbrt(2 / 101.0)), answer.at("steepest", "probability"));
        assertEquals(0.5, answer.at("similarity_at", 1, "probability"));
        assertNumber(
                0.5, found(34, 3, (double) answer.at("similarity_at", 1, "similarity")));
        assertThat((List<?>) answer.at("curve"), hasSize(21));
        assertEquals(0.15, answer.at("curve", 3, "similarity"));
        assertNumber(found(34, 3, 0.15), answer.at("curve", 3, "probability"));
        assertThat((List<?>) answer.at("by_rows"), hasSize(2));
        for (int rows = 2; rows <= 3; rows++) {
            assertEquals(rows, answer.at("by_rows", 3 - rows, "rows"));
            assertNumber(
                    0.99,
                    found(34, rows, (double) answer.at("by_rows", 3 - rows, "min_similarity")));
            assertThat((List<?>) answer.at("by_rows", 3 - rows, "curve"), hasSize(21));
            assertNumber(
                    found(34, rows, 0.15),
                    answer.at("by_rows", 3 - rows, "curve", 3, "probability"));
        }
        assertThat((List<?>) answer.at("alternatives"), hasSize(1));
        assertEquals(16, answer.at("alternatives", 0, "bands"));
        assertEquals(32, answer.at("alternatives", 0, "hashes_used"));
        assertNumber(found(16, 2, 0.05), answer.at("alternatives", 0, "leave_out_probability"));
        assertEquals(false, answer.at("alternatives", 0, "met"));
        assertThat(answer.warnings(), hasSize(0));
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
        assertEquals(Map.of(), rest.call("POST", PATH, Json.of(body)).at("goals"));
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
        refused("?bands=513", "[bands] must be a whole number between 1 and 512, got [513]");
        refused("?rows=1", "[rows] must be a whole number between 2 and 6, got [1]");
        refused("?rows=100", "[rows] must be a whole number between 2 and 6, got [100]");
        refused("?bands=97&hash_count=192", "[bands] × [rows]", "192, got [97] × [2] = 194");
        refused("?bands=43&rows=3&hash_count=128", "[bands] × [rows]", "[43] × [3] = 129");
        refused("?bands=512&rows=3", "[hash_count] 1024, got [512] × [3] = 1536");
        refused("?hash_count=15", "[hash_count] must be a whole number between 16 and 1024");
        refused("?similarity=1.1", "[similarity] must be a number in (0,1], got [1.1]");
        refused("?recall=1", "[recall] must be a number in (0,1), got [1]");
        refused("?noise=0.01", "[noise] must be given with [noise_similarity]");
        refused(
                "?noise_similarity=0.8",
                "[noise_similarity] must be below [similarity] [0.8], got [0.8]");
        refused("?noise_similarity=0.1&noise=1", "[noise] must be a number in (0,1), got [1]");
        refused("?format=pdf",
                "[format] must be one of [json, yaml, cbor, smile, html], got [pdf]");
        refused("?format=svg",
                "[format] must be one of [json, yaml, cbor, smile, html], got [svg]");
        refused("?format=html&format=json", "[format] must be given once, got [html, json]");
        refused("?source=none", "source and source_content_type parameters are required");
        refused("?recall=0.9&recall=0.8", "[recall] must be given once, got [0.9, 0.8]");
    }

    @Test
    public void badBodies() throws IOException {
        refusedBody("{\"band\": 42}", "unknown field [band] did you mean [bands]?");
        refusedBody("{\"format\": \"html\"}", "unknown field [format]");
        refusedBody("{\"bands\": [42], \"rows\": 3}", "[bands] must be a whole number",
                "got [START_ARRAY]");
        refusedBody("{\"recall\": \"high\"}", "[recall] must be a number in (0,1), got [high]");
        refusedBody("{\"recall\": 0.9", "end-of-input");
        refusedBody("[]", "the body must be one object, got [START_ARRAY]");
        refusedBody("null", "the body must be one object, got [VALUE_NULL]");
        refusedBody("{} {}", "the body must be one object");
        assertRefused(
                rest.call("POST", PATH + "?recall=0.9", "{\"recall\": 0.8}"),
                "[recall] must be the same in query string and body, got [0.9] and [0.8]");
    }

    @Test
    public void impossibleGoalsAndTheNearest() throws IOException {
        refused(
                "?similarity=0.2",
                "[similarity] [0.2] with [recall] [0.99] needs a [hash_count] of at least 224,"
                        + " got [192]; that allows [recall] [0.9808] with 96×2 bands × rows");
        String goals = "?similarity=0.5&noise_similarity=0.2&noise=0.06";
        refused(
                goals,
                "[similarity] [0.5] with [recall] [0.99] and [noise_similarity] [0.2] with [noise]"
                        + " [0.06] cannot both be met with [hash_count] [192]",
                "[noise] [0.2539] with 34×3 bands × rows",
                "[recall] [0.8859] with 32×4 bands × rows", "[hash_count] [670]");
        refused(goals + "&hash_count=669", "[hash_count] [670]");
        for (String eased : List.of("&recall=0.8859", "&hash_count=670")) {
            Answer answer = rest.call("GET", PATH + goals + eased).ok();
            assertEquals(true, answer.at("goals", "find", "met"));
            assertEquals(true, answer.at("goals", "leave_out", "met"));
        }
        Answer given = rest.call("GET", PATH + goals + "&bands=42&rows=3").ok();
        assertEquals(true, given.at("goals", "find", "met"));
        assertEquals(false, given.at("goals", "leave_out", "met"));
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
        TestIndex.createWith(
                rest, "curve-mapping", Map.of("number_of_replicas", 0), Map.of("near", mapping));
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
        URI uri = URI.create("http://" + SharedServer.address() + PATH + queryString);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }

    private static void refused(String queryString, String... reasons) throws IOException {
        assertRefused(rest.call("GET", PATH + queryString), reasons);
    }

    private static void refusedBody(String body, String... reasons) throws IOException {
        assertRefused(rest.call("POST", PATH, body), reasons);
    }

    private static void assertRefused(Answer answer, String... reasons) {
        assertEquals(answer.text(), 400, answer.status());
        for (String reason : reasons) {
            assertThat(answer.text(), containsString(reason));
        }
    }

    /** Unequal rows are equal by accident in the bits that a key has of each. */
    private static double found(int bands, int rows, double similarity) {
        double band = 1;
        for (int bits : List.of(12, 9, 6, 5, 5, 5).subList(0, rows)) {
            band *= similarity + (1 - similarity) / (1 << bits);
        }
        return 1 - Math.pow(1 - band, bands);
    }

    private static void assertNumber(double expected, Object number) {
        assertEquals(expected, (double) number, CLOSE);
    }
}
