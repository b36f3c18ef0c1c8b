package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.action.support.replication.ClusterStateCreationUtils.stateWithAssignedPrimariesAndReplicas;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Set;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.indices.TestIndexNameExpressionResolver;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.TransportService;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.request.NodeServices;

/** A node, by a clock of the test, that asks others which answer as the test wants. */
public abstract class ScriptedShardsTestCase extends ESTestCase {

    static final String INDEX = "articles";

    final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    final ScriptedShards nodes = new ScriptedShards();
    private TransportService transport;

    @Before
    public void startTransport() {
        transport = nodes.createTransportService(
                Settings.EMPTY,
                tasks.getThreadPool(),
                TransportService.NOOP_TRANSPORT_INTERCEPTOR,
                address -> DiscoveryNodeUtils.create("asking node"),
                null,
                Set.of());
        transport.start();
        transport.acceptIncomingRequests();
    }

    @After
    public void stopTransport() {
        transport.close();
    }

    /** Returns what the node has to ask others. */
    final NodeServices node() {
        SearchService searches = mock(SearchService.class);
        when(searches.buildAliasFilter(any(), any(), any())).thenReturn(AliasFilter.EMPTY);
        ClusterService cluster = mock(ClusterService.class);
        when(cluster.operationRouting()).thenReturn(
                new OperationRouting(
                        Settings.EMPTY,
                        new ClusterSettings(
                                Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS)));
        return new NodeServices(
                transport, null, cluster, searches, null, null,
                TestIndexNameExpressionResolver.newInstance(), null);
    }

    /** Returns the nodes whose shards were asked for a session. */
    final List<String> askedToOpen() {
        return nodes.asked(SessionCalls.OPEN.action());
    }

    static ClusterState state(int shards, int replicas) {
        return stateWithAssignedPrimariesAndReplicas(new String[] {INDEX}, shards, replicas);
    }
}
