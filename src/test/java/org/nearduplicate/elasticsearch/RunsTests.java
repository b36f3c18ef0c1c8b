package org.nearduplicate.elasticsearch;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.logging.log4j.Level;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.LoggingTaskListener;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.tasks.TaskResult;
import org.elasticsearch.tasks.TaskResultsService;
import org.elasticsearch.test.MockLog;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.threadpool.ThreadPoolStats;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.groups.RestGroupsAction;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.shards.ShardSessions;
import org.nearduplicate.elasticsearch.tuning.RestTuneAction;

/** Runs for groups and to tune on a node that takes one at a time, and one more that waits. */
public class RunsTests extends NearDuplicateSingleNodeTestCase {

    private static final String RUNS = "indices:data/read/near_duplicate/*";
    private static final List<String> KINDS = List.of("groups", "tune");

    /** As is said by the name alone. */
    private static final String WAITS = "";

    private static final String WAITS_NOT = "false";

    private final List<CapturedChannel> channels = new ArrayList<>();
    private CountDownLatch free;

    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put("thread_pool.near_duplicate.size", 1)
                .put("thread_pool.near_duplicate.queue_size", 1)
                .build();
    }

    @Before
    public void createIndex() {
        createArticles();
        free = new CountDownLatch(1);
    }

    @After
    public void nothingIsLeft() throws Exception {
        free.countDown();
        // Elasticsearch remembers the connections of requests that wait for as long as they are open.
        channels.forEach(channel -> channel.request().getHttpChannel().close());
        Waits.awaitThat(() -> {
            assertThat(tasks(), empty());
            assertThat(getInstanceFromNode(ShardSessions.class).size(), equalTo(0));
            assertThat(breaker().getUsed(), equalTo(0L));
            ThreadPoolStats.Stats stats = stats();
            assertThat(stats.queue() + stats.active(), equalTo(0));
        });
    }

    public void testTheAnswerIsKeptForThoseWhoAskForTheTask() throws Exception {
        for (String kind : KINDS) {
            TaskId task = accepted(kind, "");
            Waits.awaitThat(
                    () -> assertThat(
                            ended(task).getResponseAsMap().keySet().contains("took"),
                            equalTo(true)));
        }
    }

    public void testOneThatWaitsIsSeenAndGoesOn() throws Exception {
        for (String kind : KINDS) {
            occupyTheThread();
            TaskId task = accepted(kind, "");
            TaskInfo waiting = tasks().getFirst();
            assertThat(waiting.taskId(), equalTo(task));
            assertTrue(waiting.cancellable());
            assertThat(
                    XContentHelper.convertToMap(
                            JsonXContent.jsonXContent, Strings.toString(waiting.status()), false)
                            .get("phase"),
                    equalTo("queued"));
            free.countDown();
            Waits.awaitThat(() -> assertNull(ended(task).getError()));
        }
    }

    public void testWhatDoesNotFitIsRefusedAtOnceAndNothingIsKeptOfIt() throws Exception {
        occupyTheThread();
        TaskId waiting = accepted("tune", "");
        for (String kind : KINDS) {
            for (String wait : List.of(WAITS, WAITS_NOT)) {
                RestResponse refused = send(kind, wait, "").capturedResponse();
                assertThat(refused.status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
                assertThat(
                        refused.content().utf8ToString(),
                        containsString(
                                "its settings [thread_pool.near_duplicate.size] and"
                                        + " [thread_pool.near_duplicate.queue_size] let [1] run and"
                                        + " [1] wait; raise them"));
            }
        }
        assertThat(tasks(), hasSize(1));
        free.countDown();
        Waits.awaitThat(() -> assertNull(ended(waiting).getError()));
        indicesAdmin().prepareRefresh(TaskResultsService.TASK_INDEX).get();
        assertHitCount(client().prepareSearch(TaskResultsService.TASK_INDEX), 1);
    }

    public void testOneThatIsCancelledWhileItWaitsLeavesTheQueue() throws Exception {
        for (String kind : KINDS) {
            occupyTheThread();
            TaskId task = accepted(kind, "");
            clusterAdmin().prepareCancelTasks().setTargetTaskId(task).waitForCompletion(true).get();
            assertThat(stats().queue(), equalTo(0));
            assertThat(
                    ended(task).getErrorAsMap().get("reason"),
                    equalTo("task cancelled [by user request]"));
            assertThat(tasks(), empty());
            free.countDown();
        }
    }

    /** The HTTP request that brought it may have ended. */
    public void testARequestIsChargedUntilItsRunEnds() throws Exception {
        long length = 100_000;
        String query = ", \"query\": {\"ids\": {\"values\": [\"" + "x".repeat((int) length)
                + "\"]}}";
        for (String kind : KINDS) {
            for (boolean cancel : List.of(true, false)) {
                occupyTheThread();
                TaskId task = accepted(kind, query);
                assertThat(breaker().getUsed(), greaterThan(length));
                if (cancel) {
                    clusterAdmin().prepareCancelTasks().setTargetTaskId(task).get();
                } else {
                    free.countDown();
                }
                Waits.awaitThat(() -> assertThat(breaker().getUsed(), lessThan(length)));
                free.countDown();
            }
            long most = breaker().getLimit();
            breaker().addWithoutBreaking(most);
            try {
                assertThat(
                        send(kind, WAITS_NOT, query).capturedResponse().status(),
                        equalTo(RestStatus.TOO_MANY_REQUESTS));
            } finally {
                breaker().addWithoutBreaking(-most);
            }
        }
    }

    public void testAClosedConnectionCancelsOneThatWaits() throws Exception {
        for (String kind : KINDS) {
            occupyTheThread();
            CapturedChannel channel = send(kind, WAITS, "");
            assertThat(tasks(), hasSize(1));
            channel.request().getHttpChannel().close();
            Waits.awaitThat(() -> {
                assertThat(tasks(), empty());
                assertThat(stats().queue(), equalTo(0));
            });
            free.countDown();
        }
    }

    /** They are known before the run, so nobody has to look into a task for them. */
    public void testLimitsAreCheckedBeforeARunStarts() {
        occupyTheThread();
        String tooMany = ", \"sketch\": [\"minhash\", \"super_minhash\"],"
                + " \"hash_count\": [64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78],"
                + " \"shingle_size\": [1, 2, 3, 4, 5, 6, 7, 8],"
                + " \"bands\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], \"rows\": [2, 3, 4, 5, 6]";
        for (String wait : List.of(WAITS, WAITS_NOT)) {
            RestResponse refused = send("tune", wait, tooMany).capturedResponse();
            assertThat(refused.status(), equalTo(RestStatus.BAD_REQUEST));
            assertThat(
                    refused.content().utf8ToString(),
                    containsString("the lists must have a product of at most"));
            refused = send("groups", wait, ", \"dest\": {\"index\": \"" + INDEX + "\"}")
                    .capturedResponse();
            assertThat(refused.status(), equalTo(RestStatus.BAD_REQUEST));
            assertThat(
                    refused.content().utf8ToString(),
                    containsString(
                            "[dest] must not be an index whose groups are asked for, got ["
                                    + INDEX + "] in [" + INDEX + "]"));
        }
        assertThat(tasks(), empty());
    }

    public void testTheLogHasWhyAnAnswerIsNotKept() throws Exception {
        readOnly(true);
        try {
            for (String kind : KINDS) {
                try (MockLog log = MockLog.capture(LoggingTaskListener.class)) {
                    log.addExpectation(
                            new MockLog.SeenEventExpectation(
                                    kind, LoggingTaskListener.class.getName(), Level.WARN,
                                    "* failed with exception*"));
                    accepted(kind, "");
                    Waits.awaitThat(log::assertAllExpectationsMatched);
                }
            }
        } finally {
            readOnly(null);
        }
    }

    private void occupyTheThread() {
        CountDownLatch occupied = new CountDownLatch(1);
        CountDownLatch until = new CountDownLatch(1);
        free = until;
        threadPool().executor(RunAction.POOL).execute(() -> {
            occupied.countDown();
            Waits.await(until);
        });
        Waits.await(occupied);
    }

    private TaskId accepted(String kind, String parameters) {
        RestResponse response = send(kind, WAITS_NOT, parameters).capturedResponse();
        String text = response.content().utf8ToString();
        assertThat(text, response.status(), equalTo(RestStatus.OK));
        return new TaskId(
                (String) XContentHelper.convertToMap(JsonXContent.jsonXContent, text, false)
                        .get("task"));
    }

    private CapturedChannel send(String kind, String wait, String parameters) {
        BaseRestHandler handler =
                kind.equals("groups") ? new RestGroupsAction() : new RestTuneAction();
        String field = kind.equals("groups") ? "body.near" : "body";
        FakeRestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(RestRequest.Method.POST)
                .withPath("/" + INDEX + "/_near_duplicate/" + kind)
                .withParams(new HashMap<>(Map.of("index", INDEX, "wait_for_completion", wait)))
                .withContent(
                        new BytesArray("{\"field\": \"" + field + "\"" + parameters + "}"),
                        XContentType.JSON)
                .build();
        CapturedChannel channel = new CapturedChannel(request);
        channels.add(channel);
        try {
            answer(handler, request, channel);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return channel;
    }

    /** As Elasticsearch does it, what a handler throws is an answer too. */
    private void answer(BaseRestHandler handler, FakeRestRequest request, CapturedChannel channel)
            throws Exception {
        try {
            handler.handleRequest(request, channel, getInstanceFromNode(NodeClient.class));
        } catch (IllegalArgumentException refusal) {
            channel.sendResponse(new RestResponse(channel, refusal));
        }
    }

    private void readOnly(Boolean readOnly) {
        clusterAdmin().prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(
                        Collections.singletonMap("cluster.blocks.read_only", readOnly))
                .get();
    }

    private List<TaskInfo> tasks() {
        return clusterAdmin().prepareListTasks().setActions(RUNS).setDetailed(true).get()
                .getTasks();
    }

    private TaskResult ended(TaskId task) {
        try {
            TaskResult result = clusterAdmin().prepareGetTask(task).get().getTask();
            assertTrue("runs", result.isCompleted());
            return result;
        } catch (ElasticsearchException e) {
            throw new AssertionError("not kept yet", e);
        }
    }

    private CircuitBreaker breaker() {
        return getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    }

    private ThreadPoolStats.Stats stats() {
        return threadPool().stats().stats().stream()
                .filter(stats -> stats.name().equals(RunAction.POOL))
                .findFirst()
                .orElseThrow();
    }

    private ThreadPool threadPool() {
        return getInstanceFromNode(ThreadPool.class);
    }
}
