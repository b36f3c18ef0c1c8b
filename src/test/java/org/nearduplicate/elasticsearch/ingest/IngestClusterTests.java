package org.nearduplicate.elasticsearch.ingest;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;

/**
 * In a cluster, a random stream that one node takes in is compared as on one node, wherever the shards are. A node that
 * only coordinates would send each request to another one.
 */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class IngestClusterTests extends ESIntegTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testStream() {
        IngestStream stream =
                new IngestStream(internalCluster().client(internalCluster().getRandomNodeName()));
        stream.create(
                Settings.builder()
                        .put("index.number_of_shards", between(1, 4))
                        .put("index.number_of_replicas", between(0, 1))
                        .build());
        ensureGreen(Waits.LIMIT, IngestStream.INDEX);
        stream.send(between(5, 20));
    }
}
