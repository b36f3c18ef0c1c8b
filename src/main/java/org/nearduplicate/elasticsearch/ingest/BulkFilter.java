package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.elasticsearch.request.InContext;

/**
 * Gives each bulk request of a node a ticket, which its processors find in the context of their thread, and looks at its
 * answer: what was written, replaced and deleted. Every write of a document is a bulk request, that of a single one too.
 */
final class BulkFilter implements MappedActionFilter {

    private static final Logger LOGGER = LogManager.getLogger(BulkFilter.class);
    private static final String TICKET = "near_duplicate.bulk";
    private static final BulkItemResponse[] NOTHING = {};

    private volatile ThreadContext context;
    private volatile WrittenDocuments written;

    /**
     * Makes it ready, when the node starts.
     *
     * @param threadContext that of all threads
     * @param documents hears of answers
     */
    void start(ThreadContext threadContext, WrittenDocuments documents) {
        context = threadContext;
        written = documents;
    }

    @Override
    public String actionName() {
        return TransportBulkAction.NAME;
    }

    /** Returns the bulk request that this thread works for, or null if there is none, as when a pipeline is simulated. */
    BulkTicket bulk() {
        return context.getTransient(TICKET);
    }

    /** A pipeline sees what an update would insert, which does not say where, also if something else is written. */
    private static void noteUpdates(BulkRequest request, BulkTicket ticket) {
        for (DocWriteRequest<?> item : request.requests()) {
            if (item instanceof UpdateRequest update) {
                IndexRequest inserted = TransportBulkAction.getIndexWriteRequest(update);
                if (inserted != null) {
                    inserted.index(update.index()).id(update.id());
                }
                if (update.docAsUpsert() == false) {
                    ticket.mayChange(update.id());
                }
            }
        }
    }

    @Override
    public <Q extends ActionRequest, R extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<R> listener,
            ActionFilterChain<Q, R> chain) {
        BulkTicket ticket = new BulkTicket();
        noteUpdates((BulkRequest) request, ticket);
        ActionListener<R> outside =
                ContextPreservingActionListener.wrapPreservingContext(listener, context);
        ActionListener<R> answered = new ActionListener<>() {

            @Override
            public void onResponse(R response) {
                takeNote(ticket, ((BulkResponse) response).getItems());
                outside.onResponse(response);
            }

            @Override
            public void onFailure(Exception failure) {
                takeNote(ticket, NOTHING);
                outside.onFailure(failure);
            }
        };
        // A bulk request may be sent by what another one's answer began.
        InContext.run(context.newStoredContext(List.of(TICKET), List.of()), () -> {
            context.putTransient(TICKET, ticket);
            chain.proceed(task, action, request, answered);
        });
    }

    /** Whatever is wrong with what is remembered, the documents are written: the answer stays what it is. */
    private void takeNote(BulkTicket ticket, BulkItemResponse[] items) {
        try {
            written.answered(ticket, items);
        } catch (RuntimeException e) {
            LOGGER.warn("what a bulk request wrote is not compared until a search sees it", e);
        }
    }
}
