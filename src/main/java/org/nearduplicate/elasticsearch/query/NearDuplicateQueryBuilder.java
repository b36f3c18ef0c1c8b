package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.peers.PeerPhase.PeerRequest;
import org.nearduplicate.elasticsearch.peers.PeerQueryBuilder;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.elasticsearch.request.StoredDocument.DocumentLookup;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.LeafQuery;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * The query {@code near_duplicate}: every document whose {@code minhash} field is a near duplicate of a text
 * or of a stored document, scored by its similarity.
 *
 * <p>A stored document is fetched once, on the coordinating node, and rewritten to a query for its
 * texts, so that the query works wherever a query can stand.
 */
public final class NearDuplicateQueryBuilder extends LeafQuery<NearDuplicateQueryBuilder> {

    /** The name of the query. */
    public static final String NAME = "near_duplicate";

    private static final String FIELD = "field";
    private static final String BOOST = BOOST_FIELD.getPreferredName();
    private static final String QUERY_NAME = NAME_FIELD.getPreferredName();

    /** Only shown, never read: no user can request it. */
    private static final String EVERY_DOCUMENT = "every_document";

    private static final String LIKE =
            Like.WHAT + ", with a clause of [dis_max] for each of several";

    private static final RequestBody OBJECT =
            new RequestBody(NAME)
                    .text(FIELD)
                    .value(Like.NAME, parser -> Like.parse(Like.NAME, LIKE, parser))
                    .parameters(
                            Parameters.MIN_SIMILARITY, Parameters.RECALL, Verify.PARAMETER,
                            ShareOf.PARAMETER,
                            QueryOptions.MAX_BUCKET_SIZE)
                    .object(PeerOptions.WITHIN, Within.WHAT, Within::parseWithOrigin)
                    .flag(QueryOptions.INCLUDE_SELF)
                    .flag(QueryOptions.IGNORE_UNMAPPED)
                    .value(IgnoredTexts.NAME, IgnoredTexts::parse)
                    .with(BOOST,
                            object -> object.declareFloat(RequestBody.said(BOOST), BOOST_FIELD))
                    .with(QUERY_NAME, object -> object.declareString(RequestBody.said(QUERY_NAME),
                            NAME_FIELD));

    private final String field;
    private final Like like;
    private final QueryOptions options;

    /** Whether every document with a signature is a hit, scored by its similarity however low. */
    private final boolean everyDocument;

    /** Set while a stored document is being fetched; such a builder never leaves its node. */
    private final SetOnce<StoredDocument> fetched;

    NearDuplicateQueryBuilder(String field, Like like, QueryOptions options) {
        this(field, like, options, false, null);
    }

    private NearDuplicateQueryBuilder(
            String field,
            Like like,
            QueryOptions options,
            boolean everyDocument,
            SetOnce<StoredDocument> fetched) {
        this.field = Objects.requireNonNull(field);
        this.like = Objects.requireNonNull(like);
        this.options = Objects.requireNonNull(options);
        this.everyDocument = everyDocument;
        this.fetched = fetched;
    }

    /** Reads a query that another node sent. */
    public NearDuplicateQueryBuilder(StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
        this.field = in.readString();
        this.like = Like.read(in);
        this.options = new QueryOptions(in);
        this.everyDocument = in.readBoolean();
        this.fetched = null;
    }

    /**
     * Creates the query for the near duplicates of some texts.
     *
     * @param texts as the values of an array field; none, or such without words, have no near duplicates
     * @param minSimilarity in (0,1], or null, as the next two, for the default of {@link QueryOptions}
     * @param recall in (0,1)
     * @throws IllegalArgumentException if the similarity or the recall is out of its bounds
     */
    public static NearDuplicateQueryBuilder ofTexts(
            String field, List<String> texts, Double minSimilarity, Double recall, Verify verify) {
        return new NearDuplicateQueryBuilder(
                field,
                new Like.Texts(texts),
                new QueryOptions(minSimilarity, recall, verify));
    }

    /**
     * Creates a query that scores every document with a signature by its similarity to some texts, as
     * the query for their near duplicates would, but without a minimum and without bands. To be used
     * beside a filter that leaves a few documents.
     *
     * @param texts as the values of an array field; none, or such without words, have no hits
     * @param verify null for exactly where that is possible
     * @return the query, whose scores are in [0,1]
     */
    public static NearDuplicateQueryBuilder ofEveryDocument(
            String field, List<String> texts, Verify verify) {
        return new NearDuplicateQueryBuilder(
                field,
                new Like.Texts(texts),
                new QueryOptions(null, null, verify),
                true,
                null);
    }

