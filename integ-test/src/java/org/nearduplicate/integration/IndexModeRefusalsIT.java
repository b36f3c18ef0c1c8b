package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerVersion;
import org.nearduplicate.server.SharedCluster;

/** What a way to keep documents cannot give is refused with the reason; the rest is as ever. */
public class IndexModeRefusalsIT {

    private static final String INDEX = "mode-refusals";
    private static final String NO_SOURCE = "[_source] is disabled or leaves it out";
    private static final List<String> TEXTS = Texts.withNearDuplicates(18, 5, 3);
    private static final Map<String, Object> NEAR = TestIndex.minHash(Map.of("exact", true));
    private static final Map<String, ?> STORED = Map.of("_index", INDEX, "_id", "0");

    private static RestCalls rest;
    private static Map<String, Float> scores;
    private static Map<String, Object> groups;

    @BeforeClass
    public static void askAPlainIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        create(Map.of(), Map.of("near", NEAR));
        put(text -> Map.of("near", text));
        scores = TestIndex.scores(near("near", TEXTS.get(0)));
        groups = GroupsAnswer.ask(rest, INDEX, Map.of("pairs", true)).findings();
    }

    @Test
    public void sourceThatIsNotKept() throws IOException {
        for (Map<String, ?> source : List.of(
                Map.of("enabled", false), Map.of("excludes", List.of("near")))) {
            create(Map.of(), Map.of("near", NEAR), Map.of("_source", source));
            put(text -> Map.of("near", text));

            assertEquals(scores, TestIndex.scores(near("near", TEXTS.get(0))));
            assertEquals(
                    groups, GroupsAnswer.ask(rest, INDEX, Map.of("pairs", true)).findings());
            Answer fetched = post("_search", Map.of("fields", List.of("near"))).ok();
            assertFalse(fetched.text(), fetched.text().contains("\"near\""));
            near("near", STORED).refused(400, "[like] needs the text of [near]");
            near("near", STORED).refused(400, NO_SOURCE);
            chain("near").refused(400, NO_SOURCE);
            compare("near").refused(400, "[a] needs the text of [near]");
            compare("near").refused(400, NO_SOURCE);
            tune("near").refused(400, "[field] must have a text in [_source], got [near]");
        }
    }

    @Test
    public void nestedDocuments() throws IOException {
        String field = "parts.near";
        create(
                Map.of(),
                Map.of("parts", Map.of("type", "nested", "properties", Map.of("near", NEAR))));
        put(
                text -> Map.of(
                        "parts",
                        List.of(Map.of("near", "no text like others"), Map.of("near", text))));
        Map<String, ?> nested = Map.of(
                "nested",
                Map.of("path", "parts", "score_mode", "max", "query", query(field, TEXTS.get(0))));

        assertEquals(scores, TestIndex.scores(post("_search?size=100", Map.of("query", nested))));
        assertEquals(Map.of(), TestIndex.scores(near(field, TEXTS.get(0))));
        String reason = "it is not one field outside of nested documents";
        near(field, STORED).refused(400, reason);
        chain(field).refused(400, reason);
        compare(field).refused(400, reason);
        GroupsAnswer.send(rest, INDEX, Map.of("field", field)).refused(400,
                "[field] must not be inside of nested documents, got [parts.near] inside of [parts]");
        tune(field).refused(400, "[field] must have a text in [_source], got [parts.near]");
    }

    @Test
    public void sequenceNumbersThatAreNotKept() throws IOException {
        ServerVersion.assumeFrom("9.5");
        Map<String, ?> multiField = Map.of(
                "body", Map.of("type", "keyword", "fields", Map.of("near", NEAR)));
        for (Map<String, ?> settings : List.of(
                Map.of("disable_sequence_numbers", true), Map.of("mode", "columnar"))) {
            create(settings, multiField);
            put(text -> Map.of("body", text));
            assertEquals(scores, TestIndex.scores(near("body.near", TEXTS.get(0))));
            tune("body.near").refused(400, "[index.disable_sequence_numbers] must be [false]");
        }
    }

    @Test
    public void closedIndices() throws IOException {
        create(Map.of(), Map.of("near", NEAR));
        put(text -> Map.of("near", text));
        rest.call("POST", "/" + INDEX + "/_close").ok();
        String reason = "index_closed_exception";
        near("near", TEXTS.get(0)).refused(400, reason);
        near("near", STORED).refused(400, reason);
        GroupsAnswer.send(rest, INDEX, Map.of()).refused(400, reason);
        chain("near").refused(400, reason);
        compare("near").refused(400, reason);
        tune("near").refused(400, reason);
        assertEquals(0, GroupsAnswer.ask(rest, INDEX + "*", Map.of()).count("documents", "total"));
    }

    @Test
    public void aColumnOfItsOwn() throws IOException {
        ServerVersion.assumeFrom("9.5");
        send(Map.of("mode", "columnar"), Map.of("near", NEAR), Map.of()).refused(400,
                "field [near] cannot reconstruct _source from doc values");
    }

    /** Values of keywords stand in columns in the order in which they are written. */
    @Test
    public void keywordsOfColumns() throws IOException {
        ServerVersion.assumeFrom("9.5");
        create(
                Map.of("mode", "columnar"),
                Map.of(
                        "host", Map.of("type", "keyword"), "body",
                        Map.of("type", "keyword", "fields", Map.of("near", NEAR))));
        GroupsAnswer.send(rest, INDEX, Map.of("field", "body.near", "same", "host")).refused(400,
                "[same] must be a field with doc values that have an order, got [host]");
    }

    /** Makes a document of a text. */
    private interface Source {
        Map<String, ?> of(String text);
    }

    private static void create(Map<String, ?> settings, Map<String, ?> properties)
            throws IOException {
        create(settings, properties, Map.of());
    }

    private static void create(
            Map<String, ?> settings, Map<String, ?> properties, Map<String, ?> mapping)
            throws IOException {
        send(settings, properties, mapping).ok();
    }

    private static Answer send(
            Map<String, ?> settings, Map<String, ?> properties, Map<String, ?> mapping)
            throws IOException {
        rest.call("DELETE", "/" + INDEX + "?ignore_unavailable=true").ok();
        Map<String, Object> index = IndexMode.map("number_of_replicas", 0);
        index.putAll(settings);
        Map<String, Object> mappings = IndexMode.map("properties", properties);
        mappings.putAll(mapping);
        return rest.put("/" + INDEX,
                Map.of("settings", Map.of("index", index), "mappings", mappings));
    }

    private static void put(Source source) throws IOException {
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (String text : TEXTS) {
            sources.put(Integer.toString(sources.size()), source.of(text));
        }
        rest.bulk("/" + INDEX + "/_bulk?refresh=true", sources);
    }

    private static Map<String, ?> query(String field, Object like) {
        return Map.of("near_duplicate", Map.of("field", field, "like", like));
    }

    private static Answer near(String field, Object like) throws IOException {
        return post("_search?size=100", Map.of("query", query(field, like)));
    }

    private static Answer chain(String field) throws IOException {
        return post("_near_duplicate/chain",
                Map.of("field", field, "start", Chains.end("0"), "end", Chains.end("1")));
    }

    private static Answer compare(String field) throws IOException {
        return post("_near_duplicate/compare",
                Map.of("field", field, "a", Chains.end("0"), "b", TEXTS.get(0)));
    }

    private static Answer tune(String field) throws IOException {
        return post("_near_duplicate/tune", Map.of("field", field));
    }

    private static Answer post(String path, Map<String, ?> body) throws IOException {
        return rest.post("/" + INDEX + "/" + path, body);
    }
}
