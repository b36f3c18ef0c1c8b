package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.nearduplicate.groups.GroupsJob.Worker;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/**
 * Everything that a job answers, to compare two of them.
 *
 * @param groups all groups with all their members
 * @param pairs all verified pairs
 */
public record JobAnswer(GroupsCounts counts, List<Group> groups, List<Pair> pairs) {

    /** No limits, but that of lists. */
    static final TopResults.Limits ALL = new TopResults.Limits(
            Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    public static JobAnswer of(List<Shard> shards, Scheme scheme, GroupsOptions options) {
        return of(shards, scheme, options, GroupsProgress.NONE);
    }

    public static JobAnswer of(
            List<Shard> shards, Scheme scheme, GroupsOptions options, GroupsProgress monitor) {
        return of(shards, scheme, options, Long.MAX_VALUE, monitor);
    }

    public static JobAnswer of(
            List<Shard> shards, Scheme scheme, GroupsOptions options, long memory,
            GroupsProgress monitor) {
        return of(shards, scheme, options, memory, List.of(), monitor);
    }

    /** Runs a job without memory for more than a bucket or a component, with workers. */
    public static JobAnswer of(
            List<Shard> shards, Scheme scheme, GroupsOptions options,
            List<? extends Worker> workers,
            GroupsProgress monitor) {
        return of(shards, scheme, options, 0, workers, monitor);
    }

    private static JobAnswer of(
            List<Shard> shards, Scheme scheme, GroupsOptions options, long memory,
            List<? extends Worker> workers, GroupsProgress monitor) {
        TopResults listing = new TopResults(ALL, options.keep(), monitor);
        GroupsCounts counts = new GroupsJob(
                shards, scheme, options, memory, Duration.ZERO, monitor)
                .run(listing::add, workers, listing::add);
        return new JobAnswer(counts, listing.groups(), listing.pairs());
    }

    public static JobAnswer of(Oracle oracle) {
        return new JobAnswer(oracle.counts(), oracle.groups(), oracle.pairs());
    }

    /** What a job found that has the memory for all in one part. */
    public record Whole(GroupsCounts counts, Groups groups) {}

    /** Runs a job in one part, whose groups can be read. */
    public static Whole start(
            List<Shard> shards, Scheme scheme, GroupsOptions options, GroupsProgress monitor) {
        List<Groups> parts = new ArrayList<>();
        GroupsCounts counts = new GroupsJob(shards, scheme, options, Long.MAX_VALUE, monitor)
                .run(parts::add, List.of(), null);
        return new Whole(counts, parts.getFirst());
    }

    /** Returns options for stars by all rows, of which the longest are kept, and all pairs. */
    public static GroupsOptions options(double minSimilarity, Verify verify) {
        return options(minSimilarity, verify, Method.STAR);
    }

    public static GroupsOptions options(double minSimilarity, Verify verify, Method method) {
        return new GroupsOptions(
                minSimilarity, BandRows.MOST, verify, method, Keep.LONGEST, 2, 1000, true,
                PeerFormat.NONE, 0);
    }

    /** Returns options in which everything is random, but buckets of a thousand are not limited. */
    public static GroupsOptions randomOptions(Random random, Verify verify, double minSimilarity) {
        return new GroupsOptions(
                minSimilarity,
                RandomNumbers.randomIntBetween(random, BandRows.FEWEST, BandRows.MOST),
                verify,
                randomFrom(random, Method.values()),
                randomFrom(random, Keep.values()),
                random.nextBoolean() ? 2 : RandomNumbers.randomIntBetween(random, 2, 6),
                1000, true, PeerFormat.NONE, 0);
    }

    /** Returns options by which only the pairs that decide about groups are compared. */
    public static GroupsOptions withoutAllPairs(GroupsOptions options) {
        return new GroupsOptions(
                options.minSimilarity(), options.rows(), options.verify(), options.method(),
                options.keep(), options.minGroupSize(), options.maxBucketTexts(), false,
                options.peers(), options.ignored());
    }

    public static GroupsOptions withMaxBucketTexts(GroupsOptions options, int maxBucketTexts) {
        return new GroupsOptions(
                options.minSimilarity(), options.rows(), options.verify(), options.method(),
                options.keep(), options.minGroupSize(), maxBucketTexts, true, options.peers(),
                options.ignored());
    }

    /** Returns options for shards whose sets lack what a corpus ignores. */
    static GroupsOptions ignoring(GroupsOptions options, Corpus corpus) {
        return new GroupsOptions(
                options.minSimilarity(), options.rows(), options.verify(), options.method(),
                options.keep(), options.minGroupSize(), options.maxBucketTexts(),
                options.allPairs(), options.peers(), corpus.ignored().size());
    }

    /** Returns options in which peers are random: all documents, those of a value, or near each other, or both. */
    public static GroupsOptions withRandomPeers(Random random, GroupsOptions options) {
        boolean hasTime = options.method() == Method.STAR && random.nextBoolean();
        PeerFormat peers = new PeerFormat(
                random.nextBoolean(),
                hasTime ? Duration.ofHours(1L + random.nextInt(Text.MOST_HOURS)) : null);
        return new GroupsOptions(
                options.minSimilarity(), options.rows(), options.verify(), options.method(),
                options.keep(), options.minGroupSize(), options.maxBucketTexts(),
                options.allPairs(), peers, options.ignored());
    }
}
