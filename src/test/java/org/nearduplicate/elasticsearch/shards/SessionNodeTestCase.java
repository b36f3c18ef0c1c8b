package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.equalTo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportService;
import org.junit.After;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;

/**
 * Tests on a node with sessions. After each of them no session is open, nothing is charged to the
 * breaker of requests, and no view of a shard is held.
 */
public abstract class SessionNodeTestCase extends ESSingleNodeTestCase {

    protected static final String INDEX = "articles";
    protected static final String FIELD = "body";

    public static final String MAPPING =
            """
                    {"properties": {
                      "body": {"type": "minhash", "exact": true},
                      "rank": {"type": "integer"},
                      "tag": {"type": "keyword"}
                    }}""";

    /** What the store of a shard is referenced by when nobody reads it: itself and its engine. */
    private static final int IDLE_REFERENCES = 2;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(
                NearDuplicatePlugin.class,
                MockTransportService.TestPlugin.class,
                MockSearchService.TestPlugin.class);
    }

    @After
    public void nothingIsLeft() throws Exception {
        transport().clearAllRules();
        Waits.awaitThat(() -> assertThat("sessions", sessions().size(), equalTo(0)));
        Waits.awaitThat(() -> assertThat("charged", requestBreaker().getUsed(), equalTo(0L)));
        for (IndexService index : getInstanceFromNode(IndicesService.class)) {
            for (IndexShard shard : index) {
                Waits.awaitThat(
                        () -> assertThat(
                                "readers of " + shard.shardId(),
                                shard.store().refCount(),
                                equalTo(IDLE_REFERENCES)));
            }
        }
    }

    protected final MockTransportService transport() {
        return (MockTransportService) getInstanceFromNode(TransportService.class);
    }

    protected final ShardSessions sessions() {
        return getInstanceFromNode(ShardSessions.class);
    }

    /** Opens sessions of the index {@value #INDEX}, which has one shard. */
    final OpenedSessions opener() {
        return new OpenedSessions(
                getInstanceFromNode(SearchService.class), resolveIndex(INDEX));
    }

    protected final CircuitBreaker requestBreaker() {
        return getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    }

    /**
     * Does something while so many bytes are left to the breaker of requests. What was charged before, and
     * is given back a little after its search answered, would be left too.
     */
    protected final void withRequestBytesLeft(long left, Runnable action) throws Exception {
        CircuitBreaker breaker = requestBreaker();
        Waits.awaitThat(() -> assertThat("charged before", breaker.getUsed(), equalTo(0L)));
        long taken = breaker.getLimit() - left;
        breaker.addWithoutBreaking(taken);
        try {
            action.run();
        } finally {
            breaker.addWithoutBreaking(-taken);
        }
    }

    /** Does something before the first message of a kind is answered. */
    protected final void onFirst(String message, Runnable action) {
        AtomicInteger messages = new AtomicInteger();
        transport().<TransportRequest>addRequestHandlingBehavior(
                message,
                (handler, request, channel, task) -> {
                    if (messages.getAndIncrement() == 0) {
                        action.run();
                    }
                    handler.messageReceived(request, channel, task);
                });
    }

    protected final void create(String index, int shards, String mapping) {
        createIndex(
                index,
                indicesAdmin().prepareCreate(index)
                        .setSettings(Settings.builder().put("index.number_of_shards", shards))
                        .setMapping(mapping));
    }

    /** Indexes documents, by id, into one segment a shard. */
    protected final void index(String index, Map<String, Map<String, Object>> documents) {
        BulkRequestBuilder bulk = client().prepareBulk(index).setRefreshPolicy(IMMEDIATE);
        documents
                .forEach((id, source) -> bulk.add(prepareIndex(index).setId(id).setSource(source)));
        assertNoFailures(bulk.get());
    }

    /** Indexes a document that nobody sees before a refresh. */
    protected final void indexUnseen(String index, String id, Object... source) {
        prepareIndex(index).setId(id).setSource(source).get();
    }

    protected final void refresh(String index) {
        assertNoFailures(indicesAdmin().prepareRefresh(index).get());
    }
}
