package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse.Result;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.AdminRequests;

/** What updates of bulk requests leave in an index, which no search sees yet, is what documents are compared with. */
public class IngestUpdateTests extends ESSingleNodeTestCase {

    private static final String INDEX = "news";

    private final String first = Texts.random();
    private final String second = Texts.random();

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Before
    public void create() {
        AdminRequests.putPipeline(
                client(), "dedupe",
                """
                        {"processors": [{"near_duplicate": {
                          "field": "body", "index": "news", "near_field": "body", "action": "drop"
                        }}]}""");
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.refresh_interval", "-1")
                                        .put("index.default_pipeline", "dedupe"))
                        .setMapping("""
                                {"properties": {"body": {"type": "minhash", "exact": true}}}"""));
    }

    public void testAnUpsert() {
        assertThat(send(upsert(first, 1)), equalTo(Result.CREATED));
        assertDropped(first, true);
        assertThat(send(upsert(second, 2)), equalTo(Result.UPDATED));
        assertDropped(second, false);
        assertDropped(first, true);
    }

    public void testADocumentAsUpsert() {
        for (String text : List.of(first, second)) {
            assertThat(
                    send(merge(text)),
                    equalTo(text.equals(first) ? Result.CREATED : Result.UPDATED));
            assertDropped(text, true);
        }
        assertDropped(first, false);
    }

    public void testAnUpdateThatChangesNothing() {
        send(upsert(first, 1));
        assertThat(send(merge(first)), equalTo(Result.NOOP));
        assertThat(send(upsert(second, 1)), equalTo(Result.NOOP));
        assertDropped(first, true);
        assertDropped(second, false);
    }

    private static UpdateRequest upsert(String text, int number) {
        return new UpdateRequest(INDEX, "1").doc(Map.of("n", number))
                .upsert(Map.of("body", text, "n", number));
    }

    private static UpdateRequest merge(String text) {
        return new UpdateRequest(INDEX, "1").doc(Map.of("body", text)).docAsUpsert(true);
    }

    private void assertDropped(String text, boolean expected) {
        Result result = send(new IndexRequest(INDEX).id("probe").source(Map.of("body", text)));
        assertThat(result, equalTo(expected ? Result.NOOP : Result.CREATED));
        if (expected == false) {
            client().prepareDelete(INDEX, "probe").get();
        }
    }

    private Result send(DocWriteRequest<?> request) {
        return client().bulk(new BulkRequest().add(request)).actionGet().getItems()[0].getResponse()
                .getResult();
    }
}
