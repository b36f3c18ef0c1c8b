package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.Writeable;
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
import org.elasticsearch.transport.TransportResponse;
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
    private static final String PREFIX = "indices:data/read/near_duplicate/shard";

    static final String OPEN = PREFIX + "[open]";
    static final String WALK = PREFIX + "[walk]";
    static final String SIGNATURES = PREFIX + "[signatures]";
    static final String SHINGLE_SETS = PREFIX + "[shingle_sets]";
    static final String NAMES = PREFIX + "[names]";
    static final String ONLY = PREFIX + "[only]";
    static final String KEEP_ALIVE = PREFIX + "[keep_alive]";
    static final String CLOSE = PREFIX + "[close]";

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
        answer(WALK, executor, WalkMessage::new,
                (session, message, monitor) -> new WalkMessage.Response(
                        session.reader()
                                .walk(message.start(), message.options(), monitor)));
        answer(SIGNATURES, executor, DocumentsMessage::new,
                (session, message, monitor) -> new DocumentsMessage.BytesResponse(
                        session.reader().signatures(message.documents(), monitor)));
        answer(SHINGLE_SETS, executor, DocumentsMessage::new,
                (session, message, monitor) -> new DocumentsMessage.BytesResponse(
                        session.reader().shingleSets(message.documents(), monitor)));
        answer(NAMES, executor, DocumentsMessage::new,
                (session, message, monitor) -> {
                    session.reader().require(message.documents());
                    return new NamesResponse(
                            session.names().names(message.documents(), monitor));
                });
        answer(ONLY, executor, DocumentsMessage::new,
                (session, message, monitor) -> {
                    ShardSession some = session.only(message.documents());
                    sessions.addInner(some, threadPool.relativeTimeInMillis());
                    return new SessionResponse(some.id());
                });
        answer(KEEP_ALIVE, threadPool.generic(), SessionMessage::new,
                (session, message, monitor) -> ActionResponse.Empty.INSTANCE);
        answer(CLOSE, threadPool.generic(), SessionMessage::new, (session, message, monitor) -> {
            sessions.close(session.id());
            return ActionResponse.Empty.INSTANCE;
        });
    }

    /** Answers one kind of message to an open session. */
    @FunctionalInterface
    private interface Answer<M extends SessionMessage, R extends TransportResponse> {

        R answer(ShardSession session, M message, JobMonitor monitor) throws IOException;
    }

    private <M extends SessionMessage, R extends TransportResponse> void answer(
            String action,
            Executor threads,
            Writeable.Reader<M> reader,
            Answer<M, R> answer) {
        transportService.registerRequestHandler(
                action,
                threads,
                reader,
                (message, channel, task) -> {
                    ShardSession session = sessions.acquire(
                            message.session(), message.indices(),
                            threadPool.relativeTimeInMillis());
                    try {
                        JobMonitor monitor = new TaskMonitor(
                                (CancellableTask) task, session.account());
                        channel.sendResponse(answer.answer(session, message, monitor));
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
