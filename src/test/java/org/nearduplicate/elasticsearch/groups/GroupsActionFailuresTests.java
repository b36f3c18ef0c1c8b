package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlock;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.block.ClusterBlocks;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ClusterServiceUtils;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.xcontent.ObjectPath;
import org.junit.Before;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.request.TooLargeException;

/** Runs that fail, and those that should not begin: with a status, a reason, and nothing left behind. */
public class GroupsActionFailuresTests extends GroupsNodeTestCase {

    private static final String SHARD = "indices:data/read/near_duplicate/shard";
    private static final int SHARDS = 3;

    @Before
    public void createAndFill() {
        create(INDEX, SHARDS, MAPPING);
        index(INDEX, families(8, 4));
    }

    /** A node that has just started knows no index, and must not say that there is none. */
    public void testNodeThatHasJustStarted() {
        ClusterService clusterService = getInstanceFromNode(ClusterService.class);
        ClusterState state = clusterService.state();
        ClusterBlock block = new ClusterBlock(
                1_000, "not recovered", true, false, false, RestStatus.SERVICE_UNAVAILABLE,
                EnumSet.of(ClusterBlockLevel.READ));
        ClusterServiceUtils.setState(
                clusterService,
                ClusterState.builder(state)
                        .blocks(
                                ClusterBlocks.builder().blocks(state.blocks())
                                        .addGlobalBlock(block))
                        .build());
        try {
            assertFails(RestStatus.SERVICE_UNAVAILABLE, "not recovered", "", "none");
        } finally {
            ClusterServiceUtils.setState(clusterService, state);
        }
    }

    /** On the node of the run, or on that of a shard. */
    public void testTooMuchMemory() throws Exception {
        for (long left : new long[] {0, 10_000, 100_000}) {
            withRequestBytesLeft(
                    left,
                    () -> assertFails(
                            RestStatus.TOO_MANY_REQUESTS, "Data too large",
                            "\"query\": {\"exists\": {\"field\": \"body\"}}", INDEX));
        }
    }

    public void testShardThatCannotBeOpened() {
        failOnce("[open]", new IllegalStateException("broken"));
        Map<String, Object> answer = run("", INDEX);
        assertThat(number(answer, "_shards.total"), equalTo(SHARDS));
        assertThat(number(answer, "_shards.failed"), equalTo(1));
        Map<?, ?> failure = (Map<?, ?>) list(answer, "_shards.failures").getFirst();
        assertThat(failure.get("index"), equalTo(INDEX));
        assertThat(((Map<?, ?>) failure.get("reason")).get("reason"), equalTo("broken"));
    }

    /** What was found without a shard must not take the place of what was found in all of them. */
    public void testDestinationOfAShardThatCannotBeOpened() {
        String dest = "\"dest\": {\"index\": \"dest\"}";
        String whole = ObjectPath.eval("dest.index", run(dest, INDEX));
        failOnce("[open]", new IllegalStateException("broken"));
        assertFails(
                RestStatus.SERVICE_UNAVAILABLE,
                "[dest] gets groups of all shards or none: [1] of [3] could not be read,"
                        + " first shard [[articles][",
                dest, INDEX);
        assertThat(writtenIndex(), equalTo(whole));
        assertHitCount(client().prepareSearch("dest").setQuery(termQuery("kind", "group")), 2);
    }

    public void testShardThatFailsLater() {
        for (String message : List.of("[walk]", "[signatures]", "[names]", "[shingle_sets]")) {
            failOnce(message, new IllegalStateException("broken"));
            Exception failure = failure("\"verify\": \"exact\"", INDEX);
            assertThat(failure, instanceOf(ElasticsearchStatusException.class));
            assertThat(failure.getMessage(), containsString("shard [[articles]["));
            assertThat(
                    failure.getMessage(), containsString("]] on node [node_s_0] failed: broken"));
            transport().clearAllRules();
        }
    }

    /** A run that began anew has nothing of the first attempt in it, in its destination neither. */
    public void testLostShard() {
        Map<String, Object> expected = run("\"verify\": \"exact\"", INDEX);
        for (String message : List.of("[walk]", "[signatures]", "[names]", "[shingle_sets]")) {
            failOnce(message, randomFrom(lost(), new NodeClosedException(
                    getInstanceFromNode(ClusterService.class).localNode())));
            Map<String, Object> answer = run("\"verify\": \"exact\"", INDEX);
            assertThat(number(answer, "_shards.failed"), equalTo(0));
            assertThat(groups(answer), equalTo(groups(expected)));
            assertThat(answer.get("counts"), equalTo(expected.get("counts")));
            transport().clearAllRules();
        }
        failOnce(randomFrom("[names]", "[shingle_sets]"), lost());
        Map<String, Object> written = run(
                "\"verify\": \"exact\", \"dest\": {\"index\": \"dest\"}", INDEX);
        assertThat(writtenIndex(), equalTo(ObjectPath.eval("dest.index", written)));
        assertHitCount(
                client().prepareSearch("dest").setTrackTotalHits(true)
                        .setQuery(
                                termQuery(RunIndex.KIND, RunIndex.KIND_GROUP)),
                number(expected, "counts.groups"));
    }

