package org.nearduplicate.elasticsearch.stats;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.StreamSupport;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.indices.breaker.HierarchyCircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.ShardTarget;

/** Shards on several nodes: buckets are those of all of them, and a copy may fail. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class StatsClusterTests extends ESIntegTestCase {

    private static final String OF_SHARD = "indices:data/read/near_duplicate/stats[shard]";
    private static final String FIELD = "body.near";

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class, MockTransportService.TestPlugin.class);
    }

    /** One cluster in ten of the framework's has a breaker that counts nothing; these tests read what it counts. */
    @Override
    protected Settings nodeSettings(int node, Settings others) {
        return Settings.builder()
                .put(super.nodeSettings(node, others))
                .put(
                        HierarchyCircuitBreakerService.REQUEST_CIRCUIT_BREAKER_TYPE_SETTING
                                .getKey(),
                        "memory")
                .build();
    }

    @After
    public void repairNodes() {
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).clearAllRules();
        }
    }

    /** Numbers are exact where no shard leaves a bucket out, but one of a single document. */
    public void testCountsOfShardsAreAdded() throws InterruptedException {
        createAndFill("exact", 2, between(0, 1), new int[] {200, 100});
        Map<?, ?> field = field(stats("exact"), "exact");
        assertThat(field.get("documents"), equalTo(300));
        assertThat(StatsTests.at(field, "band_terms.postings"), equalTo(300 * 12));
        assertThat(StatsTests.at(field, "signatures.size_in_bytes"), equalTo(300 * 60));
        assertThat(StatsTests.at(field, "largest_buckets.0.bands"), equalTo(12));
        assertThat(StatsTests.at(field, "largest_buckets.0.documents"), equalTo(200));
        assertThat(StatsTests.at(field, "largest_buckets.1.documents"), equalTo(100));
        assertThat(((List<?>) field.get("largest_buckets")).size(), equalTo(2));
        assertThat(field.get("documents_error_upper_bound"), equalTo(2));
    }

    public void testCopiesOfAnotherNode() throws InterruptedException {
        createAndFill("copies", 3, 1, new int[] {30});
        failOn(internalCluster().getRandomNodeName(), -1);
        Map<String, Object> answer = stats("copies");
        assertThat(StatsTests.at(answer, "_shards.failed"), equalTo(0));
        assertThat(field(answer, "copies").get("documents"), equalTo(30));
    }

    /** The answer has the others, and the failure; if no shard is left, the failure alone. */
    public void testAShardThatCannotBeRead() throws InterruptedException {
        createAndFill("failing", 3, 0, new int[] {60});
        for (String node : internalCluster().getNodeNames()) {
            failOn(node, 1);
        }
        Map<String, Object> answer = stats("failing");
        assertThat(StatsTests.at(answer, "_shards.total"), equalTo(3));
        assertThat(StatsTests.at(answer, "_shards.successful"), equalTo(2));
        assertThat(StatsTests.at(answer, "_shards.failures.0.shard"), equalTo(1));
        assertThat(answer.toString(), containsString("broken"));
        assertThat(
                (int) field(answer, "failing").get("documents"), lessThanOrEqualTo(59));
        repairNodes();
        for (String node : internalCluster().getNodeNames()) {
            failOn(node, -1);
        }
        Exception failure = expectThrows(Exception.class, () -> stats("failing"));
        assertThat(failure.toString(), containsString("no shard could be read"));
    }

    /** The answer of one shard is charged while the other has yet to answer. */
    public void testAnswersThatWaitAreCharged() throws Exception {
        createAndFill("waiting", 2, 0, new int[] {30});
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch answer = new CountDownLatch(1);
        for (String node : internalCluster().getNodeNames()) {
            MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                    OF_SHARD,
                    (handler, request, channel, task) -> {
                        begun.countDown();
                        if (shard(request) == 1) {
                            Waits.await(answer);
                        }
                        handler.messageReceived(request, channel, task);
                    });
        }
        String node = internalCluster().getRandomNodeName();
        CircuitBreaker breaker = internalCluster()
                .getInstance(CircuitBreakerService.class, node)
                .getBreaker(CircuitBreaker.REQUEST);
        PlainActionFuture<StatsResponse> stats = new PlainActionFuture<>();
        internalCluster().client(node).execute(
                TransportStatsAction.TYPE, request("waiting"), stats);
        try {
            Waits.await(begun);
            // What it took to read the other is given back by then.
            Waits.awaitThat(
                    () -> assertThat("shard 1 alone", tasksOfShards(), equalTo(1L)));
            Waits.awaitThat(() -> assertThat(breaker.getUsed(), greaterThan(0L)));
        } finally {
            answer.countDown();
        }
        stats.actionGet(Waits.LIMIT);
        Waits.awaitThat(() -> assertThat(breaker.getUsed(), equalTo(0L)));
    }

    private static long tasksOfShards() {
        return StreamSupport
                .stream(
                        internalCluster().getInstances(TransportService.class).spliterator(),
                        false)
                .flatMap(node -> node.getTaskManager().getTasks().values().stream())
                .filter(task -> task.getAction().equals(OF_SHARD))
                .count();
    }

    /** Lets a node fail to answer for a shard, or for all of them if it is negative. */
    private static void failOn(String node, int shard) {
        MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                OF_SHARD,
                (handler, request, channel, task) -> {
                    if (shard < 0 || shard == shard(request)) {
                        channel.sendResponse(new IllegalStateException("broken"));
                    } else {
                        handler.messageReceived(request, channel, task);
                    }
                });
    }

    private static int shard(TransportRequest request) {
        return ((ShardTarget) ((Call.Message<?, ?>) request).subject()).shardId().id();
    }

    /** Fills an index with texts, each as often as it is said; an identifier begins with the number of the text. */
    private void createAndFill(String index, int shards, int replicas, int[] copies)
            throws InterruptedException {
        assertAcked(
                prepareCreate(index)
                        .setSettings(indexSettings(shards, replicas))
                        .setMapping(NearDuplicateSingleNodeTestCase.MAPPING));
        ensureGreen(Waits.LIMIT, index);
        List<IndexRequestBuilder> requests = new ArrayList<>();
        for (int text = 0; text < copies.length; text++) {
            Map<String, Object> source = new HashMap<>(Map.of("body", Texts.random()));
            for (int copy = 0; copy < copies[text]; copy++) {
                requests.add(
                        prepareIndex(index).setId(text + "-" + copy).setSource(source));
            }
        }
        indexRandom(true, false, requests);
    }

    private static Map<String, Object> stats(String index) {
        StatsResponse response = client()
                .execute(TransportStatsAction.TYPE, request(index))
                .actionGet(Waits.LIMIT);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    private static LocalRequest<StatsParameters> request(String index) {
        return StatsTests.request(5, List.of(FIELD), index);
    }

    private static Map<?, ?> field(Map<String, Object> answer, String index) {
        return StatsTests.field(answer, index, FIELD);
    }
}
