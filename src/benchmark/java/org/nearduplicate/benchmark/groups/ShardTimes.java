package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.benchmark.CpuClock;

/** The time that a job spent in its shards, by what it asked them. Belongs to one thread. */
final class ShardTimes {

    /** What shards are asked. */
    enum Call {
        WALK, CONTENTS, SHINGLE_SETS, NAMES
    }

    private final Map<Call, Long> nanos = new EnumMap<>(Call.class);

    /** Answers a call at once. */
    <T> CompletableFuture<T> answer(Call call, Callable<T> shard) {
        long start = CpuClock.nanos();
        try {
            return CompletableFuture.completedFuture(shard.call());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            nanos.merge(call, CpuClock.nanos() - start, Long::sum);
        }
    }

    /** Returns the nanoseconds of all calls of a kind. */
    long nanos(Call call) {
        return nanos.getOrDefault(call, 0L);
    }
}
