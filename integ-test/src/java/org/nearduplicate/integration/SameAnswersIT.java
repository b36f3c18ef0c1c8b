package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/**
 * What an operator does to an index or a cluster changes no answer: restart, snapshot and restore, merge,
 * close, clone, shrink, split, and asking another copy.
 */
public class SameAnswersIT {

    private static final String INDEX = "same";
    private static final String OTHER = "same-other";
    private static final String REPOSITORY = "same-repository";

    private static Faults faults;
    private static RestCalls rest;
    private static Map<CheckedRequest, Object> expected;

    /** Every node has a copy of each of two shards, with deleted documents and several segments. */
    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        rest = faults.rest();
        TestIndex index = SampleIndex.create(
                rest, INDEX, Map.of("number_of_shards", 2, "number_of_replicas", 2));
        faults.awaitGreen();
        SampleIndex.putAgainAndMore(rest, index);
        expected = RequestLoop.expect(rest, SampleIndex.requests(INDEX));
        SampleIndex.assertMeaningful(expected);
    }

    @After
    public void deleteOther() throws IOException {
        rest.call("DELETE", "/" + OTHER + "?ignore_unavailable=true").ok();
    }

    @AfterClass
    public static void deleteIndex() throws IOException {
        rest.call("DELETE", "/" + INDEX).ok();
    }

    @Test
    public void everyCopy() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) rest.call("GET", "/_nodes").ok().at("nodes");
        assertThat(nodes.keySet(), hasSize(Faults.NODES));
        for (Map.Entry<CheckedRequest, Object> each : expected.entrySet()) {
            CheckedRequest request = each.getKey();
            if (request.isSearch()) {
                for (Object node : nodes.keySet()) {
                    CheckedRequest asked = request.with("&preference=_only_nodes:" + node);
                    assertEquals(asked.toString(), each.getValue(), asked.expect(rest));
                }
            }
        }
        // A run prefers the copies of the node that is asked.
        for (int node = 0; node < Faults.NODES; node++) {
            try (RestCalls one = faults.to(node)) {
                assertEquals("node " + node, expected, ask(one, INDEX));
            }
        }
    }

    @Test
    public void merged() throws IOException {
        rest.call("POST", "/" + INDEX + "/_forcemerge?max_num_segments=1").ok();
        rest.call("POST", "/" + INDEX + "/_refresh").ok();
        assertEquals(expected, ask(rest, INDEX));
    }

    @Test
    public void closedAndOpened() throws Exception {
        rest.call("POST", "/" + INDEX + "/_close").ok();
        rest.call("POST", "/" + INDEX + "/_open").ok();
        faults.awaitGreen();
        assertEquals(expected, ask(rest, INDEX));
    }

    @Test
    public void clonedShrunkAndSplit() throws Exception {
        Map<String, Integer> shards = Map.of("_clone", 2, "_shrink", 1, "_split", 4);
        setReadOnly(true);
        try {
            for (Map.Entry<String, Integer> each : shards.entrySet()) {
                Map<String, Object> settings = new HashMap<>();
                settings.put("index.number_of_shards", each.getValue());
                settings.put("index.number_of_replicas", 0);
                settings.put("index.blocks.write", null);
                rest.put("/" + INDEX + "/" + each.getKey() + "/" + OTHER,
                        Map.of("settings", settings)).ok();
                faults.awaitGreen();
                assertSameInOther(each.getKey());
                deleteOther();
            }
        } finally {
            setReadOnly(false);
        }
    }

    @Test
    public void snapshotAndRestore() throws Exception {
        String repository = "/_snapshot/" + REPOSITORY;
        Map<String, ?> place = Map.of("location", REPOSITORY);
        rest.put(repository, Map.of("type", "fs", "settings", place)).ok();
        String snapshot = repository + "/whole";
        Map<String, ?> indices = Map.of("indices", INDEX, "include_global_state", false);
        Answer taken = rest.put(snapshot + "?wait_for_completion=true", indices).ok();
        assertEquals(taken.text(), "SUCCESS", taken.at("snapshot", "state"));

        Map<String, Object> renamed = new HashMap<>(indices);
        renamed.put("rename_pattern", INDEX);
        renamed.put("rename_replacement", OTHER);
        restore(snapshot, renamed);
        assertSameInOther("restored under another name");

        rest.call("DELETE", "/" + INDEX).ok();
        restore(snapshot, indices);
        assertEquals(expected, ask(rest, INDEX));
        rest.call("DELETE", snapshot).ok();
        rest.call("DELETE", repository).ok();
    }

    @Test
    public void restart() throws Exception {
        String bandsBefore = mapping();
        faults.restart();
        faults.awaitGreen();
        assertEquals(bandsBefore, mapping());
        assertEquals(expected, ask(rest, INDEX));
    }

    private static void restore(String snapshot, Map<String, ?> indices) throws Exception {
        Answer restored = rest.post(snapshot + "/_restore?wait_for_completion=true", indices).ok();
        assertEquals(restored.text(), 0, restored.at("snapshot", "shards", "failed"));
        faults.awaitGreen();
    }

    private static void setReadOnly(boolean readOnly) throws IOException {
        Map<String, ?> setting = Map.of("index.blocks.write", readOnly);
        rest.put("/" + INDEX + "/_settings", setting).ok();
    }

    private static Map<CheckedRequest, Object> ask(RestCalls rest, String index)
            throws IOException {
        return RequestLoop.expect(rest, SampleIndex.requests(index));
    }

    /** Requests are compared by their order, as each names its index. */
    private static void assertSameInOther(String what) throws IOException {
        List<CheckedRequest> here = SampleIndex.requestsOfAllDocuments(INDEX);
        List<CheckedRequest> inOther = SampleIndex.requestsOfAllDocuments(OTHER);
        for (int i = 0; i < here.size(); i++) {
            assertEquals(what, expected.get(here.get(i)), inOther.get(i).expect(rest));
        }
    }

    /** The field with all that was chosen for it, and the curve of its bands and rows. */
    private static String mapping() throws IOException {
        String path = "/" + INDEX + "/_mapping/field/" + TestIndex.FIELD;
        Answer mapping = rest.call("GET", path + "?include_defaults=true").ok();
        Map<?, ?> field = (Map<?, ?>) mapping.at(
                INDEX, "mappings", TestIndex.FIELD, "mapping", TestIndex.FIELD);
        Map<String, Object> curve = new LinkedHashMap<>();
        curve.put("bands", field.get("bands"));
        curve.put("rows", field.get("rows"));
        return mapping.text() + rest.post("/_near_duplicate/curve", curve).ok().text();
    }
}
