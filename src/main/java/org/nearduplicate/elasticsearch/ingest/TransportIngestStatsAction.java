package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.action.support.nodes.TransportNodesAction;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.NodesRequest;

/** Collects the statistics of all nodes on documents that are indexed. */
public final class TransportIngestStatsAction
        extends
        TransportNodesAction<TransportIngestStatsAction.Request, TransportIngestStatsAction.Response, TransportIngestStatsAction.RequestOfNode, TransportIngestStatsAction.ResponseOfNode, Void> {

    /** The privilege to monitor the cluster allows it, as other statistics of nodes. */
    public static final String NAME = "cluster:monitor/near_duplicate/stats";

    /** The action. */
    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

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
                RequestOfNode::new,
                clusterService.threadPool().executor(ThreadPool.Names.MANAGEMENT));
        this.ingest = ingest;
    }

    /** The request to all nodes. */
    public static final class Request extends NodesRequest<Request> {}

    /** The request to one node. */
    static final class RequestOfNode extends ActionRequest {

        RequestOfNode() {}

        RequestOfNode(StreamInput in) throws IOException {
            super(in);
            WireVersion.check(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            WireVersion.write(out);
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }
    }

    /** The statistics of one node. */
    static final class ResponseOfNode extends BaseNodeResponse implements ToXContentObject {

        /** What became of the documents of each pipeline. */
        private final Map<String, PipelineCounts> pipelines;

        /** The documents that wait now, or are looked up. */
        private final int inFlight;

        ResponseOfNode(DiscoveryNode node, Map<String, PipelineCounts> pipelines, int inFlight) {
            super(node);
            this.pipelines = new TreeMap<>(pipelines);
            this.inFlight = inFlight;
        }

        ResponseOfNode(StreamInput in) throws IOException {
            super(in);
            this.pipelines = new TreeMap<>(in.readMap(PipelineCounts::new));
            this.inFlight = in.readVInt();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeMap(pipelines, StreamOutput::writeWriteable);
            out.writeVInt(inFlight);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            builder.startObject();
            builder.field("name", getNode().getName());
            builder.startObject("ingest");
            builder.xContentValuesMap("pipelines", pipelines);
            builder.field("in_flight", inFlight);
            return builder.endObject().endObject();
        }
    }

    /** The statistics of all nodes. It never leaves its node. */
    public static final class Response extends BaseNodesResponse<ResponseOfNode>
            implements ToXContentFragment {

        private Response(
                ClusterName cluster, List<ResponseOfNode> nodes,
                List<FailedNodeException> failures) {
            super(cluster, nodes, failures);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            builder.startObject("nodes");
            for (ResponseOfNode node : getNodes()) {
                builder.field(node.getNode().getId(), node);
            }
            return builder.endObject();
        }

        @Override
        protected List<ResponseOfNode> readNodesFrom(StreamInput in) {
            return TransportAction.localOnly();
        }

        @Override
        protected void writeNodesTo(StreamOutput out, List<ResponseOfNode> nodes) {
            TransportAction.localOnly();
        }
    }

    @Override
    protected Response newResponse(
            Request request, List<ResponseOfNode> nodes, List<FailedNodeException> failures) {
        return new Response(clusterService.getClusterName(), nodes, failures);
    }

    @Override
    protected RequestOfNode newNodeRequest(Request request) {
        return new RequestOfNode();
    }

    @Override
    protected ResponseOfNode newNodeResponse(StreamInput in, DiscoveryNode node)
            throws IOException {
        return new ResponseOfNode(in);
    }

    @Override
    protected ResponseOfNode nodeOperation(RequestOfNode request, Task task) {
        return ingest.stats(clusterService.localNode());
    }
}
