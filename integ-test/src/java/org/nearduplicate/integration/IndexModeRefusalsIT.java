package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerVersion;
import org.nearduplicate.server.SharedServer;

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
        rest = SharedServer.rest();
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
            assertRefused("[like] needs the text of [near]", near("near", STORED));
            assertRefused(NO_SOURCE, near("near", STORED));
            assertRefused(NO_SOURCE, chain("near"));
            assertRefused("[a] needs the text of [near]", compare("near"));
            assertRefused(NO_SOURCE, compare("near"));
            assertRefused("[field] must have a text in [_source], got [near]", tune("near"));
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
        assertRefused(reason, near(field, STORED));
        assertRefused(reason, chain(field));
        assertRefused(reason, compare(field));
        assertRefused(
                "[field] must not be inside of nested documents, got [parts.near] inside of [parts]",
                GroupsAnswer.send(rest, INDEX, Map.of("field", field)));
        assertRefused("[field] must have a text in [_source], got [parts.near]", tune(field));
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
            assertRefused(
                    "[index.disable_sequence_numbers] must be [false]", tune("body.near"));
        }
    }

    @Test
    public void closedIndices() throws IOException {
        create(Map.of(), Map.of("near", NEAR));
        put(text -> Map.of("near", text));
        rest.call("POST", "/" + INDEX + "/_close").ok();
        String reason = "index_closed_exception";
        assertRefused(reason, near("near", TEXTS.get(0)));
        assertRefused(reason, near("near", STORED));
        assertRefused(reason, GroupsAnswer.send(rest, INDEX, Map.of()));
        assertRefused(reason, chain("near"));
        assertRefused(reason, compare("near"));
        assertRefused(reason, tune("near"));
        assertEquals(0, GroupsAnswer.ask(rest, INDEX + "*", Map.of()).count("documents", "total"));
    }

    @Test
    public void aColumnOfItsOwn() throws IOException {
        ServerVersion.assumeFrom("9.5");
        assertRefused(
                "field [near] cannot reconstruct _source from doc values",
                send(Map.of("mode", "columnar"), Map.of("near", NEAR), Map.of()));
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
        return rest.call(
                "PUT", "/" + INDEX,
                Json.of(Map.of("settings", Map.of("index", index), "mappings", mappings)));
    }

    private static void put(Source source) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < TEXTS.size(); i++) {
            lines.append(Json.of(Map.of("index", Map.of("_id", Integer.toString(i)))));
            lines.append('\n').append(Json.of(source.of(TEXTS.get(i)))).append('\n');
        }
        Answer answer = rest.callLines(
                "POST", "/" + INDEX + "/_bulk?refresh=true", lines.toString()).ok();
        assertEquals(answer.text(), false, answer.at("errors"));
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
        return rest.call("POST", "/" + INDEX + "/" + path, Json.of(body));
    }

    private static void assertRefused(String reason, Answer answer) {
        assertEquals(answer.text(), 400, answer.status());
        assertThat(answer.text(), containsString(reason));
    }
}
