package org.nearduplicate.elasticsearch.collapse;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RankDocsRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.collapse.CollapseFilter.CollapseLink;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/**
 * Of the hits of another retriever that are near duplicates, keeps the one that ranks first. Rewritten like a
 * compound retriever of Elasticsearch: the search has a point in time, in which the window of its child is
 * searched, and the hits that stay are a query for these documents. It is no {@link CompoundRetrieverBuilder}
 * because that one combines what it has on the thread that received it, and cannot search again.
 */
public final class CollapseRetriever extends RetrieverBuilder {

    /** The name of the retriever in requests. */
    public static final String NAME = "near_duplicate_collapse";

    private static final String RETRIEVER = "retriever";
    private static final String FILTER = PRE_FILTER_FIELD.getPreferredName();
    private static final String MIN_SCORE = MIN_SCORE_FIELD.getPreferredName();
    private static final String QUERY_NAME = NAME_FIELD.getPreferredName();

    /** Includes what every retriever has: Elasticsearch declares that only for its own parsers of retrievers. */
    private static final RequestBody OBJECT =
            PeerOptions.declare(new RequestBody(NAME))
                    .with(
                            RETRIEVER, object -> object.declareNamedObject(
                                    RequestBody.said(RETRIEVER),
                                    (parser, context, name) -> parser.namedObject(
                                            RetrieverBuilder.class, name, context),
                                    new ParseField(RETRIEVER)))
                    .text(CollapseOptions.FIELD)
                    .parameters(
                            Parameters.MIN_SIMILARITY, Verify.PARAMETER,
                            Parameters.MIN_SHINGLES,
                            CollapseOptions.RANK_WINDOW_SIZE, CollapseOptions.MAX_NEAR_DUPLICATES)
                    .with(
                            FILTER, object -> object.declareObjectArray(
                                    RequestBody.said(FILTER),
                                    (parser, context) -> AbstractQueryBuilder.parseTopLevelQuery(
                                            parser,
                                            ((RetrieverParserContext) context)::trackQueryUsage),
                                    PRE_FILTER_FIELD))
                    .with(MIN_SCORE, object -> object.declareFloat(RequestBody.said(MIN_SCORE),
                            MIN_SCORE_FIELD))
                    .with(QUERY_NAME, object -> object.declareString(RequestBody.said(QUERY_NAME),
                            NAME_FIELD));

    /** The retriever whose hits are collapsed. */
    final RetrieverBuilder child;

    /** Leads to the filter of the search. */
    final CollapseLink link;

    private final CollapseFilter filter;
    private final CollapseOptions options;

    /** The search for the window once the child is rewritten, or null. */
    private final SearchSourceBuilder window;

    private CollapseRetriever(
            CollapseFilter filter, RetrieverBuilder child, CollapseOptions options,
            CollapseLink link,
            SearchSourceBuilder window) {
        this.filter = filter;
        this.child = child;
        this.options = options;
        this.link = link;
        this.window = window;
    }

    /** Returns what Elasticsearch reads the retriever by. */
    public static RetrieverSpec<CollapseRetriever> spec(CollapseFilter filter) {
        return new RetrieverSpec<>(
                NAME, (parser, context) -> of(OBJECT.read(parser, context), filter));
    }

    private static CollapseRetriever of(RequestBody.Values said, CollapseFilter filter) {
        CollapseRetriever retriever = new CollapseRetriever(
                filter, RequestBody.requireGiven(RETRIEVER, said.get(RETRIEVER)),
                new CollapseOptions(said), new CollapseLink(), null);
        retriever.getPreFilterQueryBuilders().addAll(said.get(FILTER, List.of()));
        retriever.minScore(said.get(MIN_SCORE)).retrieverName(said.get(QUERY_NAME));
        return retriever;
    }

    @Override
    public String getName() {
        return NAME;
    }

    /** A search with such a retriever gets a point in time. */
    @Override
    public boolean isCompound() {
        return true;
    }

    @Override
    public RetrieverBuilder rewrite(QueryRewriteContext context) throws IOException {
        if (context.getPointInTimeBuilder() == null) {
            throw new IllegalStateException("[" + NAME + "] needs a point in time");
        }
        List<QueryBuilder> filters = rewritePreFilters(context);
        if (filters != preFilterQueryBuilders || passOn(filters)) {
            return with(child, null, filters);
        }
        RetrieverBuilder rewrittenChild = child.rewrite(context);
        if (rewrittenChild != child) {
            return with(rewrittenChild, null, filters);
        }
        SearchSourceBuilder rewrittenWindow = window == null
                ? CollapseRun.window(
                        context.getPointInTimeBuilder(), child, options, link.runtimeMappings)
                : window.rewrite(context);
        if (rewrittenWindow != window) {
            return with(child, rewrittenWindow, filters);
        }
        return run(context);
    }

    /**
     * Adds the filters that the child lacks to it, and returns whether there were any. A retriever around this one
     * adds its own filters to those of this one whenever it is rewritten.
     */
    private boolean passOn(List<QueryBuilder> filters) {
        List<QueryBuilder> missing = filters.stream()
                .filter(filter -> child.getPreFilterQueryBuilders().contains(filter) == false)
                .toList();
        return child.getPreFilterQueryBuilders().addAll(missing);
    }

    private CollapseRetriever with(
            RetrieverBuilder otherChild, SearchSourceBuilder otherWindow,
            List<QueryBuilder> filters) {
        CollapseRetriever other =
                new CollapseRetriever(filter, otherChild, options, link, otherWindow);
        other.getPreFilterQueryBuilders().addAll(filters);
        other.minScore(minScore).retrieverName(retrieverName);
        return other;
    }

