package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** After any changes, what an increment leaves of the groups before and adds to them is what a job finds that groups all. */
public class IncrementTest extends PeersTestCase {

    private static final int MAX_MEMBERS = 7;
    private static final int ROUNDS = 20;

    public void testIncrementsFindWhatAFullJobFinds() throws IOException {
        int increments = 0;
        for (int chain = 0; chain < 10; chain++) {
            Scheme scheme =
                    random().nextBoolean() ? Schemes.random(random()) : Schemes.words(1, 64, 16, 4);
            increments += assertSame(scheme, randomOptions());
        }
        // A hundred and a standard deviation of eight: fewer than forty come once in 10¹⁴ runs.
        assertTrue(increments + " increments", increments >= 40);
    }

    /** By one band of one row most texts share few terms, so that limited buckets decide. */
    public void testBucketsThatAreCutInAnotherWay() throws IOException {
        for (int chain = 0; chain < 10; chain++) {
            assertSame(
                    Schemes.words(1, 20, 1, 1),
                    JobAnswer.withMaxBucketTexts(
                            randomOptions(), TestUtil.nextInt(random(), 2, 20)));
        }
    }

    private static GroupsOptions randomOptions() {
        GroupsOptions options = JobAnswer.randomOptions(
                random(), randomFrom(random(), Verify.values()),
                TestUtil.nextInt(random(), 5, 100) / 100.0);
        if (random().nextBoolean()) {
            options = JobAnswer.withMaxBucketTexts(options, TestUtil.nextInt(random(), 2, 20));
        }
        return random().nextBoolean() ? JobAnswer.withoutAllPairs(options) : options;
    }

    /** The groups of a destination: each part by the version of its keeper. */
    private record Part(DocumentVersion keeper, int number, Group group) {}

    private int assertSame(Scheme scheme, GroupsOptions options) throws IOException {
        Query query = random().nextBoolean()
                ? Everything.QUERY
                : new TermQuery(new Term(LocalShard.TAG, "tag0"));
        int increments = 0;
        try (ChangingShards index = new ChangingShards(
                random(), scheme, TestUtil.nextInt(random(), 1, 3))) {
            index.fill(TestUtil.nextInt(random(), 0, 150));
            KeptComponents kept = null;
            Set<Part> dest = new HashSet<>();
            for (int round = 0; round < ROUNDS; round++) {
                Run run = new Run(index.open(query), scheme, options, kept, dest);
                kept = run.kept;
                dest = run.dest;
                increments += run.isIncrement ? 1 : 0;
                assertEquals(
                        options + ", round " + round + ", increment " + run.isIncrement,
                        run.full(), run.found());
                index.change();
            }
        }
        return increments;
    }

    /** A run into a destination, which goes on from another one if there was one. */
    private final class Run {

        private final List<Shard> shards;
        private final Scheme scheme;
        private final GroupsOptions options;
        private final Set<Part> dest = new HashSet<>();
        private final KeptComponents kept;
        private final boolean isIncrement;

        Run(
                List<Shard> shards, Scheme scheme, GroupsOptions options, KeptComponents before,
                Set<Part> earlier) {
            this.shards = shards;
            this.scheme = scheme;
            this.options = options;
            CountingMonitor monitor = CountingMonitor.unlimited();
            GroupsJob job = new GroupsJob(
                    shards, scheme, options, random().nextBoolean() ? 0 : Long.MAX_VALUE, monitor);
            job.keepComponents();
            Increment increment = before == null ? null : job.continueFrom(before);
            isIncrement = increment != null && increment.obstacle() == null;
            assertTrue("given back", isIncrement || monitor.reserved() == 0);
            if (isIncrement) {
                Set<DocumentVersion> replaced = new HashSet<>();
                increment.forEachReplaced(replaced::add);
                earlier.stream()
                        .filter(part -> replaced.contains(part.keeper) == false)
                        .forEach(dest::add);
            }
            job.run(
                    groups -> groups.forEachPart(
                            MAX_MEMBERS, true,
                            (number, group, keeper) -> dest.add(new Part(keeper, number, group))));
            kept = job.kept().orElseThrow();
        }

        /** Returns the members of each group, by all that is said of the group beside. */
        private Map<Group, Set<Member>> found() {
            Map<Group, Set<Member>> groups = new HashMap<>();
            int parts = 0;
            for (Part part : dest) {
                groups.computeIfAbsent(part.group.with(List.of()), group -> new HashSet<>())
                        .addAll(part.group.members());
                parts++;
            }
            assertEquals(parts, groups.keySet().stream().mapToLong(Run::parts).sum());
            return groups;
        }

        private static long parts(Group group) {
            return Math.max(1, Math.ceilDiv(group.size() - 1, MAX_MEMBERS));
        }

        private Map<Group, Set<Member>> full() {
            Map<Group, Set<Member>> groups = new HashMap<>();
            for (Group group : JobAnswer.of(shards, scheme, options).groups()) {
                groups.put(group.with(List.of()), new HashSet<>(group.members()));
            }
            return groups;
        }
    }
}
