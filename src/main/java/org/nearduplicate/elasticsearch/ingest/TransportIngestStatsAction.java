package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.nodes.TransportNodesAction;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Asks all nodes what they do with documents that come in. */
public final class TransportIngestStatsAction
        extends
        TransportNodesAction<IngestStatsRequest, IngestStatsResponse, IngestStatsRequest.OfNode, IngestStatsResponse.OfNode, Void> {

    /** Allowed to whoever may monitor the cluster, as statistics of nodes are. */
    public static final String NAME = "cluster:monitor/near_duplicate/stats";

    /** The action. */
    public static final ActionType<IngestStatsResponse> TYPE = new ActionType<>(NAME);

    private final NearDuplicateIngest ingest;

    /** Created by Elasticsearch. */
    @Inject
    public TransportIngestStatsAction(
            ClusterService clusterService,
            TransportService transportService,
            ActionFilters actionFilters,
            NearDuplicateIngest ingest) {
        super(
                NAME,
                clusterService,
                transportService,
                actionFilters,
                IngestStatsRequest.OfNode::new,
                clusterService.threadPool().executor(ThreadPool.Names.MANAGEMENT));
        this.ingest = ingest;
    }

    @Override
    protected IngestStatsResponse newResponse(
            IngestStatsRequest request, List<IngestStatsResponse.OfNode> nodes,
            List<FailedNodeException> failures) {
        return new IngestStatsResponse(clusterService.getClusterName(), nodes, failures);
    }

    @Override
    protected IngestStatsRequest.OfNode newNodeRequest(IngestStatsRequest request) {
        return new IngestStatsRequest.OfNode();
    }

    @Override
    protected IngestStatsResponse.OfNode newNodeResponse(StreamInput in, DiscoveryNode node)
            throws IOException {
        return new IngestStatsResponse.OfNode(in, node);
    }

    @Override
    protected IngestStatsResponse.OfNode nodeOperation(
            IngestStatsRequest.OfNode request, Task task) {
        return new IngestStatsResponse.OfNode(clusterService.localNode(), ingest.stats());
    }
}
