package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.MapperException;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.field.MappedField;
import org.nearduplicate.elasticsearch.field.SchemeOptions;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;

/** Runs requests to tune, on the node that received them. */
public final class TransportTuneAction
        extends RunAction<TuneParameters, TuneStatus, TuneResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/tune";

    /** The action. */
    public static final ActionType<TuneResponse> TYPE = new ActionType<>(NAME);

    private static final String NO_SEQUENCE_NUMBERS = "index.disable_sequence_numbers";

    /** Created by Elasticsearch. */
    @Inject
    public TransportTuneAction(NodeServices node) {
        super(NAME, node);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<TuneParameters> request,
            ActionListener<TuneResponse> listener) {
        TuneSettings.check(request.parameters(), node.cluster().getClusterSettings());
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
        requireOrder(indices);
        try (IndexAnalyzers analyzers = analyzers(indices.getFirst());
                BreakerAccount account = new BreakerAccount(
                        node.breaker(), "near_duplicate tune")) {
            TuneMonitor monitor = new TuneMonitor(task, account);
            RunSearches searches = new RunSearches(node.client(task), request, monitor, false);
            return answer(request.parameters(), searches, analyzers, indices, monitor);
        }
    }

    /** The first of the indices has the analyzers that a request may name, and the fields that are compared with. */
    private static TuneResponse answer(
            TuneParameters parameters, RunSearches searches, IndexAnalyzers analyzers,
            List<IndexMetadata> indices, TuneMonitor monitor) {
        long startNanos = System.nanoTime();
        String index = indices.getFirst().getIndex().getName();
        Map<String, Analyzer> analyzersByName = new HashMap<>();
        for (String name : parameters.grid().analyzers()) {
            analyzersByName.put(name, analyzer(name, analyzers, index));
        }
        List<String> fields = Sampler.minHashFields(searches, parameters.field());
        Map<String, Setting> present = present(indices.getFirst(), fields);
        for (Setting field : present.values()) {
            analyzersByName.put(field.analyzer(), analyzer(field.analyzer(), analyzers, index));
        }
        int maxHits = RunSearches.maxHits(indices.stream());
        Sample sample = new Sampler(searches, parameters, fields, maxHits, monitor).sample();
        Tuning tuning = new TuningJob(
                sample.texts(), parameters.grid(), present, analyzersByName,
                parameters.objective(), monitor)
                .run();
        return new TuneResponse(
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                sample.description(), tuning);
    }

    /** From 9.5 on an index may keep none, by its settings or its mode. Earlier lines have no such setting. */
    private static boolean lacksSequenceNumbers(Settings index) {
        return Optional
                .ofNullable(IndexScopedSettings.DEFAULT_SCOPED_SETTINGS.get(NO_SEQUENCE_NUMBERS))
                .filter(setting -> setting.get(index).equals(true))
                .isPresent();
    }

    private static void requireOrder(List<IndexMetadata> indices) {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        for (IndexMetadata index : indices) {
            if (lacksSequenceNumbers(index.getSettings())) {
                throw new IllegalArgumentException(
                        "[" + NO_SEQUENCE_NUMBERS + "] must be [false], as sequence numbers give"
                                + " documents their random order, got [true] in ["
                                + index.getIndex().getName() + "]");
            }
        }
    }

    /** Returns those of some fields that an index has, by their names. */
    private static Map<String, Setting> present(IndexMetadata index, List<String> names) {
        Map<String, MappedField> mapped = MappedField.of(index);
        Map<String, Setting> present = new LinkedHashMap<>();
        for (String name : names) {
            MappedField field = mapped.get(name);
            if (field != null) {
                SchemeOptions options = field.options();
                present.put(
                        name,
                        new Setting(field.analyzer(), options.scheme(), options.bandChoice()));
            }
        }
        return present;
    }

    /** They are made here, as the node may hold no shard of the index. */
    private IndexAnalyzers analyzers(IndexMetadata index) throws IOException {
        return node.indices().getAnalysis().build(
                IndexCreationContext.CREATE_INDEX,
                new IndexSettings(index, node.cluster().getSettings()));
    }

    private static Analyzer analyzer(String name, IndexAnalyzers analyzers, String index) {
        NamedAnalyzer analyzer = analyzers.get(name);
        if (analyzer == null) {
            throw refusal(name, index, "which it does not have", null);
        }
        try {
            analyzer.checkAllowedInMode(AnalysisMode.ALL);
        } catch (MapperException e) {
            throw refusal(name, index, "which can be reloaded, or is for searches only", e);
        }
        return analyzer;
    }

    private static IllegalArgumentException refusal(
            String name, String index, String reason, Exception cause) {
        return new IllegalArgumentException(
                "[" + TuneParameters.ANALYZER + "] must be an analyzer of the index [" + index
                        + "] that never changes, got [" + name + "], " + reason,
                cause);
    }
}
