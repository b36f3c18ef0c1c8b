package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction.FilteredAliasException;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;

/**
 * Refuses a pipeline that names an alias with a filter, when it is put. Other errors of a target are found when documents
 * come: an index may be created after its pipeline, and a document may name it by a template.
 *
 * @param lookups those of the node, once it has started
 */
record PipelineFilter(Supplier<Lookups> lookups) implements MappedActionFilter {

    private static final String TEMPLATE = "{{";

    @Override
    public String actionName() {
        return PutPipelineTransportAction.TYPE.name();
    }

    @Override
    public <Q extends ActionRequest, R extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<R> listener,
            ActionFilterChain<Q, R> chain) {
        PutPipelineRequest put = (PutPipelineRequest) request;
        List<Target> targets = List.copyOf(
                targets(
                        XContentHelper
                                .convertToMap(put.getSource(), false, put.getXContentType())
                                .v2()));
        refuseFilters(
                targets,
                listener.delegateFailureAndWrap(
                        (next, nothing) -> chain.proceed(task, action, request, next)));
    }

    /** Checks targets one after the other: a pipeline may name many, and each check may build the analyzers of an index. */
    private void refuseFilters(List<Target> targets, ActionListener<Void> listener) {
        if (targets.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        ActionListener<Void> others = listener.delegateFailureAndWrap(
                (next, nothing) -> refuseFilters(targets.subList(1, targets.size()), next));
        lookups.get().lookUp(
                targets.getFirst(), List.of(),
                ActionListener.wrap(response -> others.onResponse(null), failure -> {
                    if (failure instanceof FilteredAliasException) {
                        listener.onFailure(failure);
                    } else {
                        others.onResponse(null);
                    }
                }));
    }

    /** Returns the targets of all processors of a pipeline. Not recursive, as processors may be nested to any depth. */
    private static Set<Target> targets(Map<String, Object> pipeline) {
        Set<Target> targets = new LinkedHashSet<>();
        Deque<Object> parts = new ArrayDeque<>(List.of(pipeline));
        while (parts.isEmpty() == false) {
            switch (parts.pop()) {
                case Map<?, ?> map -> {
                    addTarget(map.get(NearDuplicateProcessor.TYPE), targets);
                    map.values().stream().filter(Objects::nonNull).forEach(parts::push);
                }
                case List<?> list -> list.stream().filter(Objects::nonNull).forEach(parts::push);
                default -> {
                }
            }
        }
        return targets;
    }

    private static void addTarget(Object processor, Set<Target> targets) {
        if (processor instanceof Map<?, ?> options
                && options.get(ProcessorOptions.INDEX) instanceof String index
                && options.get(ProcessorOptions.NEAR_FIELD) instanceof String nearField
                && index.contains(TEMPLATE) == false && index.isBlank() == false) {
            targets.add(new Target(
                    index, nearField, null, IgnoredTexts.NONE, Counterparts.ALL));
        }
    }
}
