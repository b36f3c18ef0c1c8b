package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * Everything that a job answers, to compare two of them.
 *
 * @param groups all groups with all their members
 * @param pairs all verified pairs
 */
record JobAnswer(GroupsCounts counts, List<Group> groups, List<Pair> pairs) {

    static JobAnswer of(List<Shard> shards, Scheme scheme, GroupsOptions options) {
        return of(shards, scheme, options, GroupsProgress.NONE);
    }

    static JobAnswer of(
            List<Shard> shards, Scheme scheme, GroupsOptions options, GroupsProgress monitor) {
        return of(start(shards, scheme, options, monitor));
    }

    static JobAnswer of(Groups groups) {
        List<Pair> pairs = new ArrayList<>();
        groups.forEachPair(Long.MAX_VALUE, pairs::add);
        return new JobAnswer(
                groups.counts(), groups.describe(0, groups.size(), Integer.MAX_VALUE), pairs);
    }

    static JobAnswer of(Oracle oracle) {
        return new JobAnswer(oracle.counts(), oracle.groups(), oracle.pairs());
    }

    /** Runs a job without asking for anything. */
    static Groups start(
            List<Shard> shards, Scheme scheme, GroupsOptions options, GroupsProgress monitor) {
        return new GroupsJob(shards, scheme, options, monitor).run();
    }

    /** Returns options in which everything is random, but buckets of a thousand are not limited. */
    static GroupsOptions randomOptions(Random random, Verify verify, double minSimilarity) {
        return new GroupsOptions(
                minSimilarity,
                verify,
                randomFrom(random, Method.values()),
                randomFrom(random, Keep.values()),
                random.nextBoolean() ? 2 : RandomNumbers.randomIntBetween(random, 2, 6),
                1000, true);
    }

    /** Returns options by which only the pairs that decide about groups are compared. */
    static GroupsOptions withoutAllPairs(GroupsOptions options) {
        return new GroupsOptions(
                options.minSimilarity(), options.verify(), options.method(), options.keep(),
                options.minGroupSize(), options.maxBucketTexts(), false);
    }

    static GroupsOptions withMaxBucketTexts(GroupsOptions options, int maxBucketTexts) {
        return new GroupsOptions(
                options.minSimilarity(), options.verify(), options.method(), options.keep(),
                options.minGroupSize(), maxBucketTexts, true);
    }
}
