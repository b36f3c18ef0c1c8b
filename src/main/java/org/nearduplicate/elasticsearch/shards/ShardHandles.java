package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Scheme;

/**
 * The open shards of a job, as another node gets to know them that does a work unit of it.
 *
 * @param handles the shards, in the order of the job
 */
public record ShardHandles(List<ShardHandles.Handle> handles) implements Writeable {

    /**
     * Checks that there are shards.
     *
     * @throws IllegalArgumentException if there is none
     */
    public ShardHandles {
        if (handles.isEmpty()) {
            throw new IllegalArgumentException("a work unit of a run has shards");
        }
    }

    /** Reads what {@link #writeTo} wrote. */
    public ShardHandles(StreamInput in) throws IOException {
        this(in.readCollectionAsList(Handle::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(handles);
    }

    /**
     * What another node needs to ask a shard with an open session.
     *
     * @param node the identifier of the node that holds the session
     */
    record Handle(
            OriginalIndices indices, ShardId shardId, String node, String session,
            ShardDescription description)
            implements Writeable {

        Handle(StreamInput in) throws IOException {
            this(
                    OriginalIndices.readOriginalIndices(in), new ShardId(in), in.readString(),
                    in.readString(), new ShardDescription(in));
        }

        /** Returns the same of a session in this one, which shows so many documents. */
        Handle only(String inner, int documents) {
            return new Handle(indices, shardId, node, inner, description.only(documents));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            OriginalIndices.writeOriginalIndices(indices, out);
            shardId.writeTo(out);
            out.writeString(node);
            out.writeString(session);
            description.writeTo(out);
        }
    }

    /** Returns the names of all indices, as the user gave them. */
    public OriginalIndices indices() {
        return new OriginalIndices(
                handles.stream()
                        .flatMap(handle -> Stream.of(handle.indices().indices()))
                        .distinct()
                        .toArray(String[]::new),
                handles.getFirst().indices().indicesOptions());
    }

    /** Returns the scheme of all shards. */
    public Scheme scheme() {
        return handles.getFirst().description().field().scheme();
    }

    /** Shards that are asked by this node, until this is closed. Their sessions are not closed by it. */
    public record Asked(List<Shard> shards, Releasable messages) implements Releasable {

        @Override
        public void close() {
            messages.close();
        }
    }

    /**
     * Has this node ask the shards.
     *
     * @param unit the task whose children the messages are
     * @throws ElasticsearchStatusException if a node of a shard is not in the cluster
     */
    public Asked ask(
            TransportService transportService, DiscoveryNodes nodes, Task unit) {
        JobMessages messages = new JobMessages(transportService, nodes, unit);
        List<Shard> shards = handles.stream().<Shard>map(handle -> {
            DiscoveryNode node = nodes.get(handle.node());
            if (node == null) {
                throw new ElasticsearchStatusException(
                        "the node [{}] of the shard {} is not in the cluster",
                        RestStatus.SERVICE_UNAVAILABLE, handle.node(), handle.shardId());
            }
            return new RemoteShard(messages, node, handle);
        }).toList();
        return new Asked(shards, messages);
    }
}
