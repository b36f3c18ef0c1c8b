package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.CountDownActionListener;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.AtomicArray;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.version.Project;

/**
 * Asks each shard of some indices one question, which is answered at once and needs no session. Where a copy does
 * not answer the next one is asked, none of them twice. Immutable.
 */
public final class ShardQuestions {

    private final TransportService transportService;
    private final ShardFinder finder;

    /**
     * @param transportService sends the questions
     * @param searchService knows the filters of aliases
     * @param routing knows the copies of shards
     * @param resolver resolves names of indices
     */
    public ShardQuestions(
            TransportService transportService,
            SearchService searchService,
            OperationRouting routing,
            IndexNameExpressionResolver resolver) {
        this.transportService = transportService;
        this.finder = new ShardFinder(searchService, routing, resolver);
    }

    /**
     * A kind of question.
     *
     * @param action its name, under which {@link ShardViews} answer it
     * @param primary whether the primary is asked, where what is written is visible first, and no other copy as long
     *     as there is one; else all are, one on this node first
     * @param message makes the message for a shard
     * @param reader reads an answer
     * @param received is told of each answer as it comes, while others are awaited, by several threads; what it throws
     *     is what became of that question
     */
    public record Question<R extends TransportResponse>(
            String action,
            boolean primary,
            Function<ShardTarget, ? extends ViewMessage> message,
            Writeable.Reader<R> reader,
            Consumer<? super R> received) {}

    /**
     * Asks.
     *
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param project the state to find the shards in
     * @param question what is asked
     * @param task the questions are its children
     * @param listener receives what became of each question, in the order of the shards, on a generic thread
     */
    public <R extends TransportResponse> void ask(
            IndicesRequest request,
            String[] indices,
            Project project,
            Question<R> question,
            Task task,
            ActionListener<List<ShardAnswer<R>>> listener) {
        List<ShardCopies> shards = finder.find(
                request, indices, project,
                question.primary ? ShardFinder.Which.PRIMARY : ShardFinder.Which.LOCAL_FIRST,
                transportService.getThreadPool().absoluteTimeInMillis());
        if (shards.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        AtomicArray<ShardAnswer<R>> answers = new AtomicArray<>(shards.size());
        CountDownActionListener all = new CountDownActionListener(
                shards.size(), listener.map(nothing -> answers.asList()));
        JobMessages messages = new JobMessages(transportService, task);
        IntStream.range(0, shards.size()).forEach(i -> {
            ShardCopies shard = shards.get(i);
            ActionListener<ShardAnswer<R>> answered = all.map(answer -> {
                answers.set(i, answer);
                return null;
            });
            CopiesInTurn.ask(
                    messages, project.cluster().nodes(), shard, question.action,
                    question.message.apply(shard.target()), question.reader,
                    ActionListener.wrap(
                            answer -> {
                                question.received.accept(answer.response());
                                answered.onResponse(
                                        new ShardAnswer<>(
                                                shard.target().shardId(), answer.response(),
                                                null));
                            },
                            failure -> answered.onResponse(
                                    new ShardAnswer<>(
                                            shard.target().shardId(), null, failure))));
        });
    }
}
