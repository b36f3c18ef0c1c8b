package org.nearduplicate.groups;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.groups.shard.WalkOptions;
import org.nearduplicate.groups.shard.WalkPosition;

/** A shard whose answers come from other threads; it can fail, and it can never answer. */
final class RemoteShard implements Shard {

    private final Shard shard;
    private final Executor executor;
    private final Call badCall;
    private final Throwable failure;

    private RemoteShard(Shard shard, Executor executor, Call badCall, Throwable failure) {
        this.shard = shard;
        this.executor = executor;
        this.badCall = badCall;
        this.failure = failure;
    }

    /** What a shard is asked. */
    enum Call {
        WALK, SIGNATURES, SHINGLE_SETS, NAMES, ONLY
    }

    /** A shard that answers everything. */
    static RemoteShard of(Shard shard, Executor executor) {
        return new RemoteShard(shard, executor, null, null);
    }

    /** A shard that answers one call with an exception. */
    static RemoteShard failing(Shard shard, Executor executor, Call call, Throwable failure) {
        return new RemoteShard(shard, executor, call, failure);
    }

    /** A shard that never answers one call. */
    static RemoteShard silent(Shard shard, Executor executor, Call call) {
        return new RemoteShard(shard, executor, call, null);
    }

    @Override
    public String index() {
        return shard.index();
    }

    @Override
    public int maxDoc() {
        return shard.maxDoc();
    }

    @Override
    public ShardDocuments documents() {
        return shard.documents();
    }

    @Override
    public CompletableFuture<BandBlock> walk(WalkPosition start, WalkOptions options) {
        return answer(Call.WALK, () -> shard.walk(start, options));
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return answer(Call.SIGNATURES, () -> shard.signatures(documents));
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return answer(Call.SHINGLE_SETS, () -> shard.shingleSets(documents));
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return answer(
                Call.ONLY,
                () -> shard.only(documents)
                        .thenApply(some -> new RemoteShard(some, executor, badCall, failure)));
    }

    @Override
    public void close() {
        shard.close();
    }

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return answer(Call.NAMES, () -> shard.names(documents));
    }

    private <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> answer) {
        CompletableFuture<T> future = new CompletableFuture<>();
        if (call != badCall) {
            executor.execute(() -> future.complete(answer.get().join()));
        } else if (failure != null) {
            executor.execute(() -> future.completeExceptionally(failure));
        }
        return future;
    }
}
