package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** What {@code minhash} fields hold and take, as users ask for it. */
public class StatsIT {

    private static final String INDEX = "stats";
    private static final Map<String, ?> BANDS = Map.of("bands", 20, "rows", 4);

    private static RestCalls rest;

    /** Families of near duplicates. */
    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        Map<String, String> texts = new LinkedHashMap<>();
        for (String text : Texts.withNearDuplicates(5, 12, 4)) {
            texts.put("t" + texts.size(), text);
        }
        TestIndex.create(rest, INDEX, BANDS).putTexts(texts);
    }

    @Test
    public void sizeLimitsTheBuckets() throws IOException {
        for (int size : List.of(1, 2, 5)) {
            Answer answer = stats(INDEX, "?size=" + size);
            assertEquals(size, ((List<?>) field(answer, INDEX, "largest_buckets")).size());
            Answer body = rest.call("GET", path(INDEX), Json.of(Map.of("size", size))).ok();
            assertEquals(answer.at("indices"), body.at("indices"));
        }
        assertEquals(
                stats(INDEX, "?size=5").at("indices"), stats(INDEX, "").at("indices"));
    }

    @Test
    public void allIndicesOrSome() throws IOException {
        TestIndex.create(rest, "stats-other", Map.of());
        rest.call("PUT", "/" + INDEX + "/_alias/stats-alias").ok();
        Set<?> all = ((Map<?, ?>) rest.call("GET", "/_near_duplicate/stats").ok().at("indices"))
                .keySet();
        assertTrue(all.containsAll(Set.of(INDEX, "stats-other")));
        assertEquals(
                Set.of(INDEX, "stats-other"),
                ((Map<?, ?>) stats("stats-alias,stats-o*", "").at("indices")).keySet());
        assertEquals(Map.of(), stats("nothing*", "").at("indices"));
        assertEquals(
                Set.of(TestIndex.FIELD),
                ((Map<?, ?>) stats(INDEX, "?fields=ne*,colour*").at("indices", INDEX, "fields"))
                        .keySet());
    }

    @Test
    public void sizesForPeople() throws IOException {
        assertFalse(stats(INDEX, "").text().contains("\"size\""));
        Answer human = stats(INDEX, "?human=true");
        assertThat((String) field(human, INDEX, "signatures", "size"), containsString("kb"));
        assertThat(
                (String) field(human, INDEX, "band_terms", "estimated_size"), containsString("kb"));
    }

    @Test
    public void aDocumentIsNamedWithItsRouting() throws IOException {
        TestIndex.create(rest, "stats-routed", BANDS);
        for (String id : List.of("a", "b")) {
            rest.put("/stats-routed/_doc/" + id + "?refresh=true&routing=there",
                    Map.of(TestIndex.FIELD, "the same text")).ok();
        }
        Answer answer = stats("stats-routed", "");
        assertEquals(
                "there", field(answer, "stats-routed", "largest_buckets", 0, "_routing"));
    }

    @Test
    public void refusals() throws IOException {
        for (String size : List.of("0", "101", "x")) {
            get(INDEX, "?size=" + size).refused(400,
                    "[size] must be a whole number between 1 and 100, got [" + size + "]");
        }
        get(INDEX, "?sise=3").refused(400, "unrecognized parameter: [sise]");
        rest.call("GET", path(INDEX), "{\"sise\": 3}").refused(400,
                "unknown field [sise] did you mean [size]?");
        get(INDEX, "?size=3&size=4").refused(400, "[size] must be given once, got [3, 4]");
        for (String name : List.of("colour", "nowhere")) {
            get(INDEX, "?fields=near," + name).refused(400,
                    "[fields] must be fields of type [minhash]");
        }
        get(INDEX, "?fields=").refused(400, "[fields] must be names of fields or patterns");
        get("nowhere", "").refused(404, "no such index [nowhere]");
        TestIndex.create(rest, "stats-closed", Map.of());
        rest.call("POST", "/stats-closed/_close").ok();
        get("stats-closed", "").refused(400, "closed");
        assertEquals(405, rest.call("POST", path(INDEX), "{}").status());
        assertEquals(405, rest.call("PUT", "/_near_duplicate/stats", "{}").status());
    }

    private static Object field(Answer answer, String index, Object... path)
            throws IOException {
        List<Object> all = new ArrayList<>(
                List.of("indices", index, "fields", TestIndex.FIELD));
        all.addAll(List.of(path));
        return answer.at(all.toArray());
    }

    private static Answer stats(String index, String parameters) throws IOException {
        return get(index, parameters).ok();
    }

    private static Answer get(String index, String parameters) throws IOException {
        return rest.call("GET", path(index) + parameters);
    }

    private static String path(String index) {
        return "/" + index + "/_near_duplicate/stats";
    }
}
