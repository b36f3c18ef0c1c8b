package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.IndexShardClosedException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Answers messages to the shards of this node, on the search threads. Each answer is bounded work, so
 * that a job takes its turn with searches and a cancelled one ends soon. Messages that only keep or
 * close a session do not take turns: they must not be refused because too many others search.
 */
public final class ShardActions {

    /** All messages are reads of indices, so that the privilege to read an index allows them. */
    static final String PREFIX = "indices:data/read/near_duplicate/shard";

    static final String OPEN = PREFIX + "[open]";

    private static final TimeValue REAPER_INTERVAL = TimeValue.timeValueMinutes(1);

    private final ShardSessions sessions;
    private final SearchService searchService;
    private final SessionOpener opener;
    private final TransportService transportService;
    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final Executor executor;

    /**
     * Registers the handlers.
     *
     * @param sessions the sessions of this node
     * @param searchService opens views of shards
     * @param transportService brings the messages
     * @param clusterService tells when nodes leave
     * @param breakers are charged
     */
    @Inject
    public ShardActions(
            ShardSessions sessions,
            SearchService searchService,
            TransportService transportService,
            ClusterService clusterService,
            CircuitBreakerService breakers) {
        this.sessions = sessions;
        this.searchService = searchService;
        this.opener = new SessionOpener(
                searchService, breakers.getBreaker(CircuitBreaker.REQUEST));
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.threadPool = transportService.getThreadPool();
        this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
        clusterService.addListener(sessions);
        threadPool.scheduleWithFixedDelay(
                () -> sessions.closeForgotten(threadPool::relativeTimeInMillis),
                REAPER_INTERVAL,
                threadPool.generic());
        register();
    }

    private void register() {
        new ShardViews(transportService, searchService)
                .answer(OPEN, OpenMessage::new, this::open);
        answer(SessionCalls.WALK, executor,
                (session, walk, monitor) -> session.reader()
                        .walk(walk.start(), walk.options(), monitor));
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
            sessions.addInner(some, threadPool.relativeTimeInMillis());
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

    private <Q, A> void answer(Call<Q, A> call, Executor threads, Handler<Q, A> handler) {
        transportService.registerRequestHandler(
                call.action(),
                threads,
                in -> new SessionMessage<>(call, in),
                (message, channel, task) -> {
                    ShardSession session = sessions.acquire(
                            message.session(), message.indices(),
                            threadPool.relativeTimeInMillis());
                    try {
                        JobMonitor monitor = new TaskMonitor(
                                (CancellableTask) task, session.account());
                        channel.sendResponse(
                                call.answer(
                                        handler.answer(session, message.question(), monitor)));
                    } finally {
                        session.decRef();
                    }
                });
    }

    private OpenMessage.Response open(OpenMessage message, CancellableTask task)
            throws IOException {
        ShardId shardId = message.target().shardId();
        IndexService index = searchService.getIndicesService().indexServiceSafe(shardId.getIndex());
        IndexShard shard = index.getShard(shardId.id());
        ShardSession session = opener.open(message, task);
        if (session == null) {
            return OpenMessage.Response.LEFT_OUT;
        }
        sessions.add(session, threadPool.relativeTimeInMillis());
        if (index.getShardOrNull(shardId.id()) != shard) {
            // Removed before its sessions were closed, this one perhaps not among them.
            sessions.close(session.id());
            throw new IndexShardClosedException(shardId);
        }
        if (clusterService.state().nodes().nodeExists(session.jobNode()) == false) {
            // If it left before there was a session to close, nobody else will do it. If it
            // has just joined and this node has yet to hear of it, it asks again.
            sessions.close(session.id());
            throw new EsRejectedExecutionException(
                    "the node [" + session.jobNode()
                            + "] of the job is not in the cluster");
        }
        return new OpenMessage.Response(session.id(), session.description());
    }
}
