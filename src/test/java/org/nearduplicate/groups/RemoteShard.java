package org.nearduplicate.groups;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.groups.shard.Shard;

/** A shard whose answers come from other threads; it can fail, and it can never answer. */
final class RemoteShard extends ChangedShard {

    private final Executor executor;
    private final Call badCall;
    private final Throwable failure;

    private RemoteShard(Shard shard, Executor executor, Call badCall, Throwable failure) {
        super(shard);
        this.executor = executor;
        this.badCall = badCall;
        this.failure = failure;
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
    public CompletableFuture<Shard> only(int[] documents) {
        return super.only(documents)
                .thenApply(some -> new RemoteShard(some, executor, badCall, failure));
    }

    @Override
    <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> answer) {
        CompletableFuture<T> future = new CompletableFuture<>();
        if (call != badCall) {
            executor.execute(() -> future.complete(answer.get().join()));
        } else if (failure != null) {
            executor.execute(() -> future.completeExceptionally(failure));
        }
        return future;
    }
}
