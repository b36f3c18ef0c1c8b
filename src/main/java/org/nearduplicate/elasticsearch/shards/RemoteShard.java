package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.groups.BandBlock;
import org.nearduplicate.groups.DocumentName;
import org.nearduplicate.groups.Shard;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.groups.WalkOptions;
import org.nearduplicate.groups.WalkPosition;

/** A shard with an open session, asked over the network; on this node without one. Immutable. */
final class RemoteShard implements Shard {

    static final String FAILED = "shard [{}] on node [{}] failed: {}";

    private final JobMessages messages;
    private final OriginalIndices indices;
    private final DiscoveryNode node;
    private final ShardId shardId;
    private final String session;
    private final ShardDescription description;

    /**
     * @param message what opened the session
     * @param opened what was answered
     */
    RemoteShard(
            JobMessages messages,
            OpenMessage message,
            DiscoveryNode node,
            OpenMessage.Response opened) {
        this(
                messages, message.target().indices(), node, message.target().shardId(),
                opened.session(), opened.description());
    }

    private RemoteShard(
            JobMessages messages,
            OriginalIndices indices,
            DiscoveryNode node,
            ShardId shardId,
            String session,
            ShardDescription description) {
        this.messages = messages;
        this.indices = indices;
        this.node = node;
        this.shardId = shardId;
        this.session = session;
        this.description = description;
    }

    /** Makes a shard whose session was opened by another node. */
    RemoteShard(JobMessages messages, DiscoveryNode node, ShardHandle handle) {
        this(
                messages, handle.indices(), node, handle.shardId(), handle.session(),
                handle.description());
    }

    /** Returns what another node needs to ask the shard. */
    ShardHandle handle() {
        return new ShardHandle(indices, shardId, node.getId(), session, description);
    }

    ShardDescription description() {
        return description;
    }

    @Override
    public String index() {
        return shardId.getIndexName();
    }

    @Override
    public int maxDoc() {
        return description.maxDoc();
    }

    @Override
    public ShardDocuments documents() {
        return description.documents();
    }

    @Override
    public CompletableFuture<BandBlock> walk(WalkPosition start, WalkOptions options) {
        return ask(
                ShardActions.WALK,
                new WalkMessage(indices, session, start, options),
                WalkMessage.Response::new,
                WalkMessage.Response::block);
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return askForBytes(ShardActions.SIGNATURES, documents);
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return askForBytes(ShardActions.SHINGLE_SETS, documents);
    }

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return ask(
                ShardActions.NAMES,
                new DocumentsMessage(indices, session, documents),
                NamesResponse::new,
                NamesResponse::names);
    }

    /** Tells the shard that the job goes on. */
    void keepAlive() {
        ask(
                ShardActions.KEEP_ALIVE,
                new SessionMessage(indices, session),
                in -> ActionResponse.Empty.INSTANCE,
                Function.identity());
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return ask(
                ShardActions.ONLY,
                new DocumentsMessage(indices, session, documents),
                SessionResponse::new,
                response -> new RemoteShard(
                        messages, indices, node, shardId, response.session(),
                        description.only(documents.length)));
    }

    /** Ends the session. */
    @Override
    public void close() {
        messages.sendLast(node, ShardActions.CLOSE, new SessionMessage(indices, session));
    }

    private CompletableFuture<byte[]> askForBytes(String action, int[] documents) {
        return ask(
                action,
                new DocumentsMessage(indices, session, documents),
                DocumentsMessage.BytesResponse::new,
                DocumentsMessage.BytesResponse::bytes);
    }

    private <R extends TransportResponse, T> CompletableFuture<T> ask(
            String action,
            SessionMessage message,
            Writeable.Reader<R> reader,
            Function<R, T> answer) {
        CompletableFuture<T> future = new CompletableFuture<>();
        ActionListener<R> listener = ActionListener.wrap(
                response -> future.complete(answer.apply(response)),
                failure -> future.completeExceptionally(describe(failure, shardId, node)));
        messages.sendPatiently(
                attempt -> messages.send(node, action, message, reader, attempt), listener);
        return future;
    }

    /** Says which shard failed, and keeps the status of the failure. */
    static Exception describe(Exception failure, ShardId shardId, DiscoveryNode node) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof TaskCancelledException cancelled) {
            return cancelled;
        }
        return ShardLostException.isLost(cause)
                ? new ShardLostException(cause, shardId, node.getName())
                : new ElasticsearchStatusException(
                        FAILED,
                        ExceptionsHelper.status(cause),
                        cause,
                        shardId,
                        node.getName(),
                        cause.getMessage());
    }
}