    private RetrieverBuilder run(QueryRewriteContext context) {
        context.registerAsyncAction((client, listener) -> filter.collapse(
                client, window, options, link,
                listener.map(collapsed -> {
                    child.setRankDocs(collapsed.documents());
                    link.result = collapsed;
                    return null;
                })));
        RetrieverBuilder kept = new Kept();
        kept.retrieverName(retrieverName);
        return kept;
    }

    /**
     * The kept hits. For totals and aggregations the query of Elasticsearch for them matches all that its sources match,
     * the kept hits among these only, and the search requests no more hits than are kept. If some of these drop out,
     * others would be shown in their place.
     */
    private final class Kept extends RankDocsRetrieverBuilder {

        Kept() {
            super(
                    options.rankWindowSize(), List.of(child, new KeptDocuments()),
                    () -> link.result.kept(), CollapseRetriever.this.minScore);
        }

        /** A page that does not say where it begins, Elasticsearch 9.0 takes for one that begins at −1. */
        @Override
        public void extractToSearchSourceBuilder(
                SearchSourceBuilder source, boolean compoundUsed) {
            if (source.from() < 0) {
                source.from(SearchService.DEFAULT_FROM);
            }
            super.extractToSearchSourceBuilder(source, compoundUsed);
            if (isEmpty()) {
                source.query(documents());
            }
            if (source.postFilter() != null
                    || source.collapse() != null
                    || source.slice() != null) {
                source.postFilter(keptOf(source.postFilter()));
            }
        }

        private QueryBuilder keptOf(QueryBuilder filter) {
            return filter == null
                    ? documents()
                    : QueryBuilders.boolQuery().filter(documents()).filter(filter);
        }

        /** What a retriever around this one finds in its turn. */
        @Override
        public QueryBuilder topDocsQuery() {
            return isEmpty() ? documents() : documents(super.topDocsQuery());
        }

        @Override
        public QueryBuilder explainQuery() {
            return isEmpty() ? documents() : super.explainQuery();
        }

        /** A {@code knn} query without {@code k} and {@code num_candidates} fails in a search that requests no hits. */
        private boolean isEmpty() {
            return link.result.kept().length == 0;
        }

    }

    /**
     * The kept hits as a source of their own. The query of the child may match fewer of them when it is asked again: a
     * {@code knn} query without {@code k} matches as many as its search requests, and a page is smaller than the window.
     */
    private final class KeptDocuments extends RankDocsRetrieverBuilder {

        KeptDocuments() {
            super(options.rankWindowSize(), List.of(child), () -> link.result.kept(), null);
        }

        @Override
        public QueryBuilder topDocsQuery() {
            return documents();
        }

        @Override
        public QueryBuilder explainQuery() {
            return topDocsQuery();
        }
    }

    /** Returns what finds the kept hits alone, with the names and the inner hits of queries. */
    private QueryBuilder documents(QueryBuilder... queries) {
        return new RankDocsQueryBuilder(link.result.kept(), queries, true);
    }

    /** Warns the caller of a page that begins after the window. */
    void warnOfPage(int from) {
        if (from >= options.rankWindowSize()) {
            HeaderWarning.addWarning(
                    "[from] must be less than [{}: {}] for the page to have hits, got [{}]",
                    CollapseOptions.RANK_WINDOW_SIZE.name(), options.rankWindowSize(), from);
        }
    }

    @Override
    public ActionRequestValidationException validate(
            SearchSourceBuilder source,
            ActionRequestValidationException validation,
            boolean isScroll,
            boolean allowPartialSearchResults) {
        ActionRequestValidationException found =
                super.validate(source, validation, isScroll, allowPartialSearchResults);
        if (source.size() > options.rankWindowSize()) {
            found = addValidationError(
                    requires("greater than or equal to [size: " + source.size() + "]"), found);
        }
        if (isScroll) {
            found = addValidationError("cannot specify [" + NAME + "] and [scroll]", found);
        }
        int windowOfChild = switch (child) {
            case CompoundRetrieverBuilder<?> compound -> compound.rankWindowSize();
            case CollapseRetriever collapse -> collapse.options.rankWindowSize();
            default -> Integer.MAX_VALUE;
        };
        if (options.rankWindowSize() > windowOfChild) {
            found = addValidationError(
                    requires(
                            "smaller than or equal to that of its retriever ["
                                    + child.getName() + ": " + windowOfChild + "]"),
                    found);
        }
        return child.validate(source, found, isScroll, allowPartialSearchResults);
    }

    private String requires(String bound) {
        return "[" + NAME + "] requires [" + CollapseOptions.RANK_WINDOW_SIZE.name() + ": "
                + options.rankWindowSize() + "] to be " + bound;
    }

    @Override
    public QueryBuilder topDocsQuery() {
        throw notRewritten();
    }

    @Override
    public QueryBuilder explainQuery() {
        throw notRewritten();
    }

    @Override
    public void extractToSearchSourceBuilder(SearchSourceBuilder source, boolean compoundUsed) {
        throw notRewritten();
    }

    private static IllegalStateException notRewritten() {
        return new IllegalStateException("[" + NAME + "] has to be rewritten");
    }

    @Override
    protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field(RETRIEVER, child);
        options.toXContent(builder, params);
    }

    @Override
    protected boolean doEquals(Object other) {
        CollapseRetriever that = (CollapseRetriever) other;
        return child.equals(that.child) && options.equals(that.options);
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(child, options);
    }
}
