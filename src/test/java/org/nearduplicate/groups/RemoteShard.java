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

    /**
     * @param badCall the call that fails, or null
     * @param failure what it fails with, or null if it is never answered
     */
    RemoteShard(Shard shard, Executor executor, Call badCall, Throwable failure) {
        super(shard);
        this.executor = executor;
        this.badCall = badCall;
        this.failure = failure;
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
