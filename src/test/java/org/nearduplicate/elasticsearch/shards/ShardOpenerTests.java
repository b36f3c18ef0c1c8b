package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.action.support.replication.ClusterStateCreationUtils.stateWithAssignedPrimariesAndReplicas;
import static org.elasticsearch.action.support.replication.ClusterStateCreationUtils.stateWithUnassignedPrimariesAndReplicas;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.indices.TestIndexNameExpressionResolver;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.TransportService;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.groups.BandRange;
import org.nearduplicate.groups.JobMonitor;
import org.nearduplicate.groups.Shard;
import org.nearduplicate.groups.ShardDocuments;

/** Copies that fail, and what becomes of the others: against nodes that answer as the test wants. */
public class ShardOpenerTests extends ESTestCase {

    private static final String INDEX = "articles";
    private static final ShardView VIEW = OpenedSessions.matching(new MatchAllQueryBuilder());

    private final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final ScriptedShards nodes = new ScriptedShards();
    private TransportService transport;

    @Before
    public void startTransport() {
        transport = nodes.createTransportService(
                Settings.EMPTY,
                tasks.getThreadPool(),
                TransportService.NOOP_TRANSPORT_INTERCEPTOR,
                address -> DiscoveryNodeUtils.create("node of the job"),
                null,
                Set.of());
        transport.start();
        transport.acceptIncomingRequests();
    }

    @After
    public void stopTransport() {
        transport.close();
    }

    public void testEveryShardIsOpenedOnce() {
        OpenedShards opened = open(3, 1);
        assertThat(opened.total(), equalTo(3));
        assertThat(opened.failures(), equalTo(List.of()));
        assertThat(nodes.asked(ShardActions.OPEN).size(), equalTo(3));
        for (Shard shard : opened.shards()) {
            assertThat(shard.index(), equalTo(INDEX));
            assertThat(shard.documents(), equalTo(new ShardDocuments(7, 2)));
        }
        opened.close();
        assertClosed(0, 1, 2);
    }

    public void testNextCopy() {
        nodes.failToOpen(1, new ShardNotFoundException(new ShardId(INDEX, "uuid", 1)),
                new IllegalStateException("broken"));
        OpenedShards opened = open(2, 2);
        assertThat(opened.total(), equalTo(2));
        assertThat(opened.failures(), equalTo(List.of()));
        List<String> asked = nodes.asked(ShardActions.OPEN);
        assertThat(asked.size(), equalTo(4));
        assertThat("other nodes", Set.copyOf(asked.subList(1, 4)).size(), equalTo(3));
        opened.close();
        assertClosed(0, 1);
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

    public void testNoCopyIsActive() {
        ElasticsearchStatusException failure = expectThrows(
                ElasticsearchStatusException.class,
                () -> open(
                        stateWithUnassignedPrimariesAndReplicas(new String[] {INDEX}, 2, 1),
                        JobMonitor.NONE));
        assertThat(failure.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(failure.getCause(), instanceOf(NoShardAvailableActionException.class));
    }

    public void testWrongRequest() {
        assertThrown(new IllegalArgumentException("wrong"));
    }

    public void testForbiddenRequest() {
        assertThrown(new ElasticsearchStatusException("forbidden", RestStatus.FORBIDDEN));
    }

    /** It is no failure of one shard. */
    private void assertThrown(Exception wrong) {
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
        assertThat("no other copy", nodes.asked(ShardActions.OPEN).size(), equalTo(3));
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
                () -> open(stateWithAssignedPrimariesAndReplicas(new String[] {INDEX}, 3, 1),
                        cancelling));
        assertClosed(0, 2);
        nodes.openNow(1);
        assertClosed(0, 2, 1);
    }

    public void testSessionsAreKeptAlive() {
        OpenedShards opened = open(2, 0);
        runFor(TimeValue.timeValueSeconds(59));
        assertThat(nodes.asked(ShardActions.KEEP_ALIVE), equalTo(List.of()));
        runFor(TimeValue.timeValueSeconds(62));
        assertThat(
                nodes.asked(ShardActions.KEEP_ALIVE),
                equalTo(List.of("session 0", "session 1", "session 0", "session 1")));
        opened.close();
        runFor(TimeValue.timeValueMinutes(10));
        assertThat(nodes.asked(ShardActions.KEEP_ALIVE).size(), equalTo(4));
    }

    public void testFailureOfAnOpenShardNamesIt() {
        OpenedShards opened = open(2, 0);
        nodes.failWhenAsked(
                new ElasticsearchStatusException("no view", RestStatus.SERVICE_UNAVAILABLE));
        CompletionException failure = expectThrows(
                CompletionException.class,
                () -> opened.shards().get(1).walk(new BandRange(0, 1), 1).join());
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
        assertThat(nodes.asked(ShardActions.CLOSE), containsInAnyOrder(sessions));
    }

    private OpenedShards open(int shards, int replicas) {
        return open(
                stateWithAssignedPrimariesAndReplicas(new String[] {INDEX}, shards, replicas),
                JobMonitor.NONE);
    }

    private OpenedShards open(ClusterState state, JobMonitor monitor) {
        SearchService searchService = mock(SearchService.class);
        when(searchService.buildAliasFilter(any(), eq(INDEX), any()))
                .thenReturn(AliasFilter.EMPTY);
        ClusterSettings settings = new ClusterSettings(
                Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS);
        return new ShardOpener(
                transport,
                searchService,
                new OperationRouting(Settings.EMPTY, settings),
                TestIndexNameExpressionResolver.newInstance())
                .open(
                        new SearchRequest(INDEX),
                        new String[] {INDEX},
                        state.projectState(ProjectId.DEFAULT),
                        VIEW,
                        0,
                        OpenedSessions.task(),
                        monitor);
    }

    private void runFor(TimeValue time) {
        tasks.runTasksUpToTimeInOrder(tasks.getCurrentTimeMillis() + time.millis());
    }
}