    /**
     * Reads a query from JSON.
     *
     * @throws IllegalArgumentException if a parameter is unknown, missing or out of its bounds
     */
    public static NearDuplicateQueryBuilder fromXContent(XContentParser parser) throws IOException {
        RequestBody.Values said = OBJECT.read(parser, null);
        Like like = RequestBody.requireGiven(Like.NAME, said.get(Like.NAME));
        QueryOptions options = new QueryOptions(said);
        if (options.within() != null && like instanceof Like.Texts) {
            RequestBody.requireGiven(Within.ORIGIN, options.within().origin());
        }
        return new NearDuplicateQueryBuilder(
                RequestBody.requireGiven(FIELD, said.get(FIELD)), like, options)
                .boost(said.get(BOOST, DEFAULT_BOOST))
                .queryName(said.get(QUERY_NAME));
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
        if (fetched != null) {
            throw new IllegalStateException("[like] is still being fetched");
        }
        WireVersion.write(out);
        out.writeString(field);
        Like.write(out, like);
        options.writeTo(out);
        out.writeBoolean(everyDocument);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.field(FIELD, field);
        like.toXContent(builder, params);
        options.toXContent(builder, params);
        if (everyDocument) {
            builder.field(EVERY_DOCUMENT, true);
        }
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
        if (fetched != null) {
            return fetched.get() == null ? this : queryFor(fetched.get());
        }
        SearchExecutionContext shard =
                context == null ? null : context.convertToSearchExecutionContext();
        if (shard != null && options.ignoreUnmapped() && shard.getFieldType(field) == null) {
            // Clauses beside it are not made then.
            return new MatchNoneQueryBuilder("unmapped field [" + field + "]");
        }
        if (like instanceof Like.Document document
                && context != null
                && shard == null) {
            return fetch(document, context);
        }
        if (like instanceof Like.Texts && options.within() != null) {
            return within(withoutWithin(like), PeerQueryBuilder.of(options.within()));
        }
        return super.doRewrite(context);
    }

    @Override
    protected Query doToQuery(SearchExecutionContext context) throws IOException {
        if (options.ignoreUnmapped() && context.getFieldType(field) == null) {
            return new MatchNoDocsQuery("unmapped field [" + field + "]");
        }
        MinHashFieldType fieldType = MinHashFieldType.require(field, context);
        if (like instanceof Like.Texts == false) {
            throw new QueryShardException(
                    context,
                    "[like] must be a text here, got a stored document: only a search can read one, before it goes to"
                            + " shards");
        }
        List<String> texts = ((Like.Texts) like).texts();
        NearDuplicateQueryFactory factory =
                new NearDuplicateQueryFactory(fieldType, options, context);
        return everyDocument ? factory.createOfEveryDocument(texts) : factory.create(texts);
    }

    @Override
    protected boolean doEquals(NearDuplicateQueryBuilder other) {
        return field.equals(other.field)
                && like.equals(other.like)
                && options.equals(other.options)
                && everyDocument == other.everyDocument
                && fetched == other.fetched;
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(field, like, options, everyDocument);
    }

    private QueryBuilder fetch(Like.Document document, QueryRewriteContext context) {
        Within within = options.within();
        boolean needsTime = within != null && within.origin() == null;
        DocumentLookup lookup = document.lookup(
                context.getResolvedIndices(),
                needsTime ? new PeerRequest(PeerOptions.of(within)) : null);
        SetOnce<StoredDocument> result = new SetOnce<>();
        context.registerAsyncAction(
                (client, listener) -> lookup.find(
                        client,
                        field,
                        listener.map(
                                found -> {
                                    result.set(found);
                                    return null;
                                })));
        return new NearDuplicateQueryBuilder(field, like, options, false, result);
    }

    private NearDuplicateQueryBuilder withoutWithin(Like other) {
        return new NearDuplicateQueryBuilder(field, other, options.withoutWithin());
    }

    /** Returns a query for the hits of another that are near in time. */
    private static QueryBuilder within(QueryBuilder query, QueryBuilder near) {
        return QueryBuilders.boolQuery().must(query).filter(near);
    }

    /** Returns the query for the texts of a stored document, which leaves the document itself out. */
    private QueryBuilder queryFor(StoredDocument document) {
        QueryBuilder query = withoutWithin(new Like.Texts(document.texts()));
        Within within = options.within();
        if (within != null) {
            query = within(
                    query,
                    within.origin() == null
                            ? PeerQueryBuilder.of(
                                    PeerOptions.of(within), Peer.of(document.added()))
                            : PeerQueryBuilder.of(within));
        }
        if (options.includeSelf()) {
            return query;
        }
        return QueryBuilders.boolQuery()
                .must(query)
                .mustNot(StoredDocument.only(document.document()));
    }
}
