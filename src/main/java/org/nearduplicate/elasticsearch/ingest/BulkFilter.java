package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.util.concurrent.ThreadContext.StoredContext;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.request.BreakerAccount;

/**
 * Gives each bulk request of a node a lookup queue, which its processors find in the context of their thread. Corrects
 * its response where documents were refused as near duplicates of others that were not written. Elasticsearch writes a
 * single document by a bulk request too.
 *
 * @param lookups those of the node, once it has started
 */
record BulkFilter(Supplier<Lookups> lookups) implements MappedActionFilter {

    private static final String QUEUE = "near_duplicate.bulk";

    @Override
    public String actionName() {
        return TransportBulkAction.NAME;
    }

    /**
     * Returns the queue of the bulk request that this thread works for, or null if there is none, as when a pipeline is
     * simulated.
     */
    LookupQueue queue() {
        return lookups.get().threadPool.getThreadContext().getTransient(QUEUE);
    }

    @Override
    public <Q extends ActionRequest, R extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<R> listener,
            ActionFilterChain<Q, R> chain) {
        List<DocWriteRequest<?>> items = ((BulkRequest) request).requests();
        items.forEach(BulkDocuments::mark);
        ThreadContext context = lookups.get().threadPool.getThreadContext();
        BulkDocuments documents = new BulkDocuments(items);
        ActionListener<R> outside =
                ContextPreservingActionListener.wrapPreservingContext(listener, context);
        // A bulk request may be sent in the context of another one, whose queue it must not use.
        StoredContext outer = context.newStoredContext(List.of(QUEUE), List.of());
        try (outer) {
            BreakerAccount account = lookups.get().account();
            context.putTransient(QUEUE, new LookupQueue(lookups.get(), documents, account::charge));
            ActionListener<R> mended = outside.map(response -> {
                BulkAnswer.mend(((BulkResponse) response).getItems(), documents.refused());
                return response;
            });
            chain.proceed(task, action, request, ActionListener.runBefore(mended, account::close));
        }
    }
}
