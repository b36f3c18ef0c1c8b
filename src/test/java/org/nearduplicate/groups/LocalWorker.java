package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Scheme;

/** A worker in the same process that works in another thread, but for a share of what it is asked for. */
final class LocalWorker implements Worker {

    /** As little as a work unit may have. */
    private static final long MEMORY = 0;

    private final List<Shard> shards;
    private final Scheme scheme;
    private final GroupsOptions options;
    private final ExecutorService threads;
    private final Supplier<RuntimeException> failure;
    private int done;

    /**
     * @param failure fails a question, or is null if it is answered
     */
    LocalWorker(
            List<Shard> shards, Scheme scheme, GroupsOptions options, ExecutorService threads,
            Supplier<RuntimeException> failure) {
        this.shards = shards;
        this.scheme = scheme;
        this.options = options;
        this.threads = threads;
        this.failure = failure;
    }

    /** Returns how many questions were answered. */
    int done() {
        return done;
    }

    @Override
    public CompletableFuture<RangeLinks> link(KeyRange range) {
        return answer(
                own -> new GroupsJob(shards, scheme, options, MEMORY, own).linkUnit(range));
    }

    @Override
    public CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
        return answer(own -> {
            TopResults listing = new TopResults(JobAnswer.ALL, options.keep(), own);
            GroupsCounts counts = new GroupsJob(shards, scheme, options, 0, own)
                    .groupUnit(parts, blocks, listing::add);
            return listing.found(counts, 0);
        });
    }

    private <T> CompletableFuture<T> answer(Function<GroupsProgress, T> work) {
        RuntimeException failed = failure.get();
        if (failed != null) {
            return CompletableFuture.failedFuture(failed);
        }
        done++;
        return CompletableFuture.supplyAsync(
                () -> work.apply(CountingMonitor.unlimited()), threads);
    }
}
