package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.lucene.Verify;

/**
 * One run of the job of all groups.
 *
 * @param seconds the processor time from opened readers to groups
 * @param elapsed the seconds on the clock for that
 * @param phases the processor time of each phase; they sum up to those of the run
 * @param describeSeconds what it took on top to describe all groups with up to 100 members each
 * @param probe watched the run
 * @param shards what the shards answered
 * @param counts what was counted
 */
record JobRun(
        double seconds,
        double elapsed,
        Map<Phase, Double> phases,
        double describeSeconds,
        JobProbe probe,
        ShardTimes shards,
        GroupsCounts counts) {

    private static final int DESCRIBED_AT_ONCE = 1_000;
    private static final int MEMBERS = 100;
    private static final double NANOS = 1e9;

    /** What a job does, in this order. */
    enum Phase {
        /** The documents that take part are found and counted. */
        COUNT("count"),
        /** Terms are walked in the shards. */
        SCAN("walk"),
        /** The terms of the shards are merged, and buckets taken down. */
        MERGE("merge"),
        /** Signatures are read in the shards. */
        SIGNATURES("signatures"),
        /** Equal signatures become one, and pairs are compared. */
        PAIRS("pairs"),
        /** Shingle sets are read in the shards. */
        SHINGLE_SETS("shingle sets"),
        /** Names are read in the shards. */
        NAMES("names"),
        /** Documents are ranked and groups formed. */
        GROUPS("groups");

        private final String title;

        Phase(String title) {
            this.title = title;
        }

        /** Returns its name for humans. */
        String title() {
            return title;
        }
    }

    /**
     * Runs the job.
     *
     * @param memory of the job
     * @param pairs takes all pairs, or is null if only those are wanted that decide about groups
     */
    static JobRun run(
            OpenShards shards,
            Verify verify,
            int maxBucketTexts,
            long memory,
            boolean measureHeap,
            TopResults pairs)
            throws IOException {
        JobProbe probe = new JobProbe(measureHeap);
        ShardTimes times = new ShardTimes();
        long startElapsed = System.nanoTime();
        long start = CpuClock.nanos();
        GroupsJob job = shards.job(
                verify, maxBucketTexts, pairs != null, memory, times, probe);
        long counted = CpuClock.nanos();
        Described described = new Described(pairs);
        GroupsCounts counts = job.run(described, List.of(), null);
        long end = CpuClock.nanos() - described.nanos;
        double elapsed = (System.nanoTime() - startElapsed - described.nanos) / NANOS;
        Map<Phase, Double> phases = phases(times, probe, counted, end);
        phases.put(Phase.COUNT, (counted - start) / NANOS);
        return new JobRun(
                (end - start) / NANOS, elapsed, phases, described.nanos / NANOS, probe, times,
                counts);
    }

    /** Takes the parts, and counts the time that it takes itself. */
    private static final class Described implements Consumer<Groups> {

        private final TopResults pairs;
        private long nanos;

        Described(TopResults pairs) {
            this.pairs = pairs;
        }

        @Override
        public void accept(Groups groups) {
            long start = CpuClock.nanos();
            if (pairs != null) {
                pairs.add(groups);
            }
            for (int from = 0; from < groups.size(); from += DESCRIBED_AT_ONCE) {
                groups.describe(from, Math.min(from + DESCRIBED_AT_ONCE, groups.size()), MEMBERS);
            }
            nanos += CpuClock.nanos() - start;
        }
    }

    private static Map<Phase, Double> phases(
            ShardTimes times, JobProbe probe, long start, long end) {
        long scan = probe.walkedNanos() - start;
        long compare = probe.comparedNanos() - probe.walkedNanos();
        long group = end - probe.comparedNanos();
        long merge = scan - times.nanos(ShardTimes.Call.SCAN);
        long signatures = times.nanos(ShardTimes.Call.SIGNATURES);
        long sets = times.nanos(ShardTimes.Call.SHINGLE_SETS);
        long names = times.nanos(ShardTimes.Call.NAMES);
        Map<Phase, Double> phases = new EnumMap<>(Phase.class);
        phases.put(Phase.SCAN, (scan - merge) / NANOS);
        phases.put(Phase.MERGE, merge / NANOS);
        phases.put(Phase.SIGNATURES, signatures / NANOS);
        phases.put(Phase.PAIRS, (compare - signatures - sets - names) / NANOS);
        phases.put(Phase.SHINGLE_SETS, sets / NANOS);
        phases.put(Phase.NAMES, names / NANOS);
        phases.put(Phase.GROUPS, group / NANOS);
        return phases;
    }
}
