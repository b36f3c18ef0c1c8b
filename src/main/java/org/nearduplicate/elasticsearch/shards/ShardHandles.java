package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Scheme;

/**
 * The open shards of a job, as they are sent to a worker.
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
     * What another node needs to send messages to a shard with an open session.
     *
     * @param node the identifier of the node that holds the session
     */
    record Handle(
            SessionCalls.Session session, ShardId shardId, String node,
            ShardDescription description)
            implements Writeable {

        Handle(StreamInput in) throws IOException {
            this(
                    new SessionCalls.Session(in), new ShardId(in), in.readString(),
                    new ShardDescription(in));
        }

        /** Returns the handle of a session in this one, which shows some of the documents. */
        Handle only(String inner, int documents) {
            return new Handle(
                    new SessionCalls.Session(session.indices(), inner), shardId, node,
                    description.only(documents));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            session.writeTo(out);
            shardId.writeTo(out);
            out.writeString(node);
            description.writeTo(out);
        }
    }

    /** Returns the names of all indices, as the user gave them. */
    public OriginalIndices indices() {
        return new OriginalIndices(
                handles.stream()
                        .flatMap(handle -> Stream.of(handle.session().indices().indices()))
                        .distinct()
                        .toArray(String[]::new),
                handles.getFirst().session().indices().indicesOptions());
    }

    /** Returns the scheme of all shards. */
    public Scheme scheme() {
        return handles.getFirst().description().field().scheme();
    }

    /**
     * Returns the shards, to which this node sends messages. Their sessions are not closed with these.
     *
     * @throws ElasticsearchStatusException if a node of a shard is not in the cluster
     */
    public List<Shard> shards(JobMessages messages) {
        return handles.stream().<Shard>map(handle -> {
            DiscoveryNode node = messages.nodes().get(handle.node());
            if (node == null) {
                throw new ElasticsearchStatusException(
                        "the node [{}] of the shard {} is not in the cluster",
                        RestStatus.SERVICE_UNAVAILABLE, handle.node(), handle.shardId());
            }
            return new RemoteShard(messages, node, handle);
        }).toList();
    }
}
