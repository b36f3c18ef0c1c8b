package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
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
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.query.LikeDocument;
import org.nearduplicate.elasticsearch.query.LikeTexts;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.passages.Comparison;

/**
 * Compares two texts on the node that was asked. Stored documents are read by searches with the caller's
 * rights, children of its task.
 */
public final class TransportCompareAction
        extends TransportAction<LocalRequest<CompareOptions>, CompareResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/compare";

    /** The action. */
    public static final ActionType<CompareResponse> TYPE = new ActionType<>(NAME);

    private final ClusterService clusterService;
    private final IndicesService indicesService;
    private final CircuitBreaker breaker;
    private final Project.Finder projects;
    private final IndexNameExpressionResolver nameResolver;
    private final Executor executor;
    private final Client client;

    /** Created by Elasticsearch. */
    @Inject
    public TransportCompareAction(
            TransportService transportService,
            ActionFilters actionFilters,
            ClusterService clusterService,
            IndicesService indicesService,
            CircuitBreakerService breakers,
            Project.Finder projects,
            IndexNameExpressionResolver nameResolver,
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
        this.nameResolver = nameResolver;
        this.executor = transportService.getThreadPool().generic();
        this.client = client;
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<CompareOptions> request,
            ActionListener<CompareResponse> listener) {
        long startNanos = System.nanoTime();
        Project project = projects.find();
        String[] indices = nameResolver.concreteIndexNames(project.cluster(), request);
        if (indices.length == 0) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        IndexMetadata index = project.index(Arrays.stream(indices).sorted().findFirst().get());
        CompareOptions options = request.parameters();
        Texts texts = new Texts(
                new ParentTaskAssigningClient(client, clusterService.localNode(), task),
                request, indices.length);
        texts.find(CompareOptions.A, options.a(), listener.delegateFailureAndWrap(
                (next, a) -> texts.find(CompareOptions.B, options.b(), next.delegateFailureAndWrap(
                        (last, b) -> executor.execute(ActionRunnable.supply(
                                last,
                                () -> compare((CancellableTask) task, options, index, a, b,
                                        startNanos)))))));
    }

    private CompareResponse compare(
            CancellableTask task, CompareOptions options, IndexMetadata index,
            ComparedTexts a, ComparedTexts b, long startNanos) throws IOException {
        requireLength(CompareOptions.A, a, index);
        requireLength(CompareOptions.B, b, index);
        try (MapperService mappers = indicesService.createIndexMapperServiceForValidation(index);
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate compare")) {
            mappers.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
            MinHashFieldType field = MinHashFieldType.require(
                    options.field(), mappers.fieldType(options.field()));
            Comparison comparison = Comparison.of(
                    field.sketcher(), a.values(), b.values(), new TaskMonitor(task, account));
            requireWords(CompareOptions.A, options.field(), comparison.shinglesOfA());
            requireWords(CompareOptions.B, options.field(), comparison.shinglesOfB());
            return new CompareResponse(
                    a, b, comparison, options.size(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        }
    }

    private static void requireLength(String name, ComparedTexts texts, IndexMetadata index) {
        int maxLength = QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings());
        if (texts.length() > maxLength) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[%s] must have at most [%d] characters, which the index setting [%s] allows, got [%d]",
                            name, maxLength, QuerySettings.MAX_LIKE_LENGTH.getKey(),
                            texts.length()));
        }
    }

    private static void requireWords(String name, String field, int shingles) {
        if (shingles == 0) {
            throw new IllegalArgumentException(
                    "[" + name + "] must have words for [" + field + "], got none");
        }
    }

    /** Finds the texts of both sides. */
    private record Texts(Client client, LocalRequest<CompareOptions> request, int indices) {

        void find(String name, Like like, ActionListener<ComparedTexts> listener) {
            switch (like) {
                case LikeTexts given -> listener.onResponse(
                        new ComparedTexts(null, given.texts()));
                case LikeDocument stored -> {
                    DocumentReference document = stored.document();
                    document.requireIndex(name, indices);
                    DocumentLookup lookup = new DocumentLookup(
                            name, request.indices(), request.indicesOptions(), document.index(),
                            document.id(), document.routing(), null);
                    StoredDocument.find(
                            client, lookup, request.parameters().field(),
                            listener.map(
                                    found -> new ComparedTexts(
                                            new DocumentReference(
                                                    found.index(), found.id(), found.routing()),
                                            found.texts())));
                }
            }
        }
    }
}
