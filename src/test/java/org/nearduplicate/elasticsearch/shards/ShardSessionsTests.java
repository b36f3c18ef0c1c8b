package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.request.BreakerAccount;

/** When a session ends, by a clock of the test: there is no node here. */
public class ShardSessionsTests extends ESTestCase {

    private static final ShardId SHARD = new ShardId("articles", "uuid", 0);
    private static final ShardId OTHER_SHARD = new ShardId("articles", "uuid", 1);

    private static final String[] INDICES = {"news", "articles"};

    private final ShardSessions sessions = new ShardSessions();
    private final Set<String> closed = ConcurrentHashMap.newKeySet();
    private final Map<String, DiscoveryNode> nodes = new HashMap<>();
    private CircuitBreaker breaker;
    private long now;

    @Before
    public void startTheClock() {
        breaker = newLimitedBreaker(ByteSizeValue.ofMb(1));
        now = randomLongBetween(0, 1L << 40);
    }

    @After
    public void everySessionGivesItsMemoryBack() {
        now += ShardSessions.KEEP_ALIVE.millis() + 1;
        sessions.closeForgotten(now);
        assertThat(sessions.size(), equalTo(0));
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testClosed() {
        ShardSession session = add(SHARD, "job");
        ShardSession other = add(SHARD, "job");
        sessions.close(session.id());
        assertThat(closed, equalTo(Set.of(session.id())));
        assertThat(sessions.size(), equalTo(1));
        assertThat(breaker.getUsed(), equalTo(100L));
        assertClosed(session);
        sessions.close(session.id());
        sessions.close("never opened");
        sessions.acquire(other.id(), INDICES, now).readers().decRef();
    }

    /** A caller with other indices learns no more than that there is no such session. */
    public void testOpenedForOtherIndices() {
        ShardSession session = add(SHARD, "job");
        sessions.acquire(session.id(), INDICES.clone(), now).readers().decRef();
        assertClosed(session, "news", "other");
    }

    public void testSessionInUseIsClosedWhenItIsReleased() {
        ShardSession session = add(SHARD, "job");
        ShardSession first = sessions.acquire(session.id(), INDICES, now);
        ShardSession second = sessions.acquire(session.id(), INDICES, now);
        sessions.close(session.id());
        assertClosed(session);
        first.readers().decRef();
        assertThat(closed, equalTo(Set.of()));
        assertThat(breaker.getUsed(), equalTo(100L));
        second.readers().decRef();
        assertThat(closed, equalTo(Set.of(session.id())));
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testForgotten() {
        ShardSession forgotten = add(SHARD, "job");
        now++;
        ShardSession used = add(SHARD, "job");
        now += ShardSessions.KEEP_ALIVE.millis() - 1;
        sessions.closeForgotten(now);
        assertThat("exactly as long as allowed", sessions.size(), equalTo(2));
        sessions.acquire(used.id(), INDICES, now).readers().decRef();
        now++;
        sessions.closeForgotten(now);
        assertThat(closed, equalTo(Set.of(forgotten.id())));
        assertClosed(forgotten);
        now += ShardSessions.KEEP_ALIVE.millis() - 1;
        sessions.closeForgotten(now);
        sessions.acquire(used.id(), INDICES, now).readers().decRef();
    }

    public void testNodeOfTheJobLeaves() {
        ShardSession gone = add(SHARD, "left");
        ShardSession goneToo = add(OTHER_SHARD, "left");
        ShardSession stays = add(SHARD, "stays");
        sessions.clusterChanged(change(Set.of("stays", "left"), Set.of("stays", "left", "new")));
        assertThat(closed, equalTo(Set.of()));
        sessions.clusterChanged(change(Set.of("stays", "left", "new"), Set.of("stays")));
        assertThat(closed, equalTo(Set.of(gone.id(), goneToo.id())));
        sessions.acquire(stays.id(), INDICES, now).readers().decRef();
    }

    /** Under its old id, and with none of its tasks. */
    public void testNodeOfTheJobIsRestarted() {
        ShardSession session = add(SHARD, "restarted");
        ClusterState before = state(Set.of("restarted"));
        nodes.clear();
        sessions.clusterChanged(
                new ClusterChangedEvent("test", state(Set.of("restarted")), before));
        assertThat(closed, equalTo(Set.of(session.id())));
    }

    public void testShardCloses() {
        ShardSession session = add(SHARD, "job");
        ShardSession other = add(OTHER_SHARD, "job");
        ShardSession recreated = add(new ShardId("articles", "other uuid", 0), "job");
        sessions.beforeIndexShardClosed(
                new ShardId("articles", "uuid", 0), null, Settings.EMPTY);
        assertThat(closed, equalTo(Set.of(session.id())));
        sessions.acquire(other.id(), INDICES, now).readers().decRef();
        sessions.acquire(recreated.id(), INDICES, now).readers().decRef();
    }

    /** In whatever order, a session is closed once, and never while it is read. */
    public void testMessagesAndCloseAtTheSameTime() {
        ShardSession session = add(SHARD, "job");
        runInParallel(4, thread -> {
            if (thread == 0) {
                sessions.close(session.id());
                return;
            }
            for (int i = 0; i < 100; i++) {
                try {
                    ShardSession acquired = sessions.acquire(session.id(), INDICES, now);
                    assertFalse(closed.contains(session.id()));
                    acquired.readers().decRef();
                } catch (ElasticsearchStatusException e) {
                    assertThat(e.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
                }
            }
        });
        assertThat(closed, equalTo(Set.of(session.id())));
    }

    private void assertClosed(ShardSession session) {
        assertClosed(session, INDICES);
    }

    private void assertClosed(ShardSession session, String... indices) {
        ElasticsearchStatusException refusal =
                expectThrows(
                        ElasticsearchStatusException.class,
                        () -> sessions.acquire(session.id(), indices, now));
        assertThat(refusal.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "the view of the shard is closed: the shard was moved, or not read for"
                                + " [10m]"));
    }

    /** Adds a session that has charged 100 bytes. */
    private ShardSession add(ShardId shard, String jobNode) {
        BreakerAccount account = new BreakerAccount(breaker, "test");
        account.charge(100);
        String id = randomUUID();
        ShardSession session = new ShardSession(
                id, null, INDICES, shard, jobNode, null, null, null, account,
                AbstractRefCounted.of(() -> {
                    account.close();
                    assertTrue("closed twice", closed.add(id));
                }), new AtomicLong());
        sessions.add(session, now);
        return session;
    }

    private ClusterChangedEvent change(Set<String> before, Set<String> after) {
        return new ClusterChangedEvent("test", state(after), state(before));
    }

    private ClusterState state(Set<String> ids) {
        DiscoveryNodes.Builder builder = DiscoveryNodes.builder();
        ids.forEach(id -> builder.add(nodes.computeIfAbsent(id, DiscoveryNodeUtils::create)));
        return ClusterState.builder(ClusterName.DEFAULT).nodes(builder).build();
    }
}
