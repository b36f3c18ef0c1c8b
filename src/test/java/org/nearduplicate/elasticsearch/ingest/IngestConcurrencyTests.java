package org.nearduplicate.elasticsearch.ingest;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.AdminRequests;

/** Of copies that several clients send at the same time at least one gets in, however many lookups are under way. */
public class IngestConcurrencyTests extends ESSingleNodeTestCase {

    private static final String INDEX = "news";

    private static final int FAMILIES = 10;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put("near_duplicate.ingest.max_lookups_per_request", between(1, 20))
                .put("near_duplicate.ingest.max_concurrent_requests", between(1, 20))
                .build();
    }

    public void testOneOfEachGetsInAtLeast() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.number_of_shards", between(1, 2))
                                        .put("index.refresh_interval", "1ms"))
                        .setMapping(
                                """
                                        {"properties": {"family": {"type": "integer"},
                                          "body": {"type": "minhash", "exact": true}}}"""));
        AdminRequests.putPipeline(
                client(), "dedupe",
                """
                        {"processors": [{"near_duplicate": {
                          "field": "body", "index": "news", "near_field": "body", "action": "drop"
                        }}]}""");
        List<String> families = IntStream.range(0, FAMILIES).mapToObj(i -> Texts.random()).toList();
        List<List<BulkRequest>> ofClients =
                IntStream.range(0, 4).mapToObj(i -> bulks(families)).toList();
        runInParallel(ofClients.size(), number -> {
            for (BulkRequest bulk : ofClients.get(number)) {
                assertFalse(client().bulk(bulk).actionGet().hasFailures());
            }
        });
        indicesAdmin().prepareRefresh(INDEX).get();
        Set<Integer> found = new HashSet<>();
        assertResponse(client().prepareSearch(INDEX).setSize(1000), response -> {
            assertNoFailures(response);
            for (SearchHit hit : response.getHits()) {
                found.add((Integer) hit.getSourceAsMap().get("family"));
            }
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
                        new IndexRequest(INDEX).setPipeline("dedupe")
                                .source(
                                        "family", family,
                                        "body",
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
