package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.action.support.replication.ClusterStateCreationUtils.stateWithAssignedPrimariesAndReplicas;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThan;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.breaker.CircuitBreaker.Durability;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.JobMonitor;

/** Copies that fail, and what becomes of the others: against nodes that answer as the test wants. */
public class OpenedShardsTests extends ScriptedShardsTestCase {

    private static final ShardView VIEW = OpenedSessions.matching(new MatchAllQueryBuilder());

    private static final Exception TOO_MANY_SEARCHES =
            new EsRejectedExecutionException("the queue is full", false);

    public void testEveryShardIsOpenedOnce() {
        OpenedShards opened = open(3, 1);
        assertThat(opened.total(), equalTo(3));
        assertThat(opened.failures(), equalTo(List.of()));
        assertThat(askedToOpen().size(), equalTo(3));
        for (Shard shard : opened.shards()) {
            assertThat(shard.index(), equalTo(INDEX));
            assertThat(shard.documents(), equalTo(new ShardDocuments(7, 2, 0)));
        }
        opened.close();
        assertClosed(0, 1, 2);
    }

    public void testAllCopiesFail() {
        nodes.failToOpen(
                1,
                new IllegalStateException("first"),
                new ElasticsearchStatusException("last", RestStatus.TOO_MANY_REQUESTS));
        OpenedShards opened = open(3, 1);
        assertThat(opened.shards().size(), equalTo(2));
        assertThat(opened.total(), equalTo(3));
        assertThat(opened.failures().size(), equalTo(1));
        DefaultShardOperationFailedException failure = opened.failures().getFirst();
        assertThat(failure.index(), equalTo(INDEX));
        assertThat(failure.shardId(), equalTo(1));
        assertThat(failure.status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
        assertThat(failure.reason(), containsString("last"));
        opened.close();
        assertClosed(0, 2);
    }

    public void testNoShardAtAll() {
        nodes.failToOpen(0, new ElasticsearchStatusException("a", RestStatus.TOO_MANY_REQUESTS));
        nodes.failToOpen(1, new ElasticsearchStatusException("b", RestStatus.TOO_MANY_REQUESTS));
        ElasticsearchStatusException failure =
                expectThrows(ElasticsearchStatusException.class, () -> open(2, 0));
        assertThat(failure.getMessage(), equalTo("no shard could be read"));
        assertThat(failure.status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
        assertThat(failure.getCause().getMessage(), equalTo("a"));
    }

    public void testShardsThatAreLeftOut() {
        nodes.leaveOut(1);
        OpenedShards opened = open(3, 1);
        assertThat(opened.total(), equalTo(3));
        assertThat(opened.shards().size(), equalTo(2));
        assertThat(opened.failures(), equalTo(List.of()));
        assertThat("no other copy", askedToOpen().size(), equalTo(3));
        runFor(TimeValue.timeValueMinutes(1));
        assertThat(
                nodes.asked(SessionCalls.KEEP_ALIVE.action()),
                equalTo(List.of("session 0", "session 2")));
        opened.close();
        assertClosed(0, 2);
    }

    /** A shard that lacks the field has been read, so there is an answer. */
    public void testLeftOutAndFailed() {
        nodes.leaveOut(0);
        nodes.failToOpen(1, new IllegalStateException("broken"));
        OpenedShards opened = open(2, 0);
        assertThat(opened.total(), equalTo(2));
        assertThat(opened.shards().size(), equalTo(0));
        assertThat(opened.failures().size(), equalTo(1));
        opened.close();
        assertClosed();
    }

    /** It is no failure of one shard. */
    public void testWrongRequest() {
        Exception wrong = randomFrom(
                new IllegalArgumentException("wrong"),
                new ElasticsearchStatusException("forbidden", RestStatus.FORBIDDEN));
        nodes.failToOpen(1, new IllegalStateException("broken"), wrong);
        Exception refusal = expectThrows(Exception.class, () -> open(3, 1));
        assertThat(refusal.toString(), equalTo(wrong.toString()));
        assertClosed(0, 2);
    }

    public void testCancelledOnTheShard() {
        nodes.failToOpen(2, new TaskCancelledException("by test"));
        assertThat(
                expectThrows(TaskCancelledException.class, () -> open(3, 1)).getMessage(),
                equalTo("by test"));
        assertThat("no other copy", askedToOpen().size(), equalTo(3));
        assertClosed(0, 1);
    }

    public void testCancelledWhileAShardIsOpening() {
        nodes.openLater(1);
        JobMonitor cancelling = new JobMonitor() {
            private int calls;

            @Override
            public void checkCancelled() {
                if (++calls > 2) {
                    throw new TaskCancelledException("by test");
                }
            }
        };
        expectThrows(
                TaskCancelledException.class,
                () -> open(state(3, 1),
                        cancelling));
        assertClosed(0, 2);
        nodes.openNow(1);
        assertClosed(0, 2, 1);
    }

    public void testSessionsAreKeptAlive() {
        OpenedShards opened = open(2, 0);
        runFor(TimeValue.timeValueSeconds(59));
        assertThat(nodes.asked(SessionCalls.KEEP_ALIVE.action()), equalTo(List.of()));
        runFor(TimeValue.timeValueSeconds(62));
        assertThat(
                nodes.asked(SessionCalls.KEEP_ALIVE.action()),
                equalTo(List.of("session 0", "session 1", "session 0", "session 1")));
        opened.close();
        runFor(TimeValue.timeValueMinutes(10));
        assertThat(nodes.asked(SessionCalls.KEEP_ALIVE.action()).size(), equalTo(4));
    }

    /** One that opens late, or is asked late, must not lose those that are open. */
    public void testSessionsAreKeptAliveWhileOthersOpen() {
        nodes.openLater(1);
        OpenedShards opened = open(
                state(2, 0),
                atFirstCheck(() -> {
                    runFor(ShardSessions.KEEP_ALIVE);
                    assertThat(
                            nodes.asked(SessionCalls.KEEP_ALIVE.action()),
                            equalTo(Collections.nCopies(10, "session 0")));
                    nodes.openNow(1);
                }));
        assertThat(opened.shards().size(), equalTo(2));
        opened.close();
        assertClosed(0, 1);
    }

    /** As when a node has no memory left: what was opened before is closed. */
    public void testNothingIsKeptAliveIfOpeningEndsWithAnError() {
        nodes.dieAt(1);
        expectThrows(OutOfMemoryError.class, () -> open(2, 0));
        assertClosed(0);
        runFor(ShardSessions.KEEP_ALIVE);
        assertThat(nodes.asked(SessionCalls.KEEP_ALIVE.action()), equalTo(List.of()));
    }

    /** That another copy is broken does not make the queue of the first one stay full. */
    public void testFullQueuesOfAllCopies() {
        nodes.failToOpen(
                1,
                TOO_MANY_SEARCHES, new IllegalStateException("broken"),
                new IllegalStateException("broken"), TOO_MANY_SEARCHES,
                TOO_MANY_SEARCHES);
        OpenedShards opened = open(
                state(2, 1),
                atFirstCheck(() -> runFor(TimeValue.timeValueSeconds(1))));
        assertThat(askedToOpen().size(), equalTo(1 + 2 + 2 + 2));
        assertThat(opened.failures(), equalTo(List.of()));
        opened.close();
        assertClosed(0, 1);
    }

    public void testQueueThatStaysFull() {
        Exception[] always = Collections.nCopies(10_000, TOO_MANY_SEARCHES)
                .toArray(Exception[]::new);
        nodes.failToOpen(1, always);
        OpenedShards opened = open(
                state(2, 0),
                atFirstCheck(() -> runFor(TimeValue.timeValueMinutes(11))));
        assertThat(opened.failures().getFirst().status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
        assertThat(
                "tries in ten minutes", askedToOpen().size(), lessThan(200));
        opened.close();
    }

    public void testFullQueueDelaysAQuestion() {
        OpenedShards opened = open(1, 0);
        nodes.failWhenAsked(TOO_MANY_SEARCHES, TOO_MANY_SEARCHES, TOO_MANY_SEARCHES);
        CompletableFuture<byte[]> answer = opened.shards().getFirst().signatures(new int[] {1, 2});
        assertFalse(answer.isDone());
        runFor(TimeValue.timeValueSeconds(1));
        assertThat(answer.join().length, equalTo(2));
        assertThat(nodes.asked(SessionCalls.SIGNATURES.action()).size(), equalTo(4));
        opened.close();
    }

    public void testNobodyAsksAgainForAJobThatIsOver() {
        OpenedShards opened = open(1, 0);
        nodes.failWhenAsked(TOO_MANY_SEARCHES);
        CompletableFuture<byte[]> answer = opened.shards().getFirst().signatures(new int[] {1});
        opened.close();
        runFor(TimeValue.timeValueMinutes(11));
        assertThat(nodes.asked(SessionCalls.SIGNATURES.action()).size(), equalTo(1));
        CompletionException failure = expectThrows(CompletionException.class, answer::join);
        assertThat(
                ExceptionsHelper.status(failure.getCause()),
                equalTo(RestStatus.TOO_MANY_REQUESTS));
    }

    /** A job that waits may hold the memory that is missing, and a node that stops is not asked again. */
    public void testOtherRefusalsAreFinal() {
        OpenedShards opened = open(1, 0);
        for (Exception refusal : List.of(
                new CircuitBreakingException("Data too large", Durability.TRANSIENT),
                new EsRejectedExecutionException("shutting down", true))) {
            nodes.failWhenAsked(refusal);
            assertTrue(
                    opened.shards().getFirst().signatures(new int[] {1})
                            .isCompletedExceptionally());
        }
        opened.close();
    }

    public void testMessagesNameTheirIndexAsTheUserDid() {
        String[] indices = new String[300];
        Arrays.setAll(indices, i -> INDEX + i);
        ClusterState state = stateWithAssignedPrimariesAndReplicas(indices, 1, 0);
        IndexMetadata[] aliased = Stream.of(INDEX + 1, INDEX + 2)
                .map(
                        index -> IndexMetadata.builder(Projects.of(state).index(index))
                                .putAlias(AliasMetadata.builder("alias").build())
                                .build())
                .toArray(IndexMetadata[]::new);
        List<String> asked = new ArrayList<>(List.of(indices));
        asked.remove(INDEX + 1);
        asked.add("alias");
        OpenedShards opened = open(
                new SearchRequest(asked.toArray(String[]::new)),
                Projects.with(state, aliased),
                JobMonitor.NONE,
                indices);
        opened.shards().forEach(shard -> shard.signatures(new int[] {1}).join());
        runFor(TimeValue.timeValueMinutes(1));
        opened.close();
        assertThat(
                "open, contents, keep alive, close", nodes.messages().size(),
                equalTo(4 * indices.length));
        Map<Set<String>, Integer> messages = new HashMap<>();
        for (Call.Message<?, ?> message : nodes.messages()) {
            messages.merge(Set.of(message.indices()), 1, Integer::sum);
        }
        assertThat(messages.remove(Set.of("alias")), equalTo(4));
        assertThat(messages.remove(Set.of("alias", INDEX + 2)), equalTo(4));
        for (int i = 0; i < indices.length; i++) {
            if (i != 1 && i != 2) {
                assertThat(messages.remove(Set.of(indices[i])), equalTo(4));
            }
        }
        assertThat(messages, equalTo(Map.of()));
    }

    public void testFailureOfAnOpenShardNamesIt() {
        OpenedShards opened = open(2, 0);
        nodes.failWhenAsked(
                new ElasticsearchStatusException("no view", RestStatus.SERVICE_UNAVAILABLE));
        CompletionException failure = expectThrows(
                CompletionException.class,
                () -> opened.shards().get(1)
                        .scan(ScanPosition.START, new ScanOptions(1, 6, 1, 1, 1))
                        .join());
        ElasticsearchStatusException cause = (ElasticsearchStatusException) failure.getCause();
        assertThat(cause.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(cause.getMessage(), containsString("shard [[" + INDEX + "][1]] on node ["));
        assertThat(cause.getMessage(), containsString("failed: no view"));
        nodes.failWhenAsked(new TaskCancelledException("by test"));
        assertThat(
                expectThrows(
                        CompletionException.class,
                        () -> opened.shards().getFirst().names(new int[] {1}).join())
                        .getCause(),
                instanceOf(TaskCancelledException.class));
        opened.close();
        assertClosed(0, 1);
    }

    private void assertClosed(Integer... shards) {
        String[] sessions = new String[shards.length];
        for (int i = 0; i < shards.length; i++) {
            sessions[i] = "session " + shards[i];
        }
        assertThat(nodes.asked(SessionCalls.CLOSE.action()), containsInAnyOrder(sessions));
    }

    private OpenedShards open(int shards, int replicas) {
        return open(
                state(shards, replicas),
                JobMonitor.NONE);
    }

    private OpenedShards open(ClusterState state, JobMonitor monitor) {
        return open(new SearchRequest(INDEX), state, monitor, INDEX);
    }

    private OpenedShards open(
            SearchRequest request, ClusterState state, JobMonitor monitor, String... indices) {
        return OpenedShards.open(
                node(), request, indices, Projects.of(state), VIEW, 0, OpenedSessions.task(),
                monitor);
    }

    /** Returns a monitor that does something when the job first looks whether it was cancelled. */
    private static JobMonitor atFirstCheck(Runnable action) {
        return new JobMonitor() {
            private boolean done;

            @Override
            public void checkCancelled() {
                if (done == false) {
                    done = true;
                    action.run();
                }
            }
        };
    }

    private void runFor(TimeValue time) {
        tasks.runTasksUpToTimeInOrder(tasks.getCurrentTimeMillis() + time.millis());
    }
}
