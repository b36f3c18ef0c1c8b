package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.shards.OpenedShards.ShardLostException;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;

/** A shard with an open session, read over the network; on this node without a network. */
public record RemoteShard(JobMessages messages, DiscoveryNode node, ShardHandle handle)
        implements Shard {

    static final String FAILED = "shard [{}] on node [{}] failed: {}";

    @Override
    public String index() {
        return handle.shardId().getIndexName();
    }

    @Override
    public int maxDoc() {
        return handle.description().maxDoc();
    }

    @Override
    public ShardDocuments documents() {
        return handle.description().documents();
    }

    @Override
    public CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options) {
        return ask(SessionCalls.SCAN, new SessionCalls.Scan(start, options));
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return ask(SessionCalls.SIGNATURES, documents);
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return ask(SessionCalls.SHINGLE_SETS, documents);
    }

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return ask(SessionCalls.NAMES, documents);
    }

    /** Keeps the session open. */
    void keepAlive() {
        ask(SessionCalls.KEEP_ALIVE, null);
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return ask(SessionCalls.ONLY, documents)
                .thenApply(
                        session -> new RemoteShard(
                                messages, node, handle.only(session, documents.length)));
    }

    /** Ends the session. */
    @Override
    public void close() {
        messages.sendLast(node, SessionCalls.CLOSE, handle.session());
    }

    private <Q, A> CompletableFuture<A> ask(Call<SessionCalls.Session, Q, A> call, Q question) {
        CompletableFuture<A> future = new CompletableFuture<>();
        messages.<A>sendPatiently(
                attempt -> messages.send(node, call, handle.session(), question, attempt),
                ActionListener.wrap(
                        future::complete,
                        failure -> future.completeExceptionally(describe(failure))));
        return future;
    }

    /** Says which shard failed, and keeps the status of the failure. */
    private Exception describe(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof TaskCancelledException cancelled) {
            return cancelled;
        }
        return ShardLostException.isLost(cause)
                ? new ShardLostException(cause, handle.shardId(), node.getName())
                : new ElasticsearchStatusException(
                        FAILED, ExceptionsHelper.status(cause), cause, handle.shardId(),
                        node.getName(), cause.getMessage());
    }
}
