package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.test.transport.StubbableTransport;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.junit.After;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.ShardSessions;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/** What does not fit into the memory of a run is done by all nodes that hold its shards, and is the same. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class GroupsWorkersClusterTests extends ESIntegTestCase {

    private static final String INDEX = "units";
    private static final String DEST = "found";
    private static final String SHARD = "indices:data/read/near_duplicate/shard";

    /** One and a half megabytes of what a run holds of documents. */
    private static final int DOCUMENTS = 6_000;

    private static final int SHARDS = 3;

    private final Verify verify = randomFrom(Verify.values());
    private final Set<String> helping = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opened = new AtomicInteger();

    /** One cluster in ten has another one, which counts nothing. */
    @Override
    protected Settings nodeSettings(int node, Settings other) {
        return Settings.builder()
                .put(super.nodeSettings(node, other))
                .put("indices.breaker.request.type", "memory")
                .build();
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class, MockTransportService.TestPlugin.class);
    }

    @After
    public void nothingIsLeft() throws Exception {
        watchNone();
        for (ShardSessions sessions : internalCluster().getInstances(ShardSessions.class)) {
            Waits.awaitThat(() -> assertThat(sessions.size(), equalTo(0)));
        }
        updateClusterSettings(Settings.builder().putNull(GroupsSettings.MEMORY.getKey()));
    }

    public void testAllNodesDoTheSame() throws Exception {
        fill();
        String asked = internalCluster().getRandomNodeName();
        Map<String, Object> whole = run(asked, null);
        assertThat(GroupsNodeTestCase.number(whole, "counts.parts.total"), equalTo(1));
        limitMemory();
        for (String node : internalCluster().getNodeNames()) {
            watch(node, null);
        }
        Map<String, Object> shared = run(asked, null);
        assertSame(whole, shared);
        assertThat(GroupsNodeTestCase.number(shared, "counts.parts.total"), greaterThan(2));
        assertThat(GroupsNodeTestCase.number(whole, "counts.parts.largest"), equalTo(DOCUMENTS));
        assertThat(GroupsNodeTestCase.number(shared, "counts.parts.largest"), lessThan(DOCUMENTS));
        assertThat(helping, equalTo(Set.of(internalCluster().getNodeNames())));
        assertThat(run(asked, DEST).get("groups"), equalTo(whole.get("groups")));
        assertHitCount(
                client().prepareSearch(DEST).setTrackTotalHits(true)
                        .setQuery(QueryBuilders.termQuery("kind", "group")),
                DOCUMENTS / 3);
    }

    /** Others do what some nodes have no room for, or fail with; in the end the node that was asked. */
    public void testNodesThatDoNothing() throws Exception {
        fill();
        String asked = internalCluster().getRandomNodeName();
        Map<String, Object> whole = run(asked, null);
        limitMemory();
        List<String> nodes = new ArrayList<>(List.of(internalCluster().getNodeNames()));
        Collections.shuffle(nodes, random());
        for (String node : nodes) {
            watch(node, new IllegalStateException("broken"));
            assertSame(whole, run(asked, null));
        }
        assertThat(helping, equalTo(Set.copyOf(nodes)));
        watchNone();
        for (String node : nodes.subList(1, nodes.size())) {
            watch(node, new EsRejectedExecutionException("full"));
            assertSame(whole, run(asked, null));
        }
    }

    public void testOneUnitAtATime() throws Exception {
        fill();
        String asked = internalCluster().getRandomNodeName();
        Map<String, Object> whole = run(asked, null);
        limitMemory();
        CompletableFuture<String> working = new CompletableFuture<>();
        CountDownLatch asking = new CountDownLatch(1);
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                    SHARD + "[signatures]",
                    (handler, request, channel, task) -> {
                        working.complete(request.getParentTask().getNodeId());
                        Waits.await(asking);
                        handler.messageReceived(request, channel, task);
                    });
        }
        PlainActionFuture<GroupsResponse> shared = start(asked, null);
        try {
            assertRefuses(working.get(Waits.LIMIT.seconds(), TimeUnit.SECONDS));
        } finally {
            asking.countDown();
        }
        assertSame(whole, GroupsNodeTestCase.asJson(shared.actionGet(Waits.LIMIT)));
    }

    public void testNoUnitWhereMemoryIsNeeded() {
        String node = internalCluster().getRandomNodeName();
        CircuitBreaker breaker = internalCluster()
                .getInstance(CircuitBreakerService.class, node)
                .getBreaker(CircuitBreaker.REQUEST);
        long bytes = breaker.getLimit() / 2 + 1;
        breaker.addWithoutBreaking(bytes);
        try {
            assertRefuses(
                    internalCluster().getInstance(ClusterService.class, node).localNode().getId());
        } finally {
            breaker.addWithoutBreaking(-bytes);
        }
    }

    private static void assertRefuses(String nodeId) {
        ClusterService cluster = internalCluster().getInstance(ClusterService.class);
        PlainActionFuture<Call.Answer<RangeLinks>> answer = new PlainActionFuture<>();
        internalCluster().getInstance(TransportService.class).sendRequest(
                cluster.state().nodes().get(nodeId), WorkCalls.LINK.action(),
                WorkCalls.LINK.message(RandomWork.context(), RandomWork.range()),
                new ActionListenerResponseHandler<>(
                        answer, WorkCalls.LINK::readAnswer,
                        EsExecutors.DIRECT_EXECUTOR_SERVICE));
        Exception refusal = expectThrows(
                Exception.class, () -> answer.actionGet(Waits.LIMIT));
        assertThat(
                ExceptionsHelper.unwrapCause(refusal).toString(),
                containsString("the node has no room for a work unit of a run"));
    }

    /** A run that begins anew writes nothing of its first attempt as its own. */
    public void testALostShard() throws Exception {
        fill();
        Map<String, Object> whole = run(internalCluster().getRandomNodeName(), null);
        limitMemory();
        String message = randomFrom(SHARD + "[only]", SHARD + "[names]", SHARD + "[signatures]");
        AtomicBoolean isLost = new AtomicBoolean();
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                    message,
                    (handler, request, channel, task) -> {
                        if (isLost.get()) {
                            channel.sendResponse(
                                    new ElasticsearchStatusException(
                                            "gone", RestStatus.SERVICE_UNAVAILABLE));
                        } else {
                            handler.messageReceived(request, channel, task);
                        }
                    });
            MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                    SHARD + "[open]",
                    (handler, request, channel, task) -> {
                        // Lost are the shards of the first attempt alone.
                        isLost.set(opened.incrementAndGet() <= SHARDS);
                        handler.messageReceived(request, channel, task);
                    });
        }
        Map<String, Object> again = run(internalCluster().getRandomNodeName(), DEST);
        assertThat(opened.get(), equalTo(2 * SHARDS));
        assertThat(again.get("groups"), equalTo(whole.get("groups")));
        assertHitCount(
                client().prepareSearch(DEST).setTrackTotalHits(true)
                        .setQuery(QueryBuilders.termQuery("kind", "group")),
                DOCUMENTS / 3);
    }

    /** A run that fails lets no node go on with its work units. */
    public void testUnitsOfAFailedRunAreCancelled() throws Exception {
        fill();
        limitMemory();
        List<String> nodes = new ArrayList<>(List.of(internalCluster().getNodeNames()));
        Collections.shuffle(nodes, random());
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        behave(nodes.get(0), (handler, request, channel, task) -> {
            working.countDown();
            ((CancellableTask) task).addListener(cancelled::countDown);
            Waits.await(cancelled);
            channel.sendResponse(new TaskCancelledException("cancelled"));
        });
        behave(nodes.get(1), (handler, request, channel, task) -> {
            Waits.await(working);
            channel.sendResponse(WorkCalls.LINK.answer(wrongLinks()));
        });
        expectThrows(IndexOutOfBoundsException.class, () -> run(nodes.get(2), null));
        Waits.await(cancelled);
    }

    private static RangeLinks wrongLinks() {
        int[] none = {};
        return new RangeLinks(
                new int[] {0}, new int[] {1}, none, none, Map.of(),
                GroupsCounts.NONE);
    }

    private static void assertSame(Map<String, Object> whole, Map<String, Object> shared) {
        assertThat(shared.get("groups"), equalTo(whole.get("groups")));
        assertThat(shared.get("pairs"), equalTo(whole.get("pairs")));
        assertThat(withoutWork(shared), equalTo(withoutWork(whole)));
    }

    /** Counts, but for those of the work that it took. */
    private static Map<Object, Object> withoutWork(Map<String, Object> answer) {
        Map<Object, Object> counts = new HashMap<>((Map<?, ?>) answer.get("counts"));
        assertNotNull(counts.remove("parts"));
        Map<Object, Object> pairs = new HashMap<>((Map<?, ?>) counts.remove("pairs"));
        assertNotNull(pairs.remove("text_pairs_compared"));
        assertNotNull(pairs.remove("candidates"));
        counts.putAll(pairs);
        return counts;
    }

    /** Records that a node is asked for work units; these fail if a failure is given. */
    private void watch(String node, Exception failure) {
        behave(node, (handler, request, channel, task) -> {
            helping.add(node);
            if (failure == null) {
                handler.messageReceived(request, channel, task);
            } else {
                channel.sendResponse(failure);
            }
        });
    }

    private static void behave(
            String node, StubbableTransport.RequestHandlingBehavior<TransportRequest> behavior) {
        for (Call<?, ?, ?> call : List.of(WorkCalls.LINK, WorkCalls.PARTS)) {
            MockTransportService.getInstance(node)
                    .addRequestHandlingBehavior(call.action(), behavior);
        }
    }

    private static void watchNone() {
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).clearAllRules();
        }
    }

    private static void limitMemory() {
        updateClusterSettings(Settings.builder().put(GroupsSettings.MEMORY.getKey(), "1mb"));
    }

    private Map<String, Object> run(String node, String dest) {
        return GroupsNodeTestCase.asJson(start(node, dest).actionGet(Waits.LIMIT));
    }

    private PlainActionFuture<GroupsResponse> start(String node, String dest) {
        GroupsParameters parameters = RandomGroups.parameters(
                NamedXContentRegistry.EMPTY,
                "\"pairs\": true, \"max_pairs\": 1000, \"verify\": \""
                        + ChoiceParameter.nameOf(verify) + "\""
                        + (dest == null ? "" : ", \"dest\": {\"index\": \"" + dest + "\"}"));
        PlainActionFuture<GroupsResponse> answer = new PlainActionFuture<>();
        client(node).execute(
                TransportGroupsAction.TYPE,
                RandomGroups.request(parameters, INDEX),
                answer);
        return answer;
    }

    /** Fills an index, a shard on each node, with texts of which three are alike. */
    private void fill() {
        assertAcked(
                prepareCreate(INDEX)
                        .setSettings(
                                indexSettings(SHARDS, 0)
                                        .put("index.routing.allocation.total_shards_per_node", 1))
                        .setMapping(GroupsNodeTestCase.MAPPING));
        ensureGreen(Waits.LIMIT, INDEX);
        BulkRequestBuilder bulk = client().prepareBulk().setRefreshPolicy(IMMEDIATE);
        for (int i = 0; i < DOCUMENTS; i++) {
            String text = "a text of words number " + i / 3 + " has this and that " + i / 3;
            bulk.add(prepareIndex(INDEX).setId("" + i).setSource("body", text));
        }
        assertNoFailures(bulk.get(Waits.LIMIT));
    }
}
