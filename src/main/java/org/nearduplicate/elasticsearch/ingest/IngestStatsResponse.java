package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/** What the nodes do with documents that come in. */
public final class IngestStatsResponse extends BaseNodesResponse<IngestStatsResponse.OfNode>
        implements ToXContentFragment {

    IngestStatsResponse(
            ClusterName cluster, List<OfNode> nodes, List<FailedNodeException> failures) {
        super(cluster, nodes, failures);
    }

    /** What one node does. */
    static final class OfNode extends BaseNodeResponse {

        private final IngestStats stats;

        OfNode(DiscoveryNode node, IngestStats stats) {
            super(node);
            this.stats = stats;
        }

        OfNode(StreamInput in, DiscoveryNode node) throws IOException {
            super(in, node);
            this.stats = new IngestStats(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            stats.writeTo(out);
        }

        IngestStats stats() {
            return stats;
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject("nodes");
        for (OfNode node : getNodes()) {
            builder.startObject(node.getNode().getId());
            builder.field("name", node.getNode().getName());
            builder.field("ingest", node.stats());
            builder.endObject();
        }
        return builder.endObject();
    }

    @Override
    protected List<OfNode> readNodesFrom(StreamInput in) {
        return TransportAction.localOnly();
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<OfNode> nodes) {
        TransportAction.localOnly();
    }
}
