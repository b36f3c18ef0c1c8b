package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.replication.ClusterStateCreationUtils;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.routing.ShardRoutingState;
import org.elasticsearch.cluster.routing.TestShardRouting;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.elasticsearch.version.Projects;

/** Questions to shards, whose copies answer as the test wants. */
public class ShardQuestionsTests extends ScriptedShardsTestCase {

    private Function<ShardTarget, ShardView> question =
            shard -> OpenedSessions.matching(new MatchAllQueryBuilder());
    private Consumer<ShardHandle> received = answer -> {};

    public void testEachShardIsAskedOnce() {
        List<ShardAnswer<ShardHandle>> answers = ask(state(4, 2), randomBoolean());
        assertThat(
                answers.stream().map(ShardAnswer::shardId).map(ShardId::id).toList(),
                equalTo(List.of(0, 1, 2, 3)));
        for (ShardAnswer<ShardHandle> answer : answers) {
            assertThat(answer.answer(), notNullValue());
            assertNull(answer.failure());
        }
        assertThat(askedToOpen().size(), equalTo(4));
    }

    public void testThePrimaryIsAsked() {
        ClusterState state = state(4, 2);
        ask(state, true);
        assertThat(
                askedToOpen(),
                equalTo(IntStream.range(0, 4).mapToObj(shard -> primary(state, shard)).toList()));
    }

    public void testTheOtherCopiesInTurn() {
        nodes.failToOpen(0, new IllegalStateException("first"),
                new IllegalStateException("second"));
        ClusterState state = state(1, 2);
        ShardAnswer<ShardHandle> answer = ask(state, false).getFirst();
        assertThat(answer.answer(), notNullValue());
        assertThat(askedToOpen().size(), equalTo(3));
        assertThat("none twice", Set.copyOf(askedToOpen()).size(), equalTo(3));
    }

    /** It may not know yet what the primary shows. */
    public void testNoReplicaAnswersForAPrimary() {
        Exception failure = randomFrom(
                new EsRejectedExecutionException("full", false),
                new CircuitBreakingException("full", CircuitBreaker.Durability.TRANSIENT),
                new IllegalStateException("broken"));
        nodes.failToOpen(0, failure);
        ClusterState state = state(1, 2);
        assertThat(
                ask(state, true).getFirst().failure().getMessage(),
                equalTo(failure.getMessage()));
        assertThat(askedToOpen(), equalTo(List.of(primary(state, 0))));
    }

    public void testReplicasWhereThereIsNoPrimary() {
        ShardId shard = new ShardId(INDEX, "uuid", 0);
        List<ShardRouting> copies = List.of(
                TestShardRouting.newShardRouting(
                        shard, "one", false, ShardRoutingState.STARTED),
                TestShardRouting.newShardRouting(
                        shard, "two", true, ShardRoutingState.INITIALIZING));
        assertThat(ShardTarget.primary(copies), equalTo(copies));
    }

    /** The shard may be gone from its old node before this one knows. */
    public void testAPrimaryThatMoves() {
        nodes.failToOpen(0, new IllegalStateException("gone"));
        ClusterState state = ClusterStateCreationUtils.state(
                INDEX, true, ShardRoutingState.RELOCATING, ShardRoutingState.STARTED);
        ShardRouting primary = Projects.of(state)
                .primary(new ShardId(Projects.of(state).index(INDEX).getIndex(), 0));
        assertThat(ask(state, true).getFirst().answer(), notNullValue());
        assertThat(
                askedToOpen(),
                equalTo(List.of(primary.currentNodeId(), primary.relocatingNodeId())));
    }

    public void testAllCopiesOfAShardFail() {
        nodes.failToOpen(
                1, new IllegalStateException("first"), new IllegalStateException("last"));
        List<ShardAnswer<ShardHandle>> answers = ask(state(3, 1), false);
        for (ShardAnswer<ShardHandle> answer : answers) {
            boolean isBroken = answer.shardId().id() == 1;
            assertThat(answer.answer() == null, equalTo(isBroken));
            assertThat(
                    answer.failure() == null ? null : answer.failure().getMessage(),
                    equalTo(isBroken ? "last" : null));
        }
        assertThat(askedToOpen().size(), equalTo(4));
    }

    /** That is worth another attempt, whatever is wrong with the other copy. */
    public void testAFullQueueIsReported() {
        nodes.failToOpen(
                0, new EsRejectedExecutionException("full", false),
                new IllegalStateException("broken"));
        assertThat(
                ask(state(1, 1), false).getFirst().failure(),
                instanceOf(EsRejectedExecutionException.class));
        tasks.runAllTasks();
        assertThat("not again", askedToOpen().size(), equalTo(2));
    }

