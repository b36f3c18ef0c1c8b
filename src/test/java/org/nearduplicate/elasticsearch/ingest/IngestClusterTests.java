package org.nearduplicate.elasticsearch.ingest;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;

/**
 * In a cluster, a random stream of which each node takes requests in turn is compared as on one node, wherever the shards are. A
 * node that only coordinates sends each request to another one.
 */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class IngestClusterTests extends ESIntegTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testStream() {
        IngestStream stream = new IngestStream(
                Stream.of(internalCluster().getNodeNames()).map(internalCluster()::client)
                        .toList());
        stream.create(
                Settings.builder()
                        .put("index.number_of_shards", between(1, 4))
                        .put("index.number_of_replicas", between(0, 1))
                        .build());
        ensureGreen(Waits.LIMIT);
        stream.send(between(5, 20));
    }
}
