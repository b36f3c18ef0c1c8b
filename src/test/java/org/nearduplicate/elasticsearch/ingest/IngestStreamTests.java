package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.ingest.IngestPipelineTestUtils;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;

/**
 * Random streams of documents, in bulk requests, with updates, deletes, refused documents and refreshes between them,
 * are tagged as a plain loop over the same texts does that sees every document at once.
 */
public class IngestStreamTests extends ESSingleNodeTestCase {

    private static final String INDEX = "news";

    /** The texts of the documents that are in the index. */
    private final Map<String, String> live = new LinkedHashMap<>();

    private final List<String> families = new ArrayList<>();
    private int nextId;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testTag() throws IOException {
        createNews();
        pipeline(
                "{'field': 'body', 'index': 'news', 'near_field': 'body.near', 'max_matches': 100}");
        for (int round = between(5, 20); round > 0; round--) {
            bulk(between(1, rarely() ? 200 : 20));
            if (rarely()) {
                indicesAdmin().prepareRefresh(INDEX).get();
            }
        }
    }

    private void createNews() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.number_of_shards", between(1, 3))
                                        .put("index.refresh_interval",
                                                randomFrom("-1", "1s", "10ms"))
                                        .put("index.default_pipeline", "dedupe"))
                        .setMapping(
                                """
                                        {"properties": {
                                          "body": {"type": "text", "fields": {
                                            "near": {"type": "minhash", "exact": EXACT}
                                          }},
                                          "rank": {"type": "integer"}
                                        }}"""
                                        .replace("EXACT", Boolean.toString(randomBoolean()))));
    }

    private void pipeline(String processor) {
        IngestPipelineTestUtils.putJsonPipeline(
                client(), "dedupe",
                "{\"processors\": [{\"near_duplicate\": " + processor.replace('\'', '"') + "}]}");
    }

    /** Documents of one request, and what each should be told. */
    private void bulk(int size) {
        BulkRequest bulk = new BulkRequest();
        List<Map<String, Float>> expected = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String id = live.isEmpty() || randomInt(9) > 0
                    ? Integer.toString(nextId++)
                    : randomFrom(live.keySet());
            boolean isRefused = live.containsKey(id) == false && rarely();
            // Nobody may be a near duplicate of it that comes before it is refused.
            String text = isRefused ? Texts.random() : text();
            Map<String, Float> near = near(id, text);
            expected.add(near);
            bulk.add(
                    new IndexRequest(INDEX).id(id)
                            .source("body", text, "rank", isRefused ? "none" : "1"));
            if (isRefused) {
                refused.add(text);
            } else {
                live.put(id, text);
            }
        }
        List<String> deleted = live.isEmpty() ? List.of()
                : randomSubsetOf(
                        Math.min(live.size(), randomInt(3)), live.keySet());
        deleted.forEach(id -> bulk.add(new DeleteRequest(INDEX, id)));
        BulkResponse response = client().bulk(bulk).actionGet();
        for (int i = 0; i < size; i++) {
            BulkItemResponse item = response.getItems()[i];
            IndexRequest request = (IndexRequest) bulk.requests().get(i);
            if (item.isFailed()) {
                assertThat(
                        item.getFailureMessage(), request.sourceAsMap().get("rank"),
                        equalTo("none"));
            } else {
                assertThat(request.id(), tags(request), equalTo(expected.get(i)));
            }
        }
        live.keySet().removeAll(deleted);
        families.addAll(refused);
    }

    private String text() {
        if (families.isEmpty() || randomInt(3) == 0) {
            families.add(Texts.random());
        }
        String family = randomFrom(families);
        return randomBoolean() ? family : Texts.near(family);
    }

    private Map<String, Float> near(String id, String text) {
        Map<String, Float> near = new TreeMap<>();
        live.forEach((other, otherText) -> {
            double similarity = Texts.jaccard(text, otherText);
            if (other.equals(id) == false && similarity >= 0.8) {
                near.put(other, (float) similarity);
            }
        });
        return near;
    }

    /** The request has what the pipeline made of it. */
    @SuppressWarnings("unchecked")
    private static Map<String, Float> tags(IndexRequest request) {
        Map<String, Float> tags = new TreeMap<>();
        Map<String, Object> tag = (Map<String, Object>) request.sourceAsMap().get("near_duplicate");
        if (tag != null) {
            for (Map<String, Object> of : (List<Map<String, Object>>) tag.get("of")) {
                assertThat(of.get("_index"), equalTo(INDEX));
                tags.put((String) of.get("_id"), ((Number) of.get("similarity")).floatValue());
            }
        }
        return tags;
    }
}
