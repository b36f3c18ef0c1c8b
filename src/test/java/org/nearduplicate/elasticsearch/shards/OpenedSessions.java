package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;

/** Sessions opened without a message, of an index of one shard. */
final class OpenedSessions {

    static final String JOB_NODE = "node of the job";

    private final SearchService searchService;
    private final Index index;

    OpenedSessions(SearchService searchService, Index index) {
        this.searchService = searchService;
        this.index = index;
    }

    /** A session to be closed. */
    record Opened(ShardSession session) implements Releasable {

        ShardDescription description() {
            return session.description();
        }

        /** Returns the names of all documents of the shard up to a number. */
        List<DocumentName> names(int documents) throws IOException {
            return session.names()
                    .names(IntStream.range(0, documents).toArray(), JobMonitor.NONE);
        }

        @Override
        public void close() {
            session.readers().decRef();
        }
    }

    Opened open(ShardView view) throws IOException {
        return open(view, AliasFilter.EMPTY, task());
    }

    Opened open(ShardView view, AliasFilter aliasFilter, CancellableTask task)
            throws IOException {
        Call.Message<ShardTarget, ShardView> message = SessionCalls.OPEN.message(
                new ShardTarget(
                        new OriginalIndices(
                                new String[] {index.getName()},
                                IndicesOptions.strictExpandOpen()),
                        new ShardId(index, 0),
                        aliasFilter,
                        0),
                view);
        message.setParentTask(new TaskId(JOB_NODE, 1));
        return new Opened(
                ShardSession.open(
                        message, task, searchService,
                        searchService.getIndicesService()
                                .getCircuitBreakerService()
                                .getBreaker(CircuitBreaker.REQUEST)));
    }

    static ShardView keepBy(String field, boolean highest) {
        return new ShardView(
                SessionNodeTestCase.FIELD, false, Verify.SIGNATURE, IgnoredTexts.NONE,
                new MatchAllQueryBuilder(),
                field,
                highest, PeerOptions.NONE, 1);
    }

    static ShardView matching(QueryBuilder query) {
        return new ShardView(
                SessionNodeTestCase.FIELD, false, Verify.SIGNATURE, IgnoredTexts.NONE, query, null,
                false,
                PeerOptions.NONE, 1);
    }

    static ShardView ignoring(String... texts) {
        return new ShardView(
                SessionNodeTestCase.FIELD, false, Verify.EXACT, new IgnoredTexts(List.of(texts)),
                new MatchAllQueryBuilder(), null, false, PeerOptions.NONE, 1);
    }

    static ShardView field(String field, Verify verify) {
        return new ShardView(field, false, verify, IgnoredTexts.NONE, new MatchAllQueryBuilder(),
                null, false,
                PeerOptions.NONE, 1);
    }

    static CancellableTask task() {
        return new CancellableTask(1, "test", SessionCalls.OPEN.action(), "", TaskId.EMPTY_TASK_ID,
                Map.of());
    }
}
