package org.nearduplicate.elasticsearch.ingest;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse.Result;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;

/** On one node, every document is compared with all that was written before, whether a search sees it already or not. */
public class IngestStreamTests extends ESSingleNodeTestCase {

    private static final String INDEX = "news";
    private static final int FAMILIES = 10;

    private final String first = Texts.random();
    private final String second = Texts.random();

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Override
    protected Settings nodeSettings() {
        return randomBoolean()
                ? Settings.EMPTY
                : Settings.builder()
                        .put("near_duplicate.ingest.max_lookups_per_request", between(1, 20))
                        .put("near_duplicate.ingest.max_concurrent_requests", between(1, 20))
                        .build();
    }

    /** Creates an index whose pipeline drops near duplicates. */
    private void create(int shards, String refreshInterval) {
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
                                        .put("index.number_of_shards", shards)
                                        .put("index.refresh_interval", refreshInterval)
                                        .put("index.default_pipeline", "dedupe"))
                        .setMapping(
                                """
                                        {"properties": {"n": {"type": "integer"},
                                          "body": {"type": "minhash", "exact": true}}}"""));
    }

    public void testStream() throws Exception {
        IngestStream stream = new IngestStream(List.of(client()));
        stream.create(
                Settings.builder()
                        .put("index.number_of_shards", between(1, 3))
                        .build());
        stream.send(between(5, 20));
        client().admin().indices().prepareDelete("*").get();
        // What is gone needs no memory any more.
        Waits.untilNothingIsCharged(getInstanceFromNode(CircuitBreakerService.class));
    }

    public void testAnUpsert() {
        create(1, "-1");
        assertThat(send(upsert(first, 1)), equalTo(Result.CREATED));
        assertDropped(first, true);
        assertThat(send(upsert(second, 2)), equalTo(Result.UPDATED));
        assertDropped(second, false);
        assertDropped(first, true);
    }

    public void testADocumentAsUpsert() {
        create(1, "-1");
        for (String text : List.of(first, second)) {
            assertThat(
                    send(merge(text)),
                    equalTo(text.equals(first) ? Result.CREATED : Result.UPDATED));
            assertDropped(text, true);
        }
        assertDropped(first, false);
    }

    public void testAnUpdateThatChangesNothing() {
        create(1, "-1");
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

    /** Of copies that several clients send at the same time at least one is indexed, however many lookups are under way. */
    public void testSeveralClients() {
        create(between(1, 2), "1ms");
        List<String> families = IntStream.range(0, FAMILIES).mapToObj(i -> Texts.random()).toList();
        List<List<BulkRequest>> ofClients =
                IntStream.range(0, 4).mapToObj(i -> bulks(families)).toList();
        runInParallel(ofClients.size(), number -> {
            for (BulkRequest bulk : ofClients.get(number)) {
                assertFalse(client().bulk(bulk).actionGet().hasFailures());
            }
        });
        indicesAdmin().prepareRefresh(INDEX).get();
        Set<Object> found = new HashSet<>();
        assertResponse(client().prepareSearch(INDEX).setSize(1000), response -> {
            assertNoFailures(response);
            response.getHits().forEach(hit -> found.add(hit.getSourceAsMap().get("n")));
        });
        assertThat(found.size(), equalTo(FAMILIES));
    }

    /** Every client sends all families, in an order of its own, some of them several times. */
    private static List<BulkRequest> bulks(List<String> families) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            IntStream.range(0, FAMILIES).forEach(order::add);
        }
        List<Integer> shuffled = shuffledList(order);
        List<BulkRequest> bulks = new ArrayList<>();
        for (int from = 0; from < shuffled.size();) {
            BulkRequest bulk = new BulkRequest();
            int to = Math.min(shuffled.size(), from + between(1, 15));
            for (int family : shuffled.subList(from, to)) {
                bulk.add(
                        new IndexRequest(INDEX).source(
                                "n", family, "body",
                                randomBoolean()
                                        ? families.get(family)
                                        : Texts.near(families.get(family))));
            }
            bulks.add(bulk);
            from = to;
        }
        return bulks;
    }
}
