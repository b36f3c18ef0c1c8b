package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.IndexShardClosedException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.job.JobMonitor;

/**
 * Answers messages to the shards of this node, on the search threads. Each answer is bounded work, so
 * that a job takes its turn with searches and a cancelled one ends soon. Messages that only keep or
 * close a session do not take turns: they must not be refused because too many others search.
 */
public final class ShardActions {

    private static final TimeValue REAPER_INTERVAL = TimeValue.timeValueMinutes(1);

    private final ShardSessions sessions;
    private final NodeServices node;
    private final ThreadPool threadPool;

    /** Registers the handlers of a node, which has these sessions. */
    @Inject
    public ShardActions(ShardSessions sessions, NodeServices node) {
        this.sessions = sessions;
        this.node = node;
        this.threadPool = node.threadPool();
        node.cluster().addListener(sessions);
        threadPool.scheduleWithFixedDelay(
                () -> sessions.closeForgotten(threadPool.relativeTimeInMillis()),
                REAPER_INTERVAL,
                threadPool.generic());
        Executor executor = threadPool.executor(ThreadPool.Names.SEARCH);
        ShardQuestions.register(node, SessionCalls.OPEN, this::open);
        answer(SessionCalls.SCAN, executor,
                (session, scan, monitor) -> session.reader()
                        .scan(scan.start(), scan.options(), monitor));
        answer(SessionCalls.SIGNATURES, executor,
                (session, documents, monitor) -> session.reader().signatures(documents, monitor));
        answer(SessionCalls.SHINGLE_SETS, executor,
                (session, documents, monitor) -> session.reader().shingleSets(documents, monitor));
        answer(SessionCalls.NAMES, executor, (session, documents, monitor) -> {
            session.reader().require(documents);
            return session.names().names(documents, monitor);
        });
        answer(SessionCalls.ONLY, executor, (session, documents, monitor) -> {
            ShardSession some = session.only(documents);
            sessions.add(some, threadPool.relativeTimeInMillis());
            return some.id();
        });
        answer(SessionCalls.KEEP_ALIVE, threadPool.generic(), (session, none, monitor) -> null);
        answer(SessionCalls.CLOSE, threadPool.generic(), (session, none, monitor) -> {
            sessions.close(session.id());
            return null;
        });
    }

    /** Answers one kind of question to an open session. */
    @FunctionalInterface
    private interface Handler<Q, A> {

        A answer(ShardSession session, Q question, JobMonitor monitor) throws IOException;
    }

    private <Q, A> void answer(
            Call<SessionCalls.Session, Q, A> call, Executor threads, Handler<Q, A> handler) {
        call.register(
                node.transport(), threads,
                (message, task, listener) -> ActionListener.completeWith(listener, () -> {
                    ShardSession session = sessions.acquire(
                            message.subject().id(), message.indices(),
                            threadPool.relativeTimeInMillis());
                    try {
                        return handler.answer(
                                session, message.question(),
                                new TaskMonitor(task, session.account()));
                    } finally {
                        session.readers().decRef();
                    }
                }));
    }

    private ShardHandle open(
            Call.Message<ShardTarget, ShardView> message, CancellableTask task)
            throws IOException {
        ShardId shardId = message.subject().shardId();
        IndexService index = node.indices().indexServiceSafe(shardId.getIndex());
        IndexShard shard = index.getShard(shardId.id());
        ShardSession session =
                ShardSession.open(message, task, node.searches(), node.breaker());
        if (session == null) {
            return null;
        }
        sessions.add(session, threadPool.relativeTimeInMillis());
        if (index.getShardOrNull(shardId.id()) != shard) {
            // Removed before its sessions were closed, this one perhaps not among them.
            sessions.close(session.id());
            throw new IndexShardClosedException(shardId);
        }
        if (node.cluster().state().nodes().nodeExists(session.jobNode()) == false) {
            // If it left before there was a session to close, nobody else will do it. If it
            // has just joined and this node does not know it yet, it sends the message again.
            sessions.close(session.id());
            throw new EsRejectedExecutionException(
                    "the node [" + session.jobNode()
                            + "] of the job is not in the cluster");
        }
        return new ShardHandle(
                new SessionCalls.Session(message.subject().indices(), session.id()), shardId,
                node.cluster().localNode().getId(), session.description());
    }
}
