package org.nearduplicate.elasticsearch;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.indices.analysis.PreBuiltCacheFactory.CachingStrategy;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ExecutorBuilder;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.analysis.WordTokenizer;
import org.nearduplicate.elasticsearch.chain.RestChainAction;
import org.nearduplicate.elasticsearch.chain.TransportChainAction;
import org.nearduplicate.elasticsearch.collapse.CollapseFilter;
import org.nearduplicate.elasticsearch.collapse.CollapseRetriever;
import org.nearduplicate.elasticsearch.collapse.WindowPhase;
import org.nearduplicate.elasticsearch.collapse.WindowPhase.WindowRequest;
import org.nearduplicate.elasticsearch.curve.RestCurveAction;
import org.nearduplicate.elasticsearch.field.MinHashBandsTokenFilterFactory;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.groups.GroupsSettings;
import org.nearduplicate.elasticsearch.groups.GroupsStatus;
import org.nearduplicate.elasticsearch.groups.RestGroupsAction;
import org.nearduplicate.elasticsearch.groups.TransportGroupsAction;
import org.nearduplicate.elasticsearch.ingest.NearDuplicateIngest;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction;
import org.nearduplicate.elasticsearch.lookup.ShardNotes;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction;
import org.nearduplicate.elasticsearch.passages.PassageHighlighter;
import org.nearduplicate.elasticsearch.passages.RestCompareAction;
import org.nearduplicate.elasticsearch.passages.TransportCompareAction;
import org.nearduplicate.elasticsearch.peers.PeerPhase;
import org.nearduplicate.elasticsearch.peers.PeerPhase.PeerRequest;
import org.nearduplicate.elasticsearch.peers.PeerQueryBuilder;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.query.SearchClauses;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.shards.ShardSessions;
import org.nearduplicate.elasticsearch.stats.RestStatsAction;
import org.nearduplicate.elasticsearch.stats.TransportStatsAction;
import org.nearduplicate.elasticsearch.tuning.RestTuneAction;
import org.nearduplicate.elasticsearch.tuning.TransportTuneAction;
import org.nearduplicate.elasticsearch.tuning.TuneSettings;
import org.nearduplicate.elasticsearch.tuning.TuneStatus;
import org.nearduplicate.elasticsearch.version.Action;
import org.nearduplicate.elasticsearch.version.RestHandlersPlugin;

