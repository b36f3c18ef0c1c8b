package org.nearduplicate.groups.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.Corpus;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.JobAnswer;
import org.nearduplicate.groups.TextShards;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Parts of the answer are parts of the whole, and progress is reported on the way. */
public class GroupsTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 128, 64, 2);
    private static final GroupsOptions OPTIONS = JobAnswer.options(0.3, Verify.EXACT);

    /** Four of one signature, two of another, and two others. */
    private final Corpus corpus = Corpus.of(
            random(), SCHEME,
            List.of(
                    "a b c d", "a b c d", "a b c d", "a b c d", "a b c e", "a b c e", "x y z",
                    "x y v", "alone", ""));

    public void testListsTheMostSimilarMembersOnly() throws IOException {
        try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
            JobAnswer.Whole run = run(layout, GroupsProgress.NONE);
            Groups groups = run.groups();
            Group all = groups.describe(0, 1, Integer.MAX_VALUE).getFirst();
            assertEquals(
                    List.of("01", "02", "03", "04", "05"),
                    all.members().stream().map(member -> member.document().id()).toList());
            for (int max = 0; max < 5; max++) {
                Group some = groups.describe(0, 1, max).getFirst();
                assertEquals(all.members().subList(0, max), some.members());
                assertEquals(all.size(), some.size());
                assertEquals(all.smallestSimilarity(), some.smallestSimilarity(), 0);
            }
        }
    }

    /** Reading again and again reserves nothing but what is listed that is not given back. */
    public void testAnswersKeepNoMemory() throws IOException {
        CountingMonitor monitor = CountingMonitor.unlimited();
        try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
            Groups groups = run(layout, monitor).groups();
            long before = monitor.reserved();
            List<Group> described = groups.describe(0, groups.size(), 10);
            int listed = described.stream().mapToInt(group -> group.members().size()).sum();
            assertTrue(listed > 0);
            before += (long) Groups.BYTES_PER_MEMBER * listed;
            assertEquals("what is listed", before, monitor.reserved());
            groups.forEachPart(10, (part, group) -> {});
            assertEquals(before, monitor.reserved());
            pairs(groups, 3);
            pairs(groups, 100);
            assertEquals(before, monitor.reserved());
        }
    }

    /** Groups are described some at a time, so the others must not cost anything each time. */
    public void testAGroupCostsTheSameAmongMany() throws IOException {
        assertEquals(costOfAGroup(10), costOfAGroup(1000));
    }

    /** Returns the bytes charged to describe one of many groups of two signatures. */
    private static long costOfAGroup(int many) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            texts.add(String.format(Locale.ROOT, "a%1$d b%1$d c%1$d d%1$d", i));
            texts.add(String.format(Locale.ROOT, "a%1$d b%1$d c%1$d e%1$d", i));
        }
        CountingMonitor monitor = CountingMonitor.unlimited();
        try (TextShards layout = new TextShards(
                Corpus.of(random(), SCHEME, texts), random(), 1, true)) {
            Groups groups = run(layout, monitor).groups();
            assertEquals(many, groups.size());
            long before = monitor.asked();
            assertEquals(1, groups.describe(3, 4, 10).getFirst().members().size());
            return monitor.asked() - before;
        }
    }

    public void testReportsHowFarItIs() throws IOException {
        List<String> progress = new ArrayList<>();
        GroupsProgress monitor = new GroupsProgress() {

            @Override
            public void walked(double share) {
                if (share == 1) {
                    progress.add("walked");
                }
            }

            @Override
            public void compared(long compared, long verified) {
                progress.add(compared + " compared, " + verified + " verified");
            }

            @Override
            public void grouped(long groups, double share) {
                progress.add(groups + " groups");
            }
        };
        try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
            JobAnswer.Whole run = run(layout, monitor);
            assertEquals(
                    List.of(
                            "walked",
                            run.counts().get(Count.COMPARISONS) + " compared, 2 verified",
                            "2 groups"),
                    progress);
        }
    }

    private static List<Pair> pairs(Groups groups, long max) {
        List<Pair> pairs = new ArrayList<>();
        groups.forEachPair(max, pair -> pairs.add(pair.pair()));
        return pairs;
    }

    private static JobAnswer.Whole run(TextShards layout, GroupsProgress monitor)
            throws IOException {
        return JobAnswer.start(
                layout.open(Filter.ALL.query()), SCHEME, OPTIONS, monitor);
    }
}
