package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.mapper.DateFieldMapper.DateFieldType;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.field.FieldValues;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.LeafQuery;

/** The query for the peers of a document, in a search that has other clauses. It cannot be written by users. */
public final class PeerQueryBuilder extends LeafQuery<PeerQueryBuilder> {

    /** The name of the query between nodes. */
    public static final String NAME = "near_duplicate_peers";

    private static final byte[] NO_BYTES = {};

    private final PeerOptions options;
    private final Peer peer;

    private PeerQueryBuilder(PeerOptions options, Peer peer) {
        this.options = options;
        this.peer = peer;
    }

    /**
     * Returns the query for the peers of a document.
     *
     * @param options what peers have in common
     * @param peer that of the document
     */
    public static QueryBuilder of(PeerOptions options, Peer peer) {
        return peer.bytes() == null
                ? new MatchNoneQueryBuilder()
                : new PeerQueryBuilder(options, peer);
    }

    /** Returns the query for documents that are no further from a time than an interval that has this origin. */
    public static QueryBuilder of(Within within) {
        return new PeerQueryBuilder(PeerOptions.of(within), new Peer(NO_BYTES, ""));
    }

    /** Reads a query that another node sent. */
    public PeerQueryBuilder(StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
        this.options = new PeerOptions(in);
        this.peer = new Peer(in.readByteArray(), in.readString());
    }

    /** Refuses to read it from a request. */
    public static PeerQueryBuilder fromXContent(XContentParser parser) {
        throw new IllegalArgumentException("[" + NAME + "] is no query that a request can have");
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    /** Every version: {@link WireVersion} checks whether nodes understand each other. */
    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.fromId(0);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        WireVersion.write(out);
        options.writeTo(out);
        out.writeByteArray(peer.bytes());
        out.writeString(peer.kinds());
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        options.toXContent(builder, params);
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected Query doToQuery(SearchExecutionContext context) {
        PeerValues values = PeerValues.open(context, options);
        peer.requireKinds(values.kinds());
        return PeerQuery.of(
                values, options.hasOrigin() ? origin(values, context) : peer.bytes());
    }

    /** Reads the time as the field reads dates, those relative to now included. */
    private byte[] origin(PeerValues values, SearchExecutionContext context) {
        Within within = options.within();
        if (context.getFieldType(within.field()) instanceof DateFieldType dates) {
            byte[] bytes = new byte[values.format().length()];
            try {
                values.format().putTime(
                        bytes, 0,
                        dates.resolution().toInstant(
                                dates.parseToLong(
                                        within.origin(), false, null, null,
                                        context::nowInMillis)));
            } catch (IllegalArgumentException | ElasticsearchParseException | DateTimeException
                    | ArithmeticException e) {
                throw new IllegalArgumentException(
                        "[" + Within.ORIGIN + "] must be a date as [" + within.field()
                                + "] takes it, got [" + within.origin() + "]: " + e.getMessage(),
                        e);
            }
            return bytes;
        }
        throw FieldValues.refusal(
                context, Within.FIELD, within.field(), "which takes no dates");
    }

    @Override
    protected boolean doEquals(PeerQueryBuilder other) {
        return options.equals(other.options) && Arrays.equals(peer.bytes(), other.peer.bytes());
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(options, Arrays.hashCode(peer.bytes()));
    }
}
