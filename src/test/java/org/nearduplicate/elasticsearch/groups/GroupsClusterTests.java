package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.shards.ShardSessions;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/** Shards on several nodes: the groups are those of one shard, and a node may leave. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class GroupsClusterTests extends ESIntegTestCase {

    private static final String SCAN = "indices:data/read/near_duplicate/shard[walk]";

    private Map<String, Map<String, Object>> documents;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class, MockTransportService.TestPlugin.class);
    }

    @Before
    public void writeDocuments() {
        documents = GroupsNodeTestCase.families(9, 1, 7, 1, 5, 3, 2, 1);
    }

    @After
    public void noSessionIsLeft() throws Exception {
        for (ShardSessions sessions : internalCluster().getInstances(ShardSessions.class)) {
            Waits.awaitThat(() -> assertThat(sessions.size(), equalTo(0)));
        }
    }

    public void testManyShardsAnswerAsOne() throws InterruptedException {
        createAndFill("one", 1, 0, Settings.EMPTY);
        createAndFill("many", between(3, 5), between(0, 1), Settings.EMPTY);
        for (Verify verify : Verify.values()) {
            for (Method method : Method.values()) {
                Map<String, Object> one = run(client(), verify, method, "one");
                Map<String, Object> many = run(client(), verify, method, "many");
                assertThat(one.get("counts"), equalTo(many.get("counts")));
                assertThat(withoutIndex(one, "groups"), equalTo(withoutIndex(many, "groups")));
                assertThat(withoutIndex(one, "pairs"), equalTo(withoutIndex(many, "pairs")));
                assertThat(((List<?>) one.get("groups")).size(), equalTo(5));
            }
        }
    }

    /** The shards of a node that stops are named, and the sessions of the others are closed. */
    public void testNodeOfAShardStops() throws Exception {
        List<String> nodes = startNodesAndFill();
        CountDownLatch walking = new CountDownLatch(1);
        CountDownLatch stopped = holdWalks(nodes.get(1), walking);
        ActionFuture<GroupsResponse> run = start(nodes.get(0));
        Waits.await(walking);
        assertThat(sessions(nodes.get(0)).size(), greaterThan(0));
        Thread stopping = new Thread(() -> stop(nodes.get(1)));
        stopping.start();
        Exception failure = expectThrows(
                Exception.class, () -> run.actionGet(Waits.LIMIT));
        assertThat(failure.getMessage(), containsString("shard [[spread]["));
        assertThat(failure.getMessage(), containsString("on node [" + nodes.get(1) + "] failed"));
        Waits.awaitThat(() -> assertThat(sessions(nodes.get(0)).size(), equalTo(0)));
        stopped.countDown();
        stopping.join();
    }

    /** The sessions on the other nodes end with the job that nobody can be told of. */
    public void testNodeOfTheJobStops() throws Exception {
        List<String> nodes = startNodesAndFill();
        CountDownLatch walking = new CountDownLatch(1);
        CountDownLatch stopped = holdWalks(nodes.get(0), walking);
        start(nodes.get(1));
        Waits.await(walking);
        assertThat(sessions(nodes.get(0)).size(), greaterThan(0));
        stopped.countDown();
        stop(nodes.get(1));
        Waits.awaitThat(() -> assertThat(sessions(nodes.get(0)).size(), equalTo(0)));
    }

    /** Starts nodes that may stop, and spreads an index over these. */
    private List<String> startNodesAndFill() throws InterruptedException {
        List<String> nodes = internalCluster().startDataOnlyNodes(2);
        createAndFill("spread", 4, 0, Settings.builder()
                .put("index.routing.allocation.include._name", String.join(",", nodes))
                .put("index.routing.allocation.total_shards_per_node", 2)
                .build());
        return nodes;
    }

    /** The first walk on a node waits, until the latch that is returned is counted down. */
    private static CountDownLatch holdWalks(String node, CountDownLatch walking) {
        CountDownLatch held = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                SCAN,
                (handler, request, channel, task) -> {
                    if (first.getAndSet(false)) {
                        walking.countDown();
                        hold(held);
                    }
                    handler.messageReceived(request, channel, task);
                });
        return held;
    }

    /** A node that stops interrupts its threads, which is no failure of the test. */
    private static void hold(CountDownLatch held) {
        try {
            assertTrue(held.await(Waits.LIMIT.seconds(), TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException("the node stops", e);
        }
    }

    private static void stop(String node) {
        try {
            internalCluster().stopNode(node);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ShardSessions sessions(String node) {
        return internalCluster().getInstance(ShardSessions.class, node);
    }

    private static ActionFuture<GroupsResponse> start(String node) {
        return client(node).execute(
                TransportGroupsAction.TYPE,
                request(Verify.SIGNATURE, Method.STAR, "spread"));
    }

    private static Map<String, Object> run(
            Client client,
            Verify verify,
            Method method,
            String index) {
        return GroupsNodeTestCase.asJson(
                client.execute(TransportGroupsAction.TYPE, request(verify, method, index))
                        .actionGet(Waits.LIMIT));
    }

    private static LocalRequest<GroupsParameters> request(Verify verify, Method method,
            String index) {
        return RandomGroups.request(
                RandomGroups.parameters(
                        NamedXContentRegistry.EMPTY,
                        "\"pairs\": true, \"verify\": \"" + ChoiceParameter.nameOf(verify)
                                + "\", \"method\": \"" + ChoiceParameter.nameOf(method) + "\""),
                index);
    }

    private static String withoutIndex(Map<String, Object> answer, String name) {
        return answer.get(name).toString().replaceAll("_index=\\w+", "");
    }

    private void createAndFill(String index, int shards, int replicas, Settings settings)
            throws InterruptedException {
        assertAcked(
                prepareCreate(index)
                        .setSettings(indexSettings(shards, replicas).put(settings))
                        .setMapping(GroupsNodeTestCase.MAPPING));
        ensureGreen(Waits.LIMIT, index);
        List<IndexRequestBuilder> requests = new ArrayList<>();
        documents.forEach(
                (id, source) -> requests.add(prepareIndex(index).setId(id).setSource(source)));
        indexRandom(true, false, requests);
    }
}
