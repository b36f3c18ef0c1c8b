package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.PresentField;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;

/** Runs requests to tune, on the node that was asked. */
public final class TransportTuneAction
        extends RunAction<TuneParameters, TuneStatus, TuneResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/tune";

    /** The action. */
    public static final ActionType<TuneResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportTuneAction(NodeServices node) {
        super(NAME, TuneStatus.class, node);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<TuneParameters> request,
            ActionListener<TuneResponse> listener) {
        TuneLimits.of(node.cluster().getClusterSettings()).check(request.parameters());
        super.doExecute(task, request, listener);
    }

    @Override
    protected TuneResponse run(
            ProgressTask<TuneStatus> task, LocalRequest<TuneParameters> request)
            throws IOException {
        task.progress(status -> status.sampled(0));
        Project project = node.projects().find();
        List<IndexMetadata> indices = Arrays.stream(node.names(project, request))
                .sorted()
                .map(project::index)
                .toList();
        TuneTarget target = new TuneTarget(indices);
        try (TuneAnalyzers analyzers = analyzers(target.first());
                BreakerAccount account = new BreakerAccount(
                        node.breaker(), "near_duplicate tune")) {
            TuneMonitor monitor = new TuneMonitor(task, account);
            RunSearches searches =
                    new RunSearches(node.client(task), request, monitor, false);
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
                node.indices()
                        .getAnalysis()
                        .build(
                                IndexCreationContext.CREATE_INDEX,
                                new IndexSettings(index, node.cluster().getSettings())));
    }
}
