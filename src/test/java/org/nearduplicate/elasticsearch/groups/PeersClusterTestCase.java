package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.test.transport.StubbableTransport;
import org.elasticsearch.transport.TransportRequest;
import org.junit.After;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.shards.ShardSessions;

/** Tests of runs that several nodes may do together, of an index with a shard on each of them. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public abstract class PeersClusterTestCase extends ESIntegTestCase {

    static final String INDEX = "pieces";
    static final String DEST = "found";

    /** One and a half megabytes of what a run holds of documents. */
    static final int DOCUMENTS = 6_000;

    static final int SHARDS = 3;

    /** No test may fail because its machine is busy. */
    static final TimeValue PATIENCE = TimeValue.timeValueMinutes(3);

    /** The nodes that were asked for pieces since they are watched. */
    final Set<String> helping = ConcurrentHashMap.newKeySet();

    /** One cluster in ten has another one, which counts nothing. */
    @Override
    protected Settings nodeSettings(int node, Settings other) {
        return Settings.builder()
                .put(super.nodeSettings(node, other))
                .put("indices.breaker.request.type", "memory")
                .build();
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class, MockTransportService.TestPlugin.class);
    }

    @After
    public void nothingIsLeft() throws Exception {
        watchNone();
        for (ShardSessions sessions : internalCluster().getInstances(ShardSessions.class)) {
            Waits.awaitThat(() -> assertThat(sessions.size(), equalTo(0)));
        }
        updateClusterSettings(Settings.builder().putNull(GroupsSettings.MEMORY.getKey()));
    }

    /** Takes down that a node is asked for pieces, and lets it fail if that is said. */
    final void watch(String node, Exception failure) {
        behave(node, (handler, request, channel, task) -> {
            helping.add(node);
            if (failure == null) {
                handler.messageReceived(request, channel, task);
            } else {
                channel.sendResponse(failure);
            }
        });
    }

    static void behave(
            String node, StubbableTransport.RequestHandlingBehavior<TransportRequest> behavior) {
        for (String action : List.of(PieceActions.LINK, PieceActions.PARTS)) {
            MockTransportService.getInstance(node).addRequestHandlingBehavior(action, behavior);
        }
    }

    static void watchNone() {
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).clearAllRules();
        }
    }

    static void lendLittle() {
        updateClusterSettings(Settings.builder().put(GroupsSettings.MEMORY.getKey(), "1mb"));
    }

    /** Fills an index, a shard on each node, with texts of which three are alike. */
    final void fill() throws InterruptedException {
        assertAcked(
                prepareCreate(INDEX)
                        .setSettings(
                                indexSettings(SHARDS, 0)
                                        .put("index.routing.allocation.total_shards_per_node", 1))
                        .setMapping(GroupsNodeTestCase.MAPPING));
        ensureGreen(INDEX);
        List<IndexRequestBuilder> requests = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            Map<String, Object> source = new HashMap<>();
            source.put("body", text(i / 3));
            requests.add(prepareIndex(INDEX).setId("" + i).setSource(source));
        }
        indexRandom(true, false, requests);
    }

    /** Returns the text of one of the families of documents. */
    static String text(int family) {
        return "a text of words number " + family + " has this and that " + family;
    }
}
