package org.nearduplicate.groups.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.groups.Corpus;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.HandMadeIndex;
import org.nearduplicate.groups.JobAnswer;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.TextShards;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.Walks;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/** A job can be stopped wherever it is, and asks often enough whether it shall stop. */
public class CancellationTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 32, 16, 2);
    private static final int RUNS = 25;

    private static final int HASH_COUNT = 128;
    private static final Scheme NEIGHBOURS = Schemes.words(1, HASH_COUNT, 3, 2);
    private static final int DOCUMENTS = 10_000;

    public void testStopsAtAnyCheck() throws IOException {
        for (Verify verify : Verify.values()) {
            long memory = random().nextBoolean() ? 0 : Long.MAX_VALUE;
            Corpus corpus = corpus();
            GroupsOptions options = JobAnswer.withMaxBucketTexts(JobAnswer.options(0.4, verify), 4);
            try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
                List<Shard> shards = layout.open(Filter.ALL.query());
                CountingMonitor all = CountingMonitor.unlimited();
                JobAnswer expected = JobAnswer.of(shards, SCHEME, options, memory, all);
                assertFalse(expected.pairs().isEmpty());
                for (long checks : someUpTo(all.checks())) {
                    CountingMonitor monitor = CountingMonitor.ofChecks(checks);
                    expectThrows(
                            Stopped.class,
                            () -> JobAnswer.of(shards, SCHEME, options, memory, monitor));
                    assertEquals("goes on after being stopped", checks + 1, monitor.checks());
                }
                assertEquals(
                        expected,
                        JobAnswer.of(
                                shards, SCHEME, options, memory,
                                CountingMonitor.ofChecks(all.checks())));
                Set<String> callers = all.checksByCaller().keySet();
                assertTrue(callers.toString(), callers.contains("Await"));
                assertEquals(verify == Verify.EXACT, callers.contains("ExactPairVerifier"));
            }
        }
    }

    /**
     * Each loop over 10,000 documents, signatures, pairs or members asks by itself, twice at least, in one
     * shard and in two.
     */
    public void testEveryLongLoopAsks() throws IOException {
        for (int shards = 1; shards <= 2; shards++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            List<HandMadeIndex> indices = new ArrayList<>();
            try {
                List<Shard> open = new ArrayList<>();
                for (int shard = 0; shard < shards; shard++) {
                    indices.add(neighbours(shard));
                    open.add(indices.get(shard).open());
                }
                GroupsOptions options = JobAnswer.withMaxBucketTexts(
                        JobAnswer.options(0.4, Verify.SIGNATURE, Method.COMPONENTS), 4);
                JobAnswer.Whole run = JobAnswer.start(open, NEIGHBOURS, options, monitor);
                assertTrue(run.counts().get(Count.VERIFIED_PAIRS) > DOCUMENTS / 2);
                run.groups().describe(0, 1, 1);
                run.groups().forEachPair(Long.MAX_VALUE, pair -> {});
            } finally {
                IOUtils.close(indices);
            }
            assertEveryLongLoopAsked(monitor, shards);
        }
    }

    /** So do the loops of a job that has no memory for more than a bucket or a component at a time. */
    public void testEveryLongLoopOfPartsAsks() throws IOException {
        CountingMonitor monitor = CountingMonitor.unlimited();
        try (HandMadeIndex first = neighbours(0); HandMadeIndex second = neighbours(1)) {
            GroupsOptions options = JobAnswer.withMaxBucketTexts(
                    JobAnswer.options(0.4, Verify.SIGNATURE, Method.COMPONENTS), 4);
            GroupsCounts counts = new GroupsJob(
                    List.of(first.open(), second.open()), NEIGHBOURS, options, 1 << 20, monitor)
                    .run(part -> {}, List.of(), null);
            assertEquals(2 * DOCUMENTS, counts.get(Count.LARGEST_PART));
        }
        int once = 2 * DOCUMENTS / 4096;
        Map<String, Integer> expected = Map.of(
                "Links", once, "Part$LinkedPairs", once, "RankedBitSet", 2 * once, "Parts", once,
                "PartBuckets", 2 * once);
        assertChecks(expected, monitor);
    }

    private static void assertEveryLongLoopAsked(CountingMonitor monitor, int shards) {
        int once = shards * DOCUMENTS / 4096;
        Map<String, Integer> expected = new HashMap<>(Map.of(
                "BucketTable", 2 * once, "BucketSplitter", 3 * once, "DistinctSignatures", once / 2,
                "CandidatePairs", 7 * once, "VerifiedPairs", 2 * once,
                "Grouping", 2 * once, "Groups", 3 * once, "RankedDocuments", 3 * once));
        expected.put("KeeperOrder", 4 * once);
        expected.put("MeasuredGroup", once);
        expected.put("BandMerge", 3 * once);
        assertChecks(expected, monitor);
    }

    private static void assertChecks(Map<String, Integer> expected, CountingMonitor monitor) {
        expected.forEach((caller, least) -> {
            int checks = monitor.checksByCaller().getOrDefault(caller, 0);
            assertTrue(caller + " " + least + ", got " + checks, checks >= least);
        });
    }

    /** A chain: each document has a band in common with the next, and all have one. */
    private static HandMadeIndex neighbours(int shard) throws IOException {
        HandMadeIndex index = new HandMadeIndex(NEIGHBOURS);
        byte[] components = new byte[HASH_COUNT];
        for (int i = 0; i < DOCUMENTS; i++) {
            components[i % HASH_COUNT]++;
            index.document("id-" + shard + "-" + i)
                    .signature(9 + shard, components)
                    .band(0, i / 2)
                    .band(1, (i + 1) / 2)
                    .band(2, 1)
                    .add();
        }
        return index;
    }

    /** 20,000 terms of one document, and one term of 20,000 documents. */
    public void testAShardAsksAboutEveryFewThousandTermsAndPostings() throws IOException {
        int documents = 20_000;
        CountingMonitor monitor = CountingMonitor.unlimited();
        try (HandMadeIndex index = new HandMadeIndex(Schemes.words(1, 16, 2, 2))) {
            for (int i = 0; i < documents; i++) {
                index.document(Integer.toString(i))
                        .band(0, i)
                        .band(1, 7)
                        .signature(1, new byte[16])
                        .add();
            }
            LocalShard shard = index.open(monitor);
            assertEquals(documents / 4096, monitor.checks());
            ScanPosition second = new ScanPosition(1L << 42, 0);
            shard.scan(second, Walks.unbounded(2)).join();
            assertEquals(2 * (documents / 4096), monitor.checks());
            shard.scan(ScanPosition.START, Walks.unbounded(2)).join();
            long checks = 2 * (documents / 4096) + 2 * documents / 4096;
            assertEquals(checks, monitor.checks());
            shard.signatures(new int[] {0, 1, documents - 1}).join();
            assertTrue(monitor.checks() > checks);
        }
    }

    /** 20,000 terms of one document in one bucket: a shard asks about each, and the job about each member. */
    public void testAsksWithinABucketOfManyTerms() throws IOException {
        int documents = 20_000;
        CountingMonitor ofShard = CountingMonitor.unlimited();
        CountingMonitor ofJob = CountingMonitor.unlimited();
        Scheme scheme = Schemes.words(1, 16, 1, 6);
        try (HandMadeIndex index = new HandMadeIndex(scheme)) {
            for (int i = 0; i < documents; i++) {
                index.document(Integer.toString(i)).band(0, i).signature(1, new byte[16]).add();
            }
            LocalShard shard = index.open(ofShard);
            long before = ofShard.checks();
            BandMerge merge = new BandMerge(
                    new DocumentAddresses(List.of(shard)), KeyRange.all(scheme.bandTermFormat()),
                    BandRows.FEWEST, 1_000, key -> false, ofJob);
            assertEquals(2 * documents / 4096, ofShard.checks() - before);
            int asked = ofJob.checksByCaller().getOrDefault("BandMerge", 0);
            Buckets buckets = merge.next(BandMerge.Room.ENDLESS, ofJob);
            assertEquals(1, buckets.table().size());
            assertEquals(documents, buckets.table().memberCount());
            assertEquals(
                    "one is of the bucket itself", 1 + documents / 4096,
                    ofJob.checksByCaller().get("BandMerge") - asked);
            assertTrue("member and address", ofJob.reserved() >= 2L * Integer.BYTES * documents);
            buckets.table().release();
            assertEquals(Integer.BYTES * documents, ofJob.reserved());
        }
    }

    public void testAShardThatIsStoppedStopsTheJob() throws IOException {
        Corpus corpus = Corpus.of(random(), SCHEME, List.of("a b c d", "a b c d", "a b c e"));
        GroupsOptions options = JobAnswer.options(0.4, Verify.EXACT);
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            List<Shard> shards = layout.open(Filter.ALL.query(), CountingMonitor.ofChecks(0));
            expectThrows(Stopped.class, () -> JobAnswer.of(shards, SCHEME, options));
        }
    }

    /** Random texts, and others that have most of their words in common, so that each phase has work to do. */
    private static Corpus corpus() {
        RandomTexts random = new RandomTexts(random());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            texts.add(String.join(" ", random.next()));
            texts.add("a b c d e f g own" + i);
        }
        return Corpus.of(random(), SCHEME, texts);
    }

    private static List<Long> someUpTo(long count) {
        List<Long> some = new ArrayList<>();
        long step = Math.max(1, count / RUNS);
        for (long i = random().nextInt((int) step); i < count; i += step) {
            some.add(i);
        }
        return some;
    }
}
