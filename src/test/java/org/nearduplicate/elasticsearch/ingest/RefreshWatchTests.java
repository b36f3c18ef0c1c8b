package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.RemoteTransportException;

/** The watch for refreshes, against a client that answers as the test wants. */
public class RefreshWatchTests extends ESTestCase {

    private static final ShardId FIRST = new ShardId(LookedUp.NEWS, 0);
    private static final ShardId SECOND = new ShardId(LookedUp.NEWS, 1);

    private final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final ThreadPool threadPool = tasks.getThreadPool();
    private final RefreshClient client = new RefreshClient(threadPool);
    private final Map<ShardId, Long> visible = new HashMap<>();
    private final List<ShardId> gone = new ArrayList<>();
    private final RefreshWatch watch =
            new RefreshWatch(client, threadPool, visible::put, gone::add);

    public void testOneQuestionForManyWrites() {
        watch.await(FIRST, 3);
        watch.await(FIRST, 9);
        watch.await(FIRST, 7);
        assertPending(FIRST, 3);
        client.pending.getFirst().answer();
        assertThat(visible, equalTo(Map.of(FIRST, 3L)));
        assertPending(FIRST, 9);
        client.pending.getFirst().answer();
        assertThat(visible, equalTo(Map.of(FIRST, 9L)));
        assertThat("nothing is awaited any more", client.pending, equalTo(List.of()));
        watch.await(FIRST, 10);
        assertPending(FIRST, 10);
    }

    public void testEachShardHasItsOwn() {
        watch.await(FIRST, 3);
        watch.await(SECOND, 1);
        assertThat(client.pending.size(), equalTo(2));
        client.pending.getLast().answer();
        assertThat(visible, equalTo(Map.of(SECOND, 1L)));
        assertPending(FIRST, 3);
    }

    public void testAgainAfterAFailure() {
        watch.await(FIRST, 3);
        for (int i = 0; i < 3; i++) {
            client.pending.getFirst().fail(
                    new RemoteTransportException("n", new NoShardAvailableActionException(FIRST)));
            watch.await(FIRST, 4 + i);
            assertThat("not at once", client.pending, equalTo(List.of()));
            long start = tasks.getCurrentTimeMillis();
            tasks.runAllTasks();
            assertThat(tasks.getCurrentTimeMillis() - start, equalTo(1_000L));
            assertPending(FIRST, 4 + i);
        }
        client.pending.getFirst().answer();
        assertThat(visible, equalTo(Map.of(FIRST, 6L)));
        assertThat(client.pending, equalTo(List.of()));
    }

    public void testAnIndexThatIsGone() {
        watch.await(FIRST, 3);
        watch.await(SECOND, 4);
        client.pending.getFirst().fail(new IndexNotFoundException(LookedUp.NEWS));
        tasks.runAllTasks();
        assertThat(gone, equalTo(List.of(FIRST)));
        assertThat(visible, equalTo(Map.of()));
        assertPending(SECOND, 4);
        watch.await(FIRST, 5);
        assertThat(client.pending.size(), equalTo(2));
    }

    public void testAPrimaryThatMovedAway() {
        watch.await(FIRST, 3);
        client.pending.getFirst().fail(
                new RemoteTransportException("n", new IndexNotFoundException(LookedUp.NEWS)));
        assertThat(gone, equalTo(List.of()));
    }

    /** As Elasticsearch refuses it after a stale copy was made the primary: what was written is lost. */
    public void testANumberThatThePrimaryNeverGave() {
        watch.await(FIRST, 9);
        client.pending.getFirst().fail(
                new RemoteTransportException(
                        "n",
                        new IllegalArgumentException(
                                "Cannot wait for unissued seqNo checkpoint"
                                        + " [wait_for_checkpoint=9, max_issued_seqNo=4]")));
        assertFalse("nobody asks for ever", tasks.hasAnyTasks());
        assertThat(visible, equalTo(Map.of(FIRST, 9L)));
        watch.await(FIRST, 5);
        assertPending(FIRST, 5);
    }

    /** Nothing is read, and who wrote may not read. */
    public void testNotAsTheUser() {
        ThreadContext context = threadPool.getThreadContext();
        context.putHeader("user", "me");
        watch.await(FIRST, 3);
        assertThat(context.getHeader("user"), equalTo("me"));
        assertFalse(context.isSystemContext());
        assertTrue(client.pending.getFirst().isOfSystem);
        assertNull(client.pending.getFirst().user);
    }

    public void testRandomWrites() {
        Map<ShardId, Long> written = new HashMap<>();
        for (int step = between(1, 200); step > 0; step--) {
            switch (between(0, 3)) {
                case 0 -> {
                    ShardId shard = randomFrom(FIRST, SECOND);
                    written.merge(shard, (long) between(0, 1_000), Math::max);
                    watch.await(shard, written.get(shard));
                }
                case 1 -> tasks.runAllTasks();
                default -> {
                    if (client.pending.isEmpty() == false) {
                        RefreshClient.Asked asked = randomFrom(client.pending);
                        if (randomBoolean()) {
                            asked.answer();
                        } else {
                            asked.fail(new IllegalStateException("by test"));
                        }
                    }
                }
            }
            long shards = client.pending.stream().map(asked -> asked.request.shardId()).distinct()
                    .count();
            assertThat("one at a time", (long) client.pending.size(), equalTo(shards));
            visible.forEach(
                    (shard, upTo) -> assertThat(upTo, lessThanOrEqualTo(written.get(shard))));
        }
        while (client.pending.isEmpty() == false || tasks.hasAnyTasks()) {
            tasks.runAllTasks();
            List.copyOf(client.pending).forEach(RefreshClient.Asked::answer);
        }
        assertThat(visible, equalTo(written));
    }

    private void assertPending(ShardId shard, long sequenceNumber) {
        assertThat(client.pending.size(), equalTo(1));
        assertThat(client.pending.getFirst().request.shardId(), equalTo(shard));
        assertThat(client.pending.getFirst().request.sequenceNumber(), equalTo(sequenceNumber));
    }
}
