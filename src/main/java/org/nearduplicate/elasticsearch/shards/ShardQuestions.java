package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.CountDownActionListener;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.util.concurrent.AtomicArray;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.version.Project;

/**
 * Asks each shard of some indices one question, which is answered at once and needs no session. Where a copy does
 * not answer the next one is asked, none of them twice. A few shards of a node are asked at a time, counted where their
 * first copies are.
 */
public final class ShardQuestions {

    /** As many as a search asks by default: the others wait here, and not in the queue of a node, which is bounded. */
    private static final int MAX_UNDER_WAY_OF_A_NODE = 5;

    private ShardQuestions() {}

    /**
     * A kind of question.
     *
     * @param call how the question is sent
     * @param primary whether the primary is asked, which knows what it wrote, and no other copy as long
     *     as there is one; else all are, one on this node first
     * @param ofShard returns the question for a shard
     * @param received receives each answer when it arrives, while others are awaited, on several threads; what it throws
     *     is the failure of that question
     */
    public record Question<Q, A>(
            Call<ShardTarget, Q, A> call,
            boolean primary,
            Function<ShardTarget, Q> ofShard,
            Consumer<? super A> received) {}

    /**
     * What became of a question to one shard.
     *
     * @param shardId the shard
     * @param answer its answer, or null if none of its copies gave one
     * @param failure why not, or null if one did
     */
    public record ShardAnswer<A>(ShardId shardId, A answer, Exception failure) {}

    /**
     * Registers what answers a question to the shards of a node, on the threads of searches. A shard that was not searched
     * for a while is refreshed first, as for a search.
     *
     * @param answer answers a message, whose task it is given
     */
    public static <Q, A> void register(
            NodeServices node, Call<ShardTarget, Q, A> call,
            CheckedBiFunction<Call.Message<ShardTarget, Q>, CancellableTask, A, IOException> answer) {
        Executor executor = node.threadPool().executor(ThreadPool.Names.SEARCH);
        call.register(node.transport(), executor, (message, task, listener) -> {
            ActionRunnable<A> answering =
                    ActionRunnable.supply(listener, () -> answer.apply(message, task));
            ShardId shard = message.subject().shardId();
            node.indices()
                    .indexServiceSafe(shard.getIndex())
                    .getShard(shard.id())
                    .ensureShardSearchActive(refreshed -> {
                        if (refreshed) {
                            executor.execute(answering);
                        } else {
                            answering.run();
                        }
                    });
        });
    }

    /**
     * Asks.
     *
     * @param node that of the task
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param task the questions are its children
     * @param listener receives what became of each question, in the order of the shards, on a generic thread or,
     *     if no node could be asked, on this one
     */
    public static <Q, A> void ask(
            NodeServices node,
            IndicesRequest request,
            String[] indices,
            Project project,
            Question<Q, A> question,
            Task task,
            ActionListener<List<ShardAnswer<A>>> listener) {
        List<ShardTarget.Copies> shards = ShardTarget.find(
                node, request, indices, project, question.primary,
                node.threadPool().absoluteTimeInMillis());
        if (shards.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        AtomicArray<ShardAnswer<A>> answers = new AtomicArray<>(shards.size());
        CountDownActionListener all = new CountDownActionListener(
                shards.size(), listener.map(nothing -> answers.asList()));
        JobMessages messages = new JobMessages(node.transport(), project.cluster().nodes(), task);
        byNode(shards).forEach(ofNode -> ThrottledIterator.run(
                ofNode.iterator(),
                (answered, i) -> ask(
                        shards.get(i), messages, question,
                        ActionListener.releaseAfter(
                                all.map(answer -> {
                                    answers.set(i, answer);
                                    return null;
                                }),
                                answered)),
                MAX_UNDER_WAY_OF_A_NODE,
                () -> {}));
    }

    /** Returns the numbers of the shards, those that are asked on the same node together. */
    private static Collection<List<Integer>> byNode(List<ShardTarget.Copies> shards) {
        return IntStream.range(0, shards.size())
                .boxed()
                .collect(Collectors.groupingBy(i -> {
                    List<ShardRouting> copies = shards.get(i).copies();
                    return copies.isEmpty() ? "" : copies.getFirst().currentNodeId();
                }))
                .values();
    }

    /** Fails never: that is what became of the question. */
    private static <Q, A> void ask(
            ShardTarget.Copies shard, JobMessages messages, Question<Q, A> question,
            ActionListener<ShardAnswer<A>> listener) {
        ShardId shardId = shard.target().shardId();
        ActionListener<A> answered = ActionListener.wrap(
                answer -> {
                    question.received.accept(answer);
                    listener.onResponse(new ShardAnswer<>(shardId, answer, null));
                },
                failure -> listener.onResponse(new ShardAnswer<>(shardId, null, failure)));
        ActionListener.run(
                answered,
                to -> messages.sendInTurn(
                        shard, question.call, question.ofShard.apply(shard.target()), to));
    }
}
