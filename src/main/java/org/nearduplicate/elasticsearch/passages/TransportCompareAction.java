package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.StoredDocument.DocumentLookup;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.ShingledText;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * Compares two texts on this node, on one of its threads for searches. Stored documents are read
 * by searches with the caller's rights, children of its task.
 */
public final class TransportCompareAction extends LocalAction<CompareOptions, CompareResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/compare";

    /** The action. */
    public static final ActionType<CompareResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportCompareAction(NodeServices node) {
        super(NAME, node);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<CompareOptions> request,
            ActionListener<CompareResponse> listener) {
        long startNanos = System.nanoTime();
        Project project = node.projects().find();
        String[] indices = node.names(project, request);
        if (indices.length == 0) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        CompareOptions options = request.parameters();
        Client client = node.client(task);
        find(client, request, indices, CompareOptions.A, options.a(),
                listener.delegateFailureAndWrap(
                        (both, a) -> find(client, request, indices, CompareOptions.B, options.b(),
                                both.delegateFailureAndWrap((next, b) -> {
                                    IndexMetadata index = index(project, a, b, indices);
                                    node.threadPool().executor(ThreadPool.Names.SEARCH)
                                            .execute(ActionRunnable.supply(next,
                                                    () -> new CompareResponse(
                                                            a, b,
                                                            compare((CancellableTask) task, options,
                                                                    a, b, index),
                                                            options.texts(),
                                                            TimeUnit.NANOSECONDS
                                                                    .toMillis(System.nanoTime()
                                                                            - startNanos))));
                                }))));
    }

    /** Finds the texts of a side. */
    private static void find(
            Client client, LocalRequest<CompareOptions> request, String[] indices, String name,
            Like like, ActionListener<Side> listener) {
        switch (like) {
            case Like.Texts given -> listener.onResponse(new Side(null, given.texts()));
            case Like.Document stored -> {
                stored.reference().requireIndex(name, indices.length);
                new DocumentLookup(name, request, stored.reference(), null, null).find(
                        client,
                        request.parameters().field(),
                        listener.map(
                                found -> new Side(
                                        DocumentReference.of(found.document()), found.texts())));
            }
        }
    }

    /**
     * Returns the index by whose mapping texts are compared: that of a stored document, or else the last one, as
     * fields that are added to a template are in new indices only. The mapping of an index of another cluster is not
     * known, nor that of an index that was created after the request came.
     */
    private static IndexMetadata index(Project project, Side a, Side b, String[] indices) {
        String name = Stream.of(a, b)
                .filter(side -> side.document() != null)
                .map(side -> side.document().index())
                .findFirst()
                .orElseGet(() -> Collections.max(List.of(indices)));
        IndexMetadata index = project.index(name);
        if (index == null) {
            throw new IllegalArgumentException(
                    "[" + CompareOptions.A + "] and [" + CompareOptions.B
                            + "] must be of indices of this cluster, got one of [" + name + "]");
        }
        return index;
    }

    private Comparison compare(
            CancellableTask task, CompareOptions options, Side a, Side b, IndexMetadata index)
            throws IOException {
        int maxLength = QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings());
        QuerySettings.requireLength(CompareOptions.A, a.values(), maxLength);
        QuerySettings.requireLength(CompareOptions.B, b.values(), maxLength);
        String field = options.field();
        try (BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate compare");
                MapperService mappers =
                        node.indices().createIndexMapperServiceForValidation(index)) {
            JobMonitor monitor = new TaskMonitor(task, account);
            mappers.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
            TextSketcher sketcher = MinHashFieldType
                    .require(
                            CompareOptions.FIELD, field, mappers.fieldType(field),
                            () -> MinHashFieldType.below(field, mappers))
                    .sketcher();
            ShingleSet ignored = sketcher.shingles(options.ignore().texts(), monitor);
            monitor.reserve((long) Long.BYTES * ignored.size());
            try (ShingledText textA = shingle(CompareOptions.A, field, sketcher, a, monitor);
                    ShingledText textB = shingle(CompareOptions.B, field, sketcher, b, monitor)) {
                return Comparison.of(sketcher, textA, textB, ignored, options.size(), monitor);
            }
        }
    }

    private static ShingledText shingle(
            String name, String field, TextSketcher sketcher, Side side, JobMonitor monitor) {
        ShingledText text = ShingledText.of(sketcher, side.values(), Integer.MAX_VALUE, monitor);
        if (text.isEmpty()) {
            text.close();
            throw new IllegalArgumentException(
                    "[" + name + "] must have words for [" + field + "], got none");
        }
        return text;
    }
}
