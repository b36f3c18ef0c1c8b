package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunExecutor;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.PresentField;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;

/** Runs requests to tune, on the node that was asked. */
public final class TransportTuneAction
        extends TransportAction<LocalRequest<TuneParameters>, TuneResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/tune";

    /** The action. */
    public static final ActionType<TuneResponse> TYPE = new ActionType<>(NAME);

    private final ClusterService clusterService;
    private final IndicesService indicesService;
    private final CircuitBreaker breaker;
    private final Project.Finder projects;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final RunExecutor runs;

    /** Created by Elasticsearch. */
    @Inject
    public TransportTuneAction(
            TransportService transportService,
            ActionFilters actionFilters,
            ClusterService clusterService,
            IndicesService indicesService,
            CircuitBreakerService breakers,
            Project.Finder projects,
            IndexNameExpressionResolver resolver,
            Client client) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.clusterService = clusterService;
        this.indicesService = indicesService;
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.projects = projects;
        this.resolver = resolver;
        this.client = client;
        this.runs =
                new RunExecutor(
                        transportService.getThreadPool(), transportService.getTaskManager(),
                        breaker);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<TuneParameters> request,
            ActionListener<TuneResponse> listener) {
        TuneLimits.of(clusterService.getClusterSettings()).check(request.parameters());
        ProgressTask<TuneStatus> run = ProgressTask.of(task, TuneStatus.class);
        runs.start(run, request, listener, () -> run(run, request));
    }

    private TuneResponse run(ProgressTask<TuneStatus> task, LocalRequest<TuneParameters> request)
            throws IOException {
        task.progress(status -> status.sampled(0));
        Project project = projects.find();
        List<IndexMetadata> indices = Arrays.stream(
                resolver.concreteIndexNames(project.cluster(), request))
                .sorted()
                .map(project::index)
                .toList();
        TuneTarget target = new TuneTarget(indices);
        try (TuneAnalyzers analyzers = analyzers(target.first());
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate tune")) {
            TuneMonitor monitor = new TuneMonitor(task, account);
            RunSearches searches = new RunSearches(
                    new ParentTaskAssigningClient(client, clusterService.localNode(), task),
                    request,
                    monitor,
                    false);
            return answer(request.parameters(), searches, analyzers, target, monitor);
        }
    }

    private static TuneResponse answer(
            TuneParameters parameters,
            RunSearches searches,
            TuneAnalyzers analyzers,
            TuneTarget target,
            TuneMonitor monitor) {
        long startNanos = System.nanoTime();
        ParameterGrid grid = parameters.grid();
        Map<String, Analyzer> analyzersByName = analyzers.byName(grid.analyzers());
        List<String> fields = MinHashFields.madeFrom(searches, parameters.field());
        List<PresentField> present = target.present(fields);
        analyzersByName.putAll(
                analyzers.byName(
                        present.stream().map(field -> field.shingles().analyzer()).toList()));
        Sample sample =
                new Sampler(searches, parameters, fields, target.maxHits(), monitor).sample();
        Tuning tuning = new TuningJob(
                sample.texts(), grid, present, parameters.passages(), analyzersByName,
                parameters.objective(), monitor)
                .run();
        return new TuneResponse(
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                sample.description(),
                sample.withoutText(),
                parameters.objective(),
                grid.leftOut(),
                tuning);
    }

    /** They are made here, as the node may hold no shard of the index. */
    private TuneAnalyzers analyzers(IndexMetadata index) throws IOException {
        return new TuneAnalyzers(
                index.getIndex().getName(),
                indicesService.getAnalysis()
                        .build(
                                IndexCreationContext.CREATE_INDEX,
                                new IndexSettings(index, clusterService.getSettings())));
    }
}