    public void testNoOtherCopyOnceItIsCancelled() {
        nodes.failToOpen(0, new TaskCancelledException("by test"));
        assertThat(
                ask(state(1, 2), false).getFirst().failure(),
                instanceOf(TaskCancelledException.class));
        assertThat(askedToOpen().size(), equalTo(1));
    }

    public void testNoActiveCopy() {
        ClusterState state = ClusterStateCreationUtils.state(
                INDEX, true, ShardRoutingState.UNASSIGNED, ShardRoutingState.UNASSIGNED);
        assertThat(
                ask(state, true).getFirst().failure(),
                instanceOf(NoShardAvailableActionException.class));
        assertThat(askedToOpen(), equalTo(List.of()));
    }

    public void testNoShards() {
        assertThat(ask(state(1, 1), true, "none*"), equalTo(List.of()));
    }

    /** One that does not answer keeps the answers of the others. */
    public void testAllAreAwaited() {
        nodes.openLater(1);
        PlainActionFuture<List<ShardAnswer<ShardHandle>>> answers =
                start(state(2, 1), true, INDEX);
        tasks.runAllTasks();
        assertFalse(answers.isDone());
        nodes.openNow(1);
        tasks.runAllTasks();
        assertThat(answers.actionGet().size(), equalTo(2));
    }

    /** A question whose answer is refused there is not sent to another copy. */
    public void testAnswersAreReceivedAsTheyCome() {
        nodes.openLater(1);
        List<ShardHandle> arrived = new ArrayList<>();
        received = answer -> {
            arrived.add(answer);
            if (arrived.size() == 2) {
                throw new IllegalStateException("too much");
            }
        };
        PlainActionFuture<List<ShardAnswer<ShardHandle>>> answers =
                start(state(2, 1), false, INDEX);
        tasks.runAllTasks();
        assertThat(arrived.size(), equalTo(1));
        nodes.openNow(1);
        tasks.runAllTasks();
        assertThat(answers.actionGet().get(0).answer(), sameInstance(arrived.get(0)));
        assertThat(answers.actionGet().get(1).failure().getMessage(), equalTo("too much"));
        assertNull(answers.actionGet().get(1).answer());
        assertThat(askedToOpen().size(), equalTo(2));
    }

    /** The others wait for one that answers, and not in the queue of the node. */
    public void testAFewShardsOfANodeAtATime() {
        int shards = between(6, 20);
        IntStream.range(0, shards).forEach(nodes::openLater);
        PlainActionFuture<List<ShardAnswer<ShardHandle>>> answers =
                start(state(shards, 0), randomBoolean(), INDEX);
        for (int answered = 0; answered < shards; answered++) {
            tasks.runAllTasks();
            assertFalse(answers.isDone());
            assertThat(askedToOpen().size(), equalTo(Math.min(shards, answered + 5)));
            nodes.openNow(answered);
        }
        tasks.runAllTasks();
        assertThat(
                answers.actionGet().stream().map(answer -> answer.shardId().id()).toList(),
                equalTo(IntStream.range(0, shards).boxed().toList()));
    }

    /** Each makes room for the next, which is not to be asked from within it. */
    public void testManyThatFailAtOnce() {
        question = shard -> {
            throw new IllegalStateException("at once");
        };
        List<ShardAnswer<ShardHandle>> answers = ask(state(1_000, 0), randomBoolean());
        assertThat(answers.size(), equalTo(1_000));
        for (ShardAnswer<ShardHandle> answer : answers) {
            assertThat(answer.failure().getMessage(), equalTo("at once"));
        }
    }

    private static String primary(ClusterState state, int shard) {
        return Projects.of(state)
                .primary(new ShardId(Projects.of(state).index(INDEX).getIndex(), shard))
                .currentNodeId();
    }

    private List<ShardAnswer<ShardHandle>> ask(
            ClusterState state, boolean primary) {
        return ask(state, primary, INDEX);
    }

    private List<ShardAnswer<ShardHandle>> ask(
            ClusterState state, boolean primary, String name) {
        PlainActionFuture<List<ShardAnswer<ShardHandle>>> answers =
                start(state, primary, name);
        tasks.runAllTasks();
        assertTrue(answers.isDone());
        return answers.actionGet();
    }

    private PlainActionFuture<List<ShardAnswer<ShardHandle>>> start(
            ClusterState state, boolean primary, String name) {
        PlainActionFuture<List<ShardAnswer<ShardHandle>>> answers =
                new PlainActionFuture<>();
        ShardQuestions.ask(
                node(), new SearchRequest(name),
                name.equals(INDEX) ? new String[] {INDEX} : new String[0],
                Projects.of(state),
                new ShardQuestions.Question<>(
                        SessionCalls.OPEN, primary, question, received),
                OpenedSessions.task(),
                answers);
        return answers;
    }
}
