package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Every wrong value is a 400 that names the parameter, what it may be and what it was; for bounds of numbers see {@link GuardsIT}. */
public class BadInputIT {

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        index = TestIndex.create(rest, "bad-input", Map.of("similarity", 0.6));
        index.put("1", "some text that is there to be found again").ok();
    }

    @Test
    public void mappingValuesOutOfBounds() throws IOException {
        refusedMapping(Map.of("shingle_size", "x"), "[shingle_size]", "1 and 64", "got [x]");
        refusedMapping(Map.of("exact", "yes"), "[exact]", "[true] or [false]", "got [yes]");
        refusedMapping(
                Map.of("shingle_unit", "byte"), "[shingle_unit]", "[word, character]",
                "got [byte]");
        refusedMapping(
                Map.of("sketch", "simhash"),
                "[sketch]",
                "[fast_similarity, super_minhash, minhash]",
                "got [simhash]");
        for (Object bits : List.of(3, 0, 16, "8 bits")) {
            refusedMapping(
                    Map.of("signature_bits", bits), "[signature_bits]", "[1, 2, 4, 8]",
                    "got [" + bits + "]");
        }
        refusedMapping(
                Map.of("hash_function", "sha1"),
                "[hash_function]",
                "[xxh3, murmur3, farmhash, komihash]",
                "got [sha1]");
    }

    @Test
    public void passages() throws IOException {
        for (Object wrong : List.of(1, 65, "many", 2.5, -16, true)) {
            refusedMapping(
                    Map.of("passages", wrong), "[passages] must be a whole number between 2 and 64",
                    "got [" + wrong + "]");
        }
        for (String of : List.of("like", "document")) {
            refusedQuery(
                    Map.of("like", "a text", "share_of", of), "[share_of] [" + of + "]",
                    "needs the prints of a field whose mapping has [passages], which that of [near] has not");
        }
        refusedQuery(
                Map.of("like", "a text", "share_of", "both"),
                "[share_of] must be one of [union, like, document], got [both]");
        refusedQuery(Map.of("like", "a text", "share_of", 1), "[share_of]", "got [1]");
        TestIndex.create(rest, "bad-passages", Map.of("passages", 16));
        for (Map<String, ?> change : List.<Map<String, ?>>of(Map.of("passages", 8), Map.of())) {
            assertRefused(
                    rest.call(
                            "PUT", "/bad-passages/_mapping",
                            Json.of(Map.of("properties", near(change)))),
                    "Cannot update parameter [passages] from [16] to ");
        }
    }

    @Test
    public void bandsAndRows() throws IOException {
        refusedMapping(Map.of("bands", 97), "[hash_count] 192", "got [97] × [2] = 194");
        refusedMapping(
                Map.of("bands", 65, "rows", 3), "[hash_count] 192", "got [65] × [3] = 195");
        refusedMapping(
                Map.of("similarity", 0.2),
                "[similarity] [0.2]",
                "[hash_count] of at least 224",
                "got [192]");
        refusedMapping(
                Map.of("similarity", 0.01), "[similarity] [0.01]", "a [hash_count] above 1024");
        refusedMapping(
                Map.of("bands", 4, "rows", 4, "similarity", 0.5, "recall", 0.9),
                "[similarity] [0.5]",
                "below [recall] [0.9]");
    }

    @Test
    public void unknownParameters() throws IOException {
        refusedMapping(Map.of("shingles", 3), "unknown parameter [shingles]");
        refusedQuery(Map.of("like", "a text", "minimum", 0.5), "unknown field [minimum]");
        Answer answer =
                rest.call(
                        "PUT",
                        "/bad-filter",
                        Json.of(
                                Map.of(
                                        "settings",
                                        Map.of(
                                                "analysis.filter.f.type",
                                                "minhash_bands",
                                                "analysis.filter.f.exact",
                                                true))));
        assertRefused(answer, "unknown parameter [exact]", "[minhash_bands]", "shingle_size");
    }

    @Test
    public void changeOfAnImmutableParameter() throws IOException {
        for (Map<String, ?> change : List.<Map<String, ?>>of(
                Map.of("similarity", 0.7),
                Map.of("similarity", 0.6, "shingle_size", 4),
                Map.of("similarity", 0.6, "hash_count", 128),
                Map.of("similarity", 0.6, "signature_bits", 8),
                Map.of("similarity", 0.6, "sketch", "super_minhash"),
                Map.of("similarity", 0.6, "passages", 16),
                Map.of("similarity", 0.6, "exact", true))) {
            Answer answer =
                    rest.call(
                            "PUT",
                            "/bad-input/_mapping",
                            Json.of(Map.of("properties", near(change))));
            String changed = change.keySet().stream()
                    .filter(name -> change.size() == 1 || name.equals("similarity") == false)
                    .findFirst()
                    .orElseThrow();
            assertRefused(answer, "Cannot update parameter [" + changed + "]");
        }
    }

    @Test
    public void queryValues() throws IOException {
        refusedQuery(similarity("high"), "[min_similarity]", "(0,1]", "got [high]");
        refusedQuery(
                Map.of("like", "a", "verify", "both"),
                "[verify]",
                "[signature, exact]",
                "got [both]");
    }

    @Test
    public void exactWithoutSourceAndWithoutShingles() throws IOException {
        rest.call("DELETE", "/bad-source?ignore_unavailable=true").ok();
        rest.call(
                "PUT", "/bad-source",
                Json.of(
                        Map.of(
                                "mappings",
                                Map.of(
                                        "_source", Map.of("enabled", false),
                                        "properties", near(Map.of())))))
                .ok();
        for (String path : List.of("_search", "_near_duplicate/groups")) {
            Map<String, ?> exact = TestIndex.withField(Map.of("verify", "exact"));
            Map<String, Object> query = new HashMap<>(exact);
            query.put("like", "a");
            Answer answer = rest.call(
                    "POST", "/bad-source/" + path,
                    Json.of(
                            path.equals("_search")
                                    ? Map.of("query", Map.of("near_duplicate", query))
                                    : exact));
            assertRefused(
                    answer, "[verify] [exact] needs the texts of [near] from [_source]",
                    "or shingle sets, which a field with [exact] true stores");
        }
    }

    @Test
    public void like() throws IOException {
        refusedQuery(Map.of(), "[like]");
        refusedQuery(Map.of("like", ""), "[like]", "must hold a text", "blank");
        refusedQuery(Map.of("like", List.of()), "[like]", "must hold a text", "got []");
        refusedQuery(Map.of("like", List.of("a", 5)), "[like]", "array of texts");
        refusedQuery(Map.of("like", 5), "[like]", "a text, an array of texts or a stored",
                "got [5]");
        refusedQuery(Map.of("like", Map.of("_index", "bad-input")), "[like]",
                "[_id] must be given");
        refusedQuery(
                Map.of("like", Map.of("_index", "bad-input", "_id", "none")),
                "[like] must be one stored document",
                "[_id] [none]",
                "which is missing; one that was just indexed is seen after a refresh");
    }

    @Test
    public void likeWithoutIndex() throws IOException {
        Map<String, ?> like = Map.of("like", Map.of("_id", "1"));
        index.near(like).ok();
        TestIndex.create(rest, "bad-input-too", Map.of("similarity", 0.6));
        rest.call("PUT", "/bad-input/_alias/bad-both").ok();
        rest.call("PUT", "/bad-input-too/_alias/bad-both").ok();
        String body =
                Json.of(
                        Map.of(
                                "query",
                                Map.of("near_duplicate",
                                        Map.of("field", "near", "like", Map.of("_id", "1")))));
        for (String target : List.of("bad-both", "bad-input*", "bad-input,bad-input-too")) {
            assertRefused(
                    rest.call("POST", "/" + target + "/_search", body),
                    "[like] needs [_index], which can be left out where one index is searched",
                    "got [2] indices");
        }
    }

    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        Answer answer = index.near(similarity(80));
        for (Object top : List.of(
                answer.at("error", "reason"), answer.at("error", "root_cause", 0, "reason"))) {
            assertThat(
                    (String) top,
                    containsString("[min_similarity] must be a number in (0,1], got [80]"));
        }
    }

    /** Elasticsearch itself refuses them, by a status of its own. */
    @Test
    public void contentTypes() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .header("Content-Type", "text/plain")
                .method("POST", HttpRequest.BodyPublishers.ofString("{}"));
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of(
                    "bad-input/_near_duplicate/groups", "bad-input/_near_duplicate/chain",
                    "bad-input/_near_duplicate/compare", "bad-input/_near_duplicate/tune",
                    "_near_duplicate/curve")) {
                HttpResponse<String> answer = client.send(
                        request.uri(URI.create("http://" + SharedServer.address() + "/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertEquals(answer.body(), 406, answer.statusCode());
                assertThat(answer.body(), containsString("Content-Type header [text/plain]"));
            }
        }
    }

    @Test
    public void fieldOfAnotherType() throws IOException {
        refusedQuery(
                Map.of("like", "a", "field", "colour"),
                "[field]",
                "[minhash]",
                "got [colour] of type [keyword]");
        refusedQuery(
                Map.of("like", "a", "field", "nowhere"),
                "[field]",
                "[minhash]",
                "got [nowhere] without a mapping");
    }

    @Test
    public void anObjectIsNoText() throws IOException {
        assertRefused(index.put("object", Map.of("a", "b")));
    }

    private static Map<String, ?> similarity(Object value) {
        return Map.of("like", "a text", "min_similarity", value);
    }

    private static void refusedMapping(Map<String, ?> parameters, String... expected)
            throws IOException {
        Answer answer =
                rest.call(
                        "PUT",
                        "/bad-mapping",
                        Json.of(
                                Map.of("mappings", Map.of("properties", near(parameters)))));
        assertRefused(answer, expected);
    }

    private static Map<String, ?> near(Map<String, ?> parameters) {
        return Map.of(TestIndex.FIELD, TestIndex.minHash(parameters));
    }

    private static void refusedQuery(Map<String, ?> query, String... expected) throws IOException {
        assertRefused(index.near(query), expected);
    }

    private static void assertRefused(Answer answer, String... expected) {
        assertEquals(answer.text(), 400, answer.status());
        for (String text : expected) {
            assertThat(answer.text(), containsString(text));
        }
    }
}
