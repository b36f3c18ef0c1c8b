package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ShardReader;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * Opens sessions as a search opens its view of a shard: with the alias filter, the query and what
 * document-level security hides.
 *
 * @param searchService opens views
 * @param breaker is charged
 */
record SessionOpener(SearchService searchService, CircuitBreaker breaker) {

    /**
     * Opens a session.
     *
     * @param message what to open
     * @param task the task of the message; its parent is the job
     * @return the session, or null if the index lacks the field and is to be left out then
     * @throws IllegalArgumentException if the shard cannot be seen as asked
     * @throws IOException if the shard cannot be read
     */
    ShardSession open(OpenMessage message, CancellableTask task) throws IOException {
        SearchContext context = message.open(searchService);
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate shard");
        boolean success = false;
        try {
            ShardSession session = open(message, task, context, account);
            success = session != null;
            return session;
        } finally {
            if (success == false) {
                Releasables.close(context, account);
            }
        }
    }

    private ShardSession open(
            OpenMessage message,
            CancellableTask task,
            SearchContext context,
            BreakerAccount account)
            throws IOException {
        SearchExecutionContext execution = context.getSearchExecutionContext();
        ShardView view = message.view();
        if (view.ignoreUnmapped() && execution.getFieldType(view.field()) == null) {
            return null;
        }
        MinHashFieldType field = MinHashFieldType.require(view.field(), execution);
        field.requireOutsideOfNested(execution);
        FieldSets sets = new FieldSets(field, execution);
        FieldSets.Choice choice = sets.choose(view.verify(), account::charge);
        KeepValues keepValues = view.keepField() == null
                ? null
                : KeepValues.open(execution, view.keepField(), view.highest());
        Scheme scheme = field.sketcher().scheme();
        JobMonitor monitor = new TaskMonitor(task, account);
        ShardReader reader = new ShardReader(
                participants(view, context, task, monitor),
                field.name(),
                scheme,
                choice.verify() == Verify.EXACT
                        ? sets.storedOrFromSource(account::charge)
                        : null);
        ShardDescription description = new ShardDescription(
                reader.maxDoc(),
                reader.documents(monitor),
                field.description(choice),
                keepValues == null ? null : keepValues.kind());
        return new ShardSession(
                message.indices(),
                message.target().shardId(),
                message.getParentTask().getNodeId(),
                description,
                reader,
                new NameReader(
                        context.searcher().getIndexReader(), context.newIdLoader(), keepValues),
                account,
                context);
    }

    private static Participants participants(
            ShardView view, SearchContext context, CancellableTask task, JobMonitor monitor)
            throws IOException {
        ParsedQuery query = context.getSearchExecutionContext().toQuery(view.query());
        context.parsedQuery(query);
        context.preProcess();
        ContextIndexSearcher searcher = context.searcher();
        Runnable cancellation = task::ensureNotCancelled;
        searcher.addQueryCancellation(cancellation);
        try {
            return Participants.find(searcher, context.query(), monitor);
        } finally {
            // The session outlives this task; its messages have tasks of their own.
            searcher.removeQueryCancellation(cancellation);
        }
    }
}
