package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.peers.PeerOptions;

/**
 * Which documents a text is compared with.
 *
 * @param peers what they have in common with the document of the text
 * @param filter what they match, or null
 */
public record Counterparts(PeerOptions peers, QueryBuilder filter) implements Writeable {

    /** All documents. */
    public static final Counterparts ALL = new Counterparts(PeerOptions.NONE, null);

    /** Reads what {@link #writeTo} wrote. */
    Counterparts(StreamInput in) throws IOException {
        this(new PeerOptions(in), in.readOptionalNamedWriteable(QueryBuilder.class));
    }

    /** Returns whether these are all documents, so that nothing has to be known of the document of a text. */
    public boolean areAll() {
        return peers.areNone() && filter == null;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        peers.writeTo(out);
        out.writeOptionalNamedWriteable(filter);
    }

    /**
     * What a shard found out of the document of a text.
     *
     * @param peer what makes others its peers, by their format; null if it is a peer of none
     * @param isOne whether it would be compared with others itself: it matches the filter
     * @param failure why that could not be found out, or null
     * @param status whether it was found out: not if the shard would not index it, a bad request, or has no memory for it
     */
    public record Standing(byte[] peer, boolean isOne, String failure, RestStatus status)
            implements Writeable {

        /** That of every document, if all are compared. */
        public static final Standing ALIKE = new Standing(new byte[0], true, null, RestStatus.OK);

        /** That of a document that is not compared with any. */
        static final Standing ALONE = new Standing(null, false, null, RestStatus.OK);

        /** Returns that of a document that a shard refuses. */
        static Standing refused(String failure, RestStatus status) {
            return new Standing(null, false, failure, status);
        }

        Standing(StreamInput in) throws IOException {
            this(
                    in.readOptionalByteArray(), in.readBoolean(), in.readOptionalString(),
                    RestStatus.readFrom(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalByteArray(peer);
            out.writeBoolean(isOne);
            out.writeOptionalString(failure);
            RestStatus.writeTo(out, status);
        }
    }
}
