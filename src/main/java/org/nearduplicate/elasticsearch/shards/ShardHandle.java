package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.sketch.Scheme;

/**
 * What a node needs to send messages to a shard with an open session.
 *
 * @param node the identifier of the node that holds the session
 */
public record ShardHandle(
        SessionCalls.Session session, ShardId shardId, String node, ShardDescription description)
        implements Writeable {

    /**
     * How a shard describes itself when it is opened. Shards can be compared only if they agree in their fields
     * and in the kinds of values.
     *
     * @param maxDoc is above the numbers of its documents
     * @param documents the participating documents
     * @param ignored how many shingles are left out of sets
     * @param keepValues what kind of values the keep field has, or null without one
     * @param peerValues what kinds of values peers have in common
     */
    record ShardDescription(
            int maxDoc, ShardDocuments documents, FieldDescription field, int ignored,
            String keepValues, String peerValues)
            implements Writeable {

        ShardDescription(StreamInput in) throws IOException {
            this(
                    in.readVInt(),
                    new ShardDocuments(
                            in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(),
                            in.readVLong()),
                    new FieldDescription(in),
                    in.readVInt(),
                    in.readOptionalString(),
                    in.readString());
        }

        /** Returns the description of so many of the documents, which have signatures. */
        ShardDescription only(int some) {
            return new ShardDescription(
                    maxDoc, new ShardDocuments(some, 0, 0), field, ignored, keepValues,
                    peerValues);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(maxDoc);
            out.writeVLong(documents.documents());
            out.writeVLong(documents.withoutSignature());
            out.writeVLong(documents.ofOneShingle());
            out.writeVLong(documents.withoutValues());
            out.writeVLong(documents.tooShort());
            field.writeTo(out);
            out.writeVInt(ignored);
            out.writeOptionalString(keepValues);
            out.writeString(peerValues);
        }
    }

    /** Reads what {@link #writeTo} wrote. */
    public ShardHandle(StreamInput in) throws IOException {
        this(
                new SessionCalls.Session(in), new ShardId(in), in.readString(),
                new ShardDescription(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        session.writeTo(out);
        shardId.writeTo(out);
        out.writeString(node);
        description.writeTo(out);
    }

    /** Returns the handle of a session in this one, which shows some of the documents. */
    ShardHandle only(String inner, int documents) {
        return new ShardHandle(
                new SessionCalls.Session(session.indices(), inner), shardId, node,
                description.only(documents));
    }

    /** Returns how the user named the index of the shard. */
    public OriginalIndices indices() {
        return session.indices();
    }

    /** Returns the scheme of the field. */
    public Scheme scheme() {
        return description.field().scheme();
    }

    /**
     * Returns the shard, to which this node sends messages.
     *
     * @throws ElasticsearchStatusException if the node of the shard is not in the cluster
     */
    public RemoteShard shard(JobMessages messages) {
        DiscoveryNode holder = messages.nodes().get(node);
        if (holder == null) {
            throw new ElasticsearchStatusException(
                    "the node [{}] of the shard {} is not in the cluster",
                    RestStatus.SERVICE_UNAVAILABLE, node, shardId);
        }
        return new RemoteShard(messages, holder, this);
    }
}
