package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.lookup.FilteredAliasException;

/**
 * Refuses a pipeline that names an alias with a filter, when it is put. What else is wrong with a target, or cannot be told as a
 * document names it, is found when documents come: an index may be made after its pipeline.
 */
final class PipelineFilter implements MappedActionFilter {

    private static final String TEMPLATE = "{{";

    private volatile Lookups lookups;

    /** Makes it ready, when the node starts. */
    void start(Lookups all) {
        lookups = all;
    }

    @Override
    public String actionName() {
        return PutPipelineTransportAction.TYPE.name();
    }

    @Override
    public <Q extends ActionRequest, R extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<R> listener,
            ActionFilterChain<Q, R> chain) {
        PutPipelineRequest put = (PutPipelineRequest) request;
        List<Target> targets = targets(
                XContentHelper.convertToMap(put.getSource(), false, put.getXContentType()).v2())
                .distinct()
                .toList();
        refuseFilters(
                targets,
                listener.delegateFailureAndWrap(
                        (next, nothing) -> chain.proceed(task, action, request, next)));
    }

    private void refuseFilters(List<Target> targets, ActionListener<Void> listener) {
        if (targets.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        ActionListener<Void> others = listener.delegateFailureAndWrap(
                (next, nothing) -> refuseFilters(targets.subList(1, targets.size()), next));
        lookups.check(
                targets.getFirst(),
                ActionListener.wrap(
                        response -> others.onResponse(null),
                        failure -> {
                            if (failure instanceof FilteredAliasException) {
                                listener.onFailure(failure);
                            } else {
                                others.onResponse(null);
                            }
                        }));
    }

    /** Returns what the processors of a pipeline name, also those within others. */
    private static Stream<Target> targets(Object part) {
        return switch (part) {
            case Map<?, ?> map -> Stream.concat(
                    target(map.get(NearDuplicateProcessor.TYPE)),
                    map.values().stream().flatMap(PipelineFilter::targets));
            case List<?> list -> list.stream().flatMap(PipelineFilter::targets);
            case null, default -> Stream.of();
        };
    }

    private static Stream<Target> target(Object processor) {
        return processor instanceof Map<?, ?> options
                && options.get(ProcessorOptions.INDEX) instanceof String index
                && options.get(ProcessorOptions.NEAR_FIELD) instanceof String nearField
                && index.contains(TEMPLATE) == false && index.isBlank() == false
                        ? Stream.of(new Target(index, nearField, null))
                        : Stream.of();
    }
}