    /** A run is of the shards that it began with. */
    public void testLostShardThatCannotBeOpenedAgain() {
        onFirst(SHARD + "[walk]", () -> {
            failOnce("[open]", new IllegalStateException("broken"));
            throw lost();
        });
        assertFails(RestStatus.SERVICE_UNAVAILABLE, "failed: gone", "", INDEX);
    }

    public void testShardIsLostAgainAndAgain() {
        AtomicInteger attempts = new AtomicInteger();
        transport().<TransportRequest>addRequestHandlingBehavior(
                SHARD + "[names]", (handler, request, channel, task) -> {
                    attempts.incrementAndGet();
                    throw lost();
                });
        assertFails(RestStatus.SERVICE_UNAVAILABLE, "failed: gone", "", INDEX);
        // A run may have asked a second shard before it learned of the first one.
        assertThat(attempts.get(), both(greaterThanOrEqualTo(10)).and(lessThanOrEqualTo(30)));
    }

    private static ElasticsearchStatusException lost() {
        return new ElasticsearchStatusException("gone", RestStatus.SERVICE_UNAVAILABLE);
    }

    public void testIndexIsDeleted() {
        String message = randomFrom("[walk]", "[signatures]", "[names]");
        onFirst(SHARD + message, () -> indicesAdmin().prepareDelete(INDEX).get());
        assertFails(RestStatus.NOT_FOUND, "no such index [" + INDEX + "]", "", INDEX);
    }

    public void testCancelled() {
        String message = randomFrom("[open]", "[walk]", "[signatures]", "[names]");
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        onFirst(SHARD + message, () -> {
            reached.countDown();
            Waits.await(cancelled);
        });
        ActionFuture<GroupsResponse> run =
                client().execute(TransportGroupsAction.TYPE, request("", INDEX));
        Waits.await(reached);
        assertThat(
                clusterAdmin().prepareCancelTasks().setActions(TransportGroupsAction.NAME).get()
                        .getTasks().size(),
                equalTo(1));
        cancelled.countDown();
        Exception failure = expectThrows(
                Exception.class, () -> run.actionGet(Waits.LIMIT));
        assertThat(ExceptionsHelper.unwrapCause(failure), instanceOf(TaskCancelledException.class));
    }

    public void testProgress() {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        onFirst(SHARD + "[names]", () -> {
            reached.countDown();
            Waits.await(seen);
        });
        ActionFuture<GroupsResponse> run =
                client().execute(TransportGroupsAction.TYPE, request("", INDEX));
        Waits.await(reached);
        GroupsStatus status = (GroupsStatus) clusterAdmin().prepareListTasks()
                .setActions(TransportGroupsAction.NAME).setDetailed(true).get()
                .getTasks().getFirst().status();
        assertThat(status.phase(), equalTo(GroupsStatus.Phase.COMPARING));
        assertThat(status.shards(), equalTo(SHARDS));
        assertThat(status.walked(), equalTo(1.0));
        seen.countDown();
        run.actionGet(Waits.LIMIT);
    }

    /** As a run that needs more memory than there is. */
    public void testTooLarge() {
        QueryBuilder query = new MatchAllQueryBuilder() {
            @Override
            protected QueryBuilder doRewrite(QueryRewriteContext context) {
                throw new TooLargeException("too large");
            }
        };
        GroupsParameters parameters = new GroupsParameters(
                FIELD, false, null, null, IgnoredTexts.NONE, query, Method.STAR, KeepBy.DEFAULT,
                PeerOptions.NONE, 1,
                2, 2, 1, 1, false,
                1, List.of(), null);
        ElasticsearchStatusException refusal = expectThrows(
                ElasticsearchStatusException.class,
                client().execute(
                        TransportGroupsAction.TYPE, RandomGroups.request(parameters, INDEX)));
        assertThat(refusal.status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
        assertThat(refusal.getMessage(), equalTo("too large"));
    }

    /** Returns the index to which the alias of the destination leads. */
    private String writtenIndex() {
        return AdminRequests.indices(indicesAdmin(), "dest").indices()[0];
    }

    private void failOnce(String message, RuntimeException failure) {
        onFirst(SHARD + message, () -> {
            throw failure;
        });
    }
}
