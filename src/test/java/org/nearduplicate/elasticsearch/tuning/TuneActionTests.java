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
        assertThat(settings.size(), equalTo(2));
        for (int row = 0; row < 2; row++) {
            String path = "settings." + row + ".";
            assertThat(at(answer, path + "shingle_size"), equalTo(2 + row));
            assertThat(at(answer, path + "pairs"), equalTo(6));
            assertThat(at(answer, path + "recall"), equalTo(1.0));
            assertThat(at(answer, path + "signature.true_positives"), equalTo(6));
            assertThat(at(answer, path + "signature.false_positives"), equalTo(0));
            assertThat(at(answer, path + "signature.f1"), equalTo(1.0));
            assertThat(at(answer, "shingles." + row + ".distinct_texts"), equalTo(4));
            assertThat(at(answer, "shingles." + row + ".without_shingles"), equalTo(1));
        }
    }

    public void testAnalyzersOfTheFirstIndex() {
        createIndex(
                "a-custom",
                indicesAdmin().prepareCreate("a-custom")
                        .setSettings(Settings.builder().loadFromSource(ANALYSIS, XContentType.JSON))
                        .setMapping(TEXT_MAPPING));
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

    public void testAQueryThatOnlyShardsRefuse() {
        create("days", 1, "{\"properties\": {\"day\": {\"type\": \"date\"}}}");
        index("days", Map.of("1", Map.of("day", "2020-01-01", "body", "a text")));
        assertFails(
                RestStatus.BAD_REQUEST, "failed to parse date field [x]",
                "\"query\": {\"range\": {\"day\": {\"gte\": \"x\"}}}", "days");
    }

    public void testSmallResultWindow() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(Settings.builder().put("index.max_result_window", 10))
                        .setMapping(NEAR_MAPPING));
        index(INDEX, documents(50));
        Map<String, Object> answer = tune("\"sample_size\": 40", INDEX);
        assertThat(at(answer, "sample.size"), equalTo(40));
    }
}
