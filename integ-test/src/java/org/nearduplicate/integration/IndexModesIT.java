package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Index modes with doc-values formats and a {@code _source} of their own give the same answers. */
public class IndexModesIT {

    private static final int DOCUMENTS = 30;
    private static final Set<String> EVERY_THIRD = hosts(3);

    @Test
    public void logs() throws IOException, InterruptedException {
        assertSameAnswers("logs", Map.of("mode", "logsdb"));
    }

    @Test
    public void timeSeries() throws IOException, InterruptedException {
        assertSameAnswers(
                "time-series",
                Map.of(
                        "mode", "time_series",
                        "routing_path", "host",
                        "time_series.start_time", "2026-01-01T00:00:00Z",
                        "time_series.end_time", "2026-01-02T00:00:00Z"));
    }

    @Test
    public void syntheticSource() throws IOException, InterruptedException {
        assertSameAnswers("synthetic", Map.of("mapping.source.mode", "synthetic"));
    }

    @Test
    public void sorted() throws IOException, InterruptedException {
        assertSameAnswers("sorted", Map.of("sort.field", "host", "sort.order", "desc"));
    }

    private static void assertSameAnswers(String mode, Map<String, ?> settings)
            throws IOException, InterruptedException {
        RestCalls rest = SharedServer.rest();
        String index = "mode-" + mode;
        create(rest, index, settings);
        String[] ids = new String[DOCUMENTS];
        for (int i = 0; i < DOCUMENTS; i++) {
            Map<String, ?> document = Map.of(
                    "@timestamp", "2026-01-01T01:00:00Z",
                    "host", Integer.toString(i),
                    "message", message(i));
            ids[i] = (String) rest
                    .call("POST", "/" + index + "/_doc?refresh=true", Json.of(document))
                    .ok()
                    .at("_id");
        }
        Set<String> others = new TreeSet<>(EVERY_THIRD);
        others.remove("0");
        for (String verify : List.of("signature", "exact")) {
            assertEquals(verify, EVERY_THIRD, ask(rest, index, verify, message(0)));
            Map<String, ?> stored = Map.of("_index", index, "_id", ids[0]);
            assertEquals(verify + ", stored", others, ask(rest, index, verify, stored));
        }
    }

    private static void create(RestCalls rest, String index, Map<String, ?> settings)
            throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.put("number_of_shards", 2);
        all.put("number_of_replicas", 0);
        Map<String, ?> properties = Map.of(
                "@timestamp", Map.of("type", "date"),
                "host", Map.of("type", "keyword", "time_series_dimension", index.contains("time")),
                "message", Map.of("type", "minhash", "exact", true));
        rest.call("DELETE", "/" + index + "?ignore_unavailable=true").ok();
        rest.call(
                "PUT",
                "/" + index,
                Json.of(
                        Map.of(
                                "settings", Map.of("index", all),
                                "mappings", Map.of("properties", properties))))
                .ok();
    }

    /** Returns the hosts of the documents found. */
    private static Set<String> ask(RestCalls rest, String index, String verify, Object like)
            throws IOException {
        Map<String, ?> near = Map.of("field", "message", "like", like, "verify", verify);
        Answer answer = rest.call(
                "POST",
                "/" + index + "/_search?size=100",
                Json.of(
                        Map.of(
                                "query", Map.of("near_duplicate", near),
                                "fields", List.of("host"))))
                .ok();
        Set<String> hosts = new TreeSet<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            Map<?, ?> fields = (Map<?, ?>) ((Map<?, ?>) hit).get("fields");
            hosts.add((String) ((List<?>) fields.get("host")).get(0));
        }
        return hosts;
    }

    private static String message(int document) {
        return "attempt " + document % 3 + " to reach the store failed, the caller gave up "
                + document % 3;
    }

    private static Set<String> hosts(int step) {
        Set<String> hosts = new TreeSet<>();
        IntStream.range(0, DOCUMENTS / step).forEach(i -> hosts.add(Integer.toString(i * step)));
        return hosts;
    }
}
