package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.benchmark.CpuClock;

/**
 * The time that a job spent in its shards, by what it asked them, and the bytes of their answers. Belongs
 * to one thread.
 */
final class ShardTimes {

    /** What shards are asked. */
    enum Call {
        SCAN, SIGNATURES, SHINGLE_SETS, NAMES
    }

    private final Map<Call, Long> nanos = new EnumMap<>(Call.class);
    private final Map<Call, Long> bytes = new EnumMap<>(Call.class);

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

    /** Takes down the bytes of an answer, and hands it on. */
    byte[] sent(Call call, byte[] answer) {
        bytes.merge(call, (long) answer.length, Long::sum);
        return answer;
    }

    /** Returns the bytes of all answers of a kind. */
    long bytes(Call call) {
        return bytes.getOrDefault(call, 0L);
    }

    /** Returns the nanoseconds of all calls of a kind. */
    long nanos(Call call) {
        return nanos.getOrDefault(call, 0L);
    }
}