/** Registers what the plugin adds to Elasticsearch. */
public final class NearDuplicatePlugin extends RestHandlersPlugin
        implements AnalysisPlugin, IngestPlugin, MapperPlugin, SearchPlugin {

    private final ShardSessions sessions = new ShardSessions();
    private final CollapseFilter collapses = new CollapseFilter();
    private final ShardNotes notes = new ShardNotes();
    private final NearDuplicateIngest ingest = new NearDuplicateIngest();

    /** The breaker of requests; none until the node has shards. */
    private volatile CircuitBreaker requests;

    @Override
    public Collection<?> createComponents(PluginServices services) {
        requests = services.indicesService()
                .getCircuitBreakerService()
                .getBreaker(CircuitBreaker.REQUEST);
        collapses.start(services.clusterService(), requests);
        notes.start(
                requests, services.threadPool().executor(ThreadPool.Names.REFRESH));
        ingest.start(
                services.client(), services.threadPool(), requests,
                services.environment().settings(), services.xContentRegistry());
        return List.of(sessions, notes, ingest);
    }

    @Override
    public void onIndexModule(IndexModule indexModule) {
        indexModule.addIndexEventListener(sessions);
        indexModule.addIndexEventListener(notes);
        indexModule.addIndexOperationListener(notes);
        indexModule.addSearchOperationListener(new SearchClauses(requests));
    }

    @Override
    protected List<Action<?, ?>> actions() {
        return List.of(
                new Action<>(TransportGroupsAction.TYPE, TransportGroupsAction.class),
                new Action<>(TransportChainAction.TYPE, TransportChainAction.class),
                new Action<>(TransportCompareAction.TYPE, TransportCompareAction.class),
                new Action<>(TransportStatsAction.TYPE, TransportStatsAction.class),
                new Action<>(TransportTuneAction.TYPE, TransportTuneAction.class),
                new Action<>(TransportLookupAction.TYPE, TransportLookupAction.class),
                new Action<>(
                        TransportIngestStatsAction.TYPE, TransportIngestStatsAction.class));
    }

    @Override
    protected Collection<RestHandler> restHandlers() {
        return List.of(
                new RestGroupsAction(),
                new RestChainAction(),
                new RestCompareAction(),
                new RestCurveAction(),
                new RestStatsAction(),
                new RestTuneAction());
    }

    @Override
    public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
        return List.of(
                new NamedWriteableRegistry.Entry(
                        Task.Status.class, GroupsStatus.NAME, GroupsStatus::new),
                new NamedWriteableRegistry.Entry(
                        Task.Status.class, TuneStatus.NAME, TuneStatus::new),
                new NamedWriteableRegistry.Entry(
                        SearchExtBuilder.class, WindowRequest.NAME, WindowRequest::new),
                new NamedWriteableRegistry.Entry(
                        SearchExtBuilder.class, PeerRequest.NAME, PeerRequest::new));
    }

    @Override
    public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
        return List.of(RunAction.builder(settings));
    }

    @Override
    public List<Setting<?>> getSettings() {
        List<Setting<?>> ofSearches = List.of(
                QuerySettings.MAX_BUCKET_SIZE,
                QuerySettings.MAX_LIKE_LENGTH,
                GroupsSettings.MEMORY,
                TuneSettings.MAX_SETTINGS,
                TuneSettings.MAX_SAMPLE_SIZE);
        return CollectionUtils.concatLists(ofSearches, NearDuplicateIngest.settings());
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(MinHashBandsTokenFilterFactory.NAME, MinHashBandsTokenFilterFactory::new);
    }

    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        return List.of(MinHashBandsTokenFilterFactory.preConfigured());
    }

    @Override
    public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(
                PreConfiguredTokenizer.singleton(NearDuplicateAnalyzer.NAME, WordTokenizer::new));
    }

    @Override
    public List<PreBuiltAnalyzerProviderFactory> getPreBuiltAnalyzerProviderFactories() {
        return List.of(
                new PreBuiltAnalyzerProviderFactory(
                        NearDuplicateAnalyzer.NAME, CachingStrategy.ONE,
                        NearDuplicateAnalyzer::new));
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(MinHashFieldMapper.CONTENT_TYPE, MinHashFieldMapper.parser(this::charge));
    }

    /** Charges what a query takes while it makes the set of a large text. Elasticsearch charges what the query keeps. */
    private void charge(long bytes) {
        if (requests != null) {
            BreakerAccount.charge(requests, "near_duplicate query", bytes);
        }
    }

    @Override
    public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
        return ingest.processors(parameters);
    }

    @Override
    public List<RetrieverSpec<?>> getRetrievers() {
        return List.of(CollapseRetriever.spec(collapses));
    }

    @Override
    public Collection<MappedActionFilter> getMappedActionFilters() {
        return CollectionUtils.concatLists(List.of(collapses), ingest.filters());
    }

    @Override
    public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
        return List.of(new WindowPhase(), new PeerPhase());
    }

    @Override
    public Map<String, Highlighter> getHighlighters() {
        return Map.of(PassageHighlighter.TYPE, new PassageHighlighter());
    }

    @Override
    public List<QuerySpec<?>> getQueries() {
        return List.of(
                new QuerySpec<>(
                        NearDuplicateQueryBuilder.NAME,
                        NearDuplicateQueryBuilder::new,
                        NearDuplicateQueryBuilder::fromXContent),
                new QuerySpec<>(
                        PeerQueryBuilder.NAME, PeerQueryBuilder::new,
                        PeerQueryBuilder::fromXContent));
    }
}
