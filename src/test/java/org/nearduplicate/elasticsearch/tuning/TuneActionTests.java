package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.TestedLine;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.UpdateableFilterPlugin;

/** Requests to tune on small indices: what is measured, and with which analyzers. */
public class TuneActionTests extends TuneNodeTestCase {

    private static final String ANALYSIS =
            """
                    {"analysis": {
                      "filter": {
                        "changing": {"type": "updateable"},
                        "few": {"type": "stop", "stopwords": ["one", "two", "three"]}
                      },
                      "analyzer": {
                        "without_few": {"type": "custom", "tokenizer": "standard", "filter": "few"},
                        "reloaded": {"type": "custom", "tokenizer": "standard", "filter": "changing"}
                      }
                    }}""";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
        plugins.add(UpdateableFilterPlugin.class);
        return plugins;
    }

    /** Three copies, a near copy of them, and lone texts. */
    private static Map<String, Map<String, Object>> family() {
        String text = Texts.random();
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (String copy : List.of("a", "b", "c")) {
            documents.put(copy, document(text, "family"));
        }
        documents.put("near", document(Texts.near(text), "family"));
        documents.put("lone", document(Texts.random(), "lone"));
        documents.put("other", document(Texts.random(), "lone"));
        documents.put("no-words", document("?!", "none"));
        return documents;
    }

    public void testAnswer() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        index(INDEX, family());
        Map<String, Object> answer = tune(
                "\"hash_count\": 128, \"bands\": [42, 200], \"rows\": 3, \"shingle_size\": [2, 3]",
                INDEX);
        assertThat(at(answer, "sample.size"), equalTo(7));
        assertThat(at(answer, "settings_left_out"), equalTo(2));
        List<?> settings = at(answer, "settings");
        assertThat("with the default mapping of both sizes", settings.size(), equalTo(4));
        for (int row = 0; row < 4; row++) {
            String path = "settings." + row + ".";
            assertThat(at(answer, path + "shingle_size"), equalTo(2 + row / 2));
            assertThat(at(answer, path + "default_mapping"), equalTo(row % 2 == 1));
            assertThat(at(answer, path + "present_fields"), equalTo(List.of()));
            assertThat("two near copies of three, by each of seven",
                    at(answer, path + "texts_read_per_query"), equalTo(1.0));
            assertThat(at(answer, path + "pairs"), equalTo(6));
            assertThat(at(answer, path + "recall"), equalTo(1.0));
            assertThat(at(answer, path + "signature.true_positives"), equalTo(6));
            assertThat(at(answer, path + "signature.false_positives"), equalTo(0));
            assertThat(at(answer, path + "signature.f1"), equalTo(1.0));
            assertThat(at(answer, "shingles." + row / 2 + ".distinct_texts"), equalTo(4));
            assertThat(at(answer, "shingles." + row / 2 + ".without_shingles"), equalTo(1));
        }
    }

    public void testAnalyzersOfTheFirstIndex() {
        create("a-custom", ANALYSIS, TEXT_MAPPING);
        create("b-none", 1, TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        documents.put("1", document("one two three four five six", "a"));
        documents.put("2", document("one two three four seven", "a"));
        index("b-none", documents);
        Map<String, Object> answer = tune(
                "\"shingle_size\": 1, \"analyzer\": [\"without_few\", \"standard\"]", "*");
        assertThat(at(answer, "shingles.0.analyzer"), equalTo("without_few"));
        assertThat(at(answer, "shingles.0.shingles_per_document"), equalTo(2.5));
        assertThat(at(answer, "shingles.1.shingles_per_document"), equalTo(5.5));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[analyzer] must be an analyzer of the index [b-none] that never changes, got"
                        + " [without_few], which it does not have",
                "\"analyzer\": \"without_few\"", "b-*");
        assertFails(
                RestStatus.BAD_REQUEST,
                "of the index [a-custom] that never changes, got [reloaded], which can be reloaded",
                "\"analyzer\": [\"standard\", \"reloaded\"]", "*");
    }

    /** The fields of the text as the first index has them, for the similarity of the request instead of their own. */
    public void testPresentFields() {
        String near =
                """
                        {"properties": {"body": {"type": "text", "fields": {
                          "far": {"type": "minhash", "shingle_size": 5, "hash_count": 32, "seed": 3},
                          "near": {"type": "minhash", "similarity": 0.5, "signature_bits": 4},
                          "words": {"type": "keyword"}
                        }}, "bodies": {"type": "minhash"}}}""";
        create("a-first", between(1, 2), near);
        create("b-second", 1, near.replace("0.5", "0.9"));
        index("a-first", family());
        Map<String, Object> answer = tune(
                "\"hash_count\": 64, \"bands\": 8, \"similarity\": 0.6", "*");
        List<String> rows = new ArrayList<>();
        for (Map<?, ?> row : TuneActionTests.<List<Map<?, ?>>>at(answer, "settings")) {
            rows.add(
                    List.of(
                            row.get("similarity"), row.get("shingle_size"), row.get("hash_count"),
                            row.get("signature_bits"), row.get("bands"), row.get("rows"),
                            row.get("rows_taken"), row.get("seed"), row.get("present_fields"),
                            row.get("default_mapping")).toString());
        }
        assertThat(
                rows,
                equalTo(
                        List.of(
                                "[0.6, 3, 64, 2, 8, 6, 2, 0, [], false]",
                                "[0.6, 3, 192, 2, 19, 6, 3, 0, [], true]",
                                "[0.6, 3, 192, 4, 34, 5, 4, 0, [body.near], false]",
                                "[0.6, 5, 32, 2, 7, 4, 2, 3, [body.far], false]")));
        assertThat(TuneActionTests.<List<?>>at(answer, "best").size(), equalTo(1));
        assertThat(at(answer, "best.0.shingle_size"), equalTo(3));
        assertThat(TuneActionTests.<List<?>>at(answer, "shingles").size(), equalTo(2));
        assertThat(at(answer, "settings.3.pairs"), equalTo(6));
    }

    /** A field whose analyzer leaves nothing is no row, and no reason to refuse others. */
    public void testAPresentFieldWithoutTokens() {
        create(
                INDEX, ANALYSIS,
                """
                        {"properties": {"body": {"type": "text", "fields": {
                          "near": {"type": "minhash", "analyzer": "without_few"}}}}}""");
        index(INDEX, Map.of("1", document("one two", "a"), "2", document("one three", "a")));
        List<Map<String, Object>> settings =
                at(tune("\"hash_count\": 64, \"bands\": 8", INDEX), "settings");
        assertThat(settings.size(), equalTo(2));
        settings.forEach(row -> assertThat(row.get("present_fields"), equalTo(List.of())));
    }

    public void testAQueryThatOnlyShardsRefuse() {
        create("days", 1, "{\"properties\": {\"day\": {\"type\": \"date\"}}}");
        index("days", Map.of("1", Map.of("day", "2020-01-01", "body", "a text")));
        assertFails(
                RestStatus.BAD_REQUEST, "failed to parse date field [x]",
                "\"query\": {\"range\": {\"day\": {\"gte\": \"x\"}}}", "days");
    }

    public void testAnIndexWithoutSequenceNumbers() {
        String setting = "index.disable_sequence_numbers";
        assumeFalse("every index has them before 9.5", TestedLine.isBefore("9.5"));
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put(setting, true)
                                        .put("index.seq_no.index_options", "doc_values_only"))
                        .setMapping(TEXT_MAPPING));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[index.disable_sequence_numbers] must be [false], as sequence numbers give documents"
                        + " their random order, got [true] in [articles]",
                "", INDEX);
    }

    public void testSmallResultWindow() {
        create(
                INDEX, "{\"index.max_result_window\": " + randomFrom(1, 10) + "}", NEAR_MAPPING);
        index(INDEX, documents(50));
        Map<String, Object> answer = tune("\"sample_size\": 40", INDEX);
        assertThat(at(answer, "sample.size"), equalTo(40));
    }

    private void create(String index, String settings, String mapping) {
        createIndex(
                index,
                indicesAdmin().prepareCreate(index)
                        .setSettings(settings, XContentType.JSON)
                        .setMapping(mapping));
    }
}
