package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction;
import org.nearduplicate.elasticsearch.request.LocalResponse;

/** The answer to a request for statistics. Immutable. */
public final class StatsResponse extends LocalResponse {

    private final long tookMillis;
    private final int shards;
    private final List<DefaultShardOperationFailedException> failures;
    private final Map<String, Map<String, FieldStats>> indices;

    /** Or null if only indices were asked for. */
    private final TransportIngestStatsAction.Response nodes;

    /**
     * @param shards how many were asked
     * @param failures why some did not answer
     * @param indices the fields of each index, in the order in which they are written
     */
    StatsResponse(
            long tookMillis,
            int shards,
            List<DefaultShardOperationFailedException> failures,
            Map<String, Map<String, FieldStats>> indices) {
        this(tookMillis, shards, failures, indices, null);
    }

    private StatsResponse(
            long tookMillis,
            int shards,
            List<DefaultShardOperationFailedException> failures,
            Map<String, Map<String, FieldStats>> indices,
            TransportIngestStatsAction.Response nodes) {
        this.tookMillis = tookMillis;
        this.shards = shards;
        this.failures = failures;
        this.indices = indices;
        this.nodes = nodes;
    }

    /** Returns this with what nodes do. */
    StatsResponse with(TransportIngestStatsAction.Response ofNodes) {
        return new StatsResponse(tookMillis, shards, failures, indices, ofNodes);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        RestActions.buildBroadcastShardsHeader(
                builder, params, shards, shards - failures.size(), -1, failures.size(),
                failures.toArray(DefaultShardOperationFailedException[]::new));
        if (nodes != null) {
            RestActions.buildNodesHeader(builder, params, nodes);
            nodes.toXContent(builder, params);
        }
        builder.startObject("indices");
        for (Map.Entry<String, Map<String, FieldStats>> index : indices.entrySet()) {
            builder.startObject(index.getKey());
            builder.startObject("fields");
            for (Map.Entry<String, FieldStats> field : index.getValue().entrySet()) {
                builder.field(field.getKey(), field.getValue());
            }
            builder.endObject();
            builder.endObject();
        }
        builder.endObject();
        return builder.endObject();
    }
}
