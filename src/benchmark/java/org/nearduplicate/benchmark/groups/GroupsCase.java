package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.index.TextIndices;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * One case, measured several times: a job and the bare walk over the same terms, in turns. Not
 * thread-safe.
 */
final class GroupsCase {

    private static final double NANOS = 1e9;

    private final TextIndices.Layout layout;
    private final OpenShards shards;
    private final Verify verify;
    private final List<Double> walks = new ArrayList<>();
    private final List<Double> bucketWalks = new ArrayList<>();
    private final List<Double> elapsed = new ArrayList<>();
    private final List<Double> jobs = new ArrayList<>();
    private final List<Double> describes = new ArrayList<>();
    private final Map<JobRun.Phase, List<Double>> phases = new EnumMap<>(JobRun.Phase.class);
    private GroupsCounts counts;
    private long peak;

    GroupsCase(TextIndices.Layout layout, OpenShards shards, Verify verify) {
        this.layout = layout;
        this.shards = shards;
        this.verify = verify;
    }

    /** Measures once more. */
    void measure() throws IOException {
        System.gc();
        long start = CpuClock.nanos();
        long terms = shards.walkTerms();
        long walked = CpuClock.nanos();
        shards.walkBuckets();
        walks.add((walked - start) / NANOS);
        bucketWalks.add((CpuClock.nanos() - walked) / NANOS);
        System.gc();
        JobRun run = run(Long.MAX_VALUE, false, null);
        peak = run.probe().peak();
        jobs.add(run.seconds());
        elapsed.add(run.elapsed());
        describes.add(run.describeSeconds());
        run.phases().forEach(
                (phase, seconds) -> phases.computeIfAbsent(phase, unused -> new ArrayList<>())
                        .add(seconds));
        if (counts != null && counts.equals(run.counts()) == false) {
            throw new IllegalStateException(
                    "two runs differ: " + counts + " and " + run.counts());
        }
        counts = run.counts();
        if (counts.get(Count.BAND_TERMS) > terms) {
            throw new IllegalStateException(
                    "walked " + terms + " terms, the job " + counts.get(Count.BAND_TERMS));
        }
    }

    /**
     * Runs the job once, for other things than time.
     *
     * @param memory of the job
     * @param pairs takes all pairs, or is null if only those are wanted that decide about groups
     */
    JobRun run(long memory, boolean measureHeap, TopResults pairs) throws IOException {
        return JobRun.run(
                shards, verify, GroupsOptions.MAX_BUCKET_TEXTS.defaultValue(), memory,
                measureHeap, pairs);
    }

    /** Returns what the shards are like, and how pairs are verified. */
    String title() {
        return layout.title() + ", " + verify();
    }

    /** Returns how pairs are verified. */
    String verify() {
        return ChoiceParameter.nameOf(verify);
    }

    /** Returns the shards. */
    OpenShards shards() {
        return shards;
    }

    /** Returns the seconds of the bare walk. */
    Sample scan() {
        return Sample.of(walks);
    }

    /** Returns the seconds of the walk that reads the documents of shared terms. */
    Sample bucketWalk() {
        return Sample.of(bucketWalks);
    }

    /** Returns the seconds of the job on the clock. */
    Sample elapsed() {
        return Sample.of(elapsed);
    }

    /** Returns the seconds of the job. */
    Sample job() {
        return Sample.of(jobs);
    }

    /** Returns the seconds to describe all groups. */
    Sample describe() {
        return Sample.of(describes);
    }

    /** Returns the seconds of one phase of the job. */
    Sample phase(JobRun.Phase phase) {
        return Sample.of(phases.get(phase));
    }

    /** Returns the most bytes that the job asked for. */
    long peak() {
        return peak;
    }

    /** Returns what the job counted, the same at every run. */
    GroupsCounts counts() {
        return counts;
    }
}
