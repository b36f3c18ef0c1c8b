package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.FieldValues;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.peers.PeerValues;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.groups.shard.ShardReader;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * One view of a shard, kept for a job on the node that holds the shard. Messages may read it at the same
 * time; it is closed when the last of them is answered.
 *
 * @param outer the identifier of the session in which this one is, or null
 * @param indices what the job was let read, as it named them
 * @param description how the shard describes itself
 * @param account what messages charge
 * @param readers counts the messages that read the session, and one more while it is open
 * @param lastUsedMillis when it was last used, or another session in the same outer one
 */
record ShardSession(
        String id,
        String outer,
        String[] indices,
        ShardId shardId,
        String jobNode,
        ShardDescription description,
        ShardReader reader,
        NameReader names,
        BreakerAccount account,
        AbstractRefCounted readers,
        AtomicLong lastUsedMillis) {

    /**
     * Opens a session as a search opens its view of a shard: with the alias filter, the query and what document-level
     * security hides.
     *
     * @param task the task of the message; its parent is the job
     * @return the session, or null if the index lacks the field and is to be left out then
     * @throws IllegalArgumentException if the shard cannot be seen as asked
     */
    static ShardSession open(
            Call.Message<ShardTarget, ShardView> message, CancellableTask task,
            SearchService searchService,
            CircuitBreaker breaker)
            throws IOException {
        SearchContext context = message.subject().open(searchService);
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate shard");
        ShardSession session = null;
        try {
            session = open(message, task, context, account);
            return session;
        } finally {
            if (session == null) {
                Releasables.close(context, account);
            }
        }
    }

    private static ShardSession open(
            Call.Message<ShardTarget, ShardView> message,
            CancellableTask task,
            SearchContext context,
            BreakerAccount account)
            throws IOException {
        SearchExecutionContext execution = context.getSearchExecutionContext();
        ShardView view = message.question();
        if (view.ignoreUnmapped() && execution.getFieldType(view.field()) == null) {
            return null;
        }
        MinHashFieldType field = MinHashFieldType.require(view.field(), execution);
        field.requireOutsideOfNested(execution);
        FieldSets sets = new FieldSets(field, execution, account::charge);
        FieldSets.Choice choice = sets.choose(view.verify());
        ShingleSet ignored = field.sketcher().shingles(view.ignore().texts(), account::charge);
        account.charge(IgnoredShingles.ramBytesUsed(ignored.size()));
        KeepValues keepValues = view.keepField() == null
                ? null
                : new KeepValues(
                        FieldValues.open(execution, "keep.field", view.keepField()),
                        view.highest());
        PeerValues peers = view.peers().areNone() ? null : PeerValues.open(execution, view.peers());
        JobMonitor monitor = new TaskMonitor(task, account);
        ShardReader matched = new ShardReader(
                participants(view, context, task, monitor),
                field.name(),
                field.sketcher().scheme(),
                choice.verify() == Verify.EXACT ? sets.storedOrFromSource() : null,
                new IgnoredShingles(ignored));
        ShardDocuments documents = matched.documents(monitor);
        ShardReader withPeers = peers == null ? matched : matched.withPeers(peers, monitor);
        ShardReader reader = view.minShingles() == 1
                ? withPeers
                : withPeers.withShingles(view.minShingles(), monitor);
        ShardDescription description = new ShardDescription(
                reader.maxDoc(),
                new ShardDocuments(
                        documents.documents(), documents.withoutSignature(),
                        documents.ofOneShingle(),
                        matched.participants() - withPeers.participants(),
                        withPeers.participants() - reader.participants()),
                field.description(choice),
                reader.ignored(),
                keepValues == null ? null : keepValues.values().kind(),
                peers == null ? "" : peers.kinds());
        return new ShardSession(
                UUIDs.randomBase64UUID(),
                null,
                message.indices(),
                message.subject().shardId(),
                message.getParentTask().getNodeId(),
                description,
                reader,
                new NameReader(
                        context.searcher().getIndexReader(), context.newIdLoader(), keepValues),
                account,
                AbstractRefCounted.of(() -> Releasables.close(account, context)),
                new AtomicLong());
    }

    private static Participants participants(
            ShardView view, SearchContext context, CancellableTask task, JobMonitor monitor)
            throws IOException {
        context.parsedQuery(context.getSearchExecutionContext().toQuery(view.query()));
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

    /**
     * Returns a session in this one, which shows some of the documents. It keeps this one open, and is forgotten only
     * with it.
     *
     * @param documents these, ascending
     * @throws IllegalArgumentException if one takes no part
     */
    ShardSession only(int[] documents) {
        BreakerAccount ofSome = account.another();
        boolean success = false;
        try {
            ShardReader some = reader.only(documents, JobMonitor.of(ofSome::charge));
            readers.mustIncRef();
            success = true;
            return new ShardSession(
                    UUIDs.randomBase64UUID(), id, indices, shardId, jobNode, description, some,
                    names, ofSome,
                    AbstractRefCounted.of(() -> Releasables.close(ofSome, readers::decRef)),
                    lastUsedMillis);
        } finally {
            if (success == false) {
                ofSome.close();
            }
        }
    }
}
