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
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.InContext;

/**
 * Gives each bulk request of a node a queue, which its processors find in the context of their thread, and mends its answer where
 * documents were refused for the sake of others that were not written. Every write of a document is a bulk request, that of a single
 * one too.
 */
final class BulkFilter implements MappedActionFilter {

    private static final String GATE = "near_duplicate.bulk";

    /** Those of the node, once it has started. */
    private final Supplier<Lookups> lookups;

    BulkFilter(Supplier<Lookups> lookups) {
        this.lookups = lookups;
    }

    @Override
    public String actionName() {
        return TransportBulkAction.NAME;
    }

    /** Returns the queue of the bulk request that this thread works for, or null if there is none, as when a pipeline is simulated. */
    LookupQueue queue() {
        return lookups.get().threadPool.getThreadContext().getTransient(GATE);
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
        // A bulk request may be sent by what another one's answer began.
        InContext.run(context.newStoredContext(List.of(GATE), List.of()), () -> {
            BreakerAccount account = lookups.get().account();
            context.putTransient(GATE, new LookupQueue(lookups.get(), documents, account::charge));
            ActionListener<R> mended = outside.map(response -> {
                BulkAnswer.mend(((BulkResponse) response).getItems(), documents.refused());
                return response;
            });
            chain.proceed(task, action, request, ActionListener.runBefore(mended, account::close));
        });
    }
}
