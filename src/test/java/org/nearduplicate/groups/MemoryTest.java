package org.nearduplicate.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** What a job reserves is bounded per document with a partner, and a limit stops it. */
public class MemoryTest extends LuceneTestCase {

    private static final int HASH_COUNT = 64;
    private static final int BANDS = 8;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, BANDS, 4);
    private static final GroupsOptions OPTIONS = JobAnswer.options(0.5, Verify.SIGNATURE);

    /** An answer of a walk on its way, tables of their first sizes, a page of signatures. */
    private static final long FIXED = (2 << 20) + (1 << 20) + 4096L * (12 + HASH_COUNT);
    /** Signature, name, numbers, and for each band a posting that is held twice at most. */
    private static final long PER_DOCUMENT = 12 + HASH_COUNT + 300 + BANDS * 16L;

    public void testLoneDocumentsCostNothing() throws IOException {
        long few = peak(1_000, 0);
        assertTrue("few " + few, few < FIXED);
        assertEquals(few, peak(5_000, 0));
    }

    public void testADocumentWithAPartnerCostsABoundedAmount() throws IOException {
        for (int partners : new int[] {1_000, 5_000}) {
            long peak = peak(6_000, partners);
            assertTrue(
                    partners + " documents cost " + peak,
                    peak < FIXED + partners * PER_DOCUMENT);
            assertTrue(
                    partners + " documents cost only " + peak,
                    peak > partners * (HASH_COUNT + BANDS * 4L));
        }
    }

    /**
     * However long identifiers are, and however many documents meet one other by accident. Beside what is granted there
     * are two answers of a walk, twelve bytes for each document that is connected with another, and a byte for any.
     */
    public void testPartsTakeWhatIsGranted() throws IOException {
        int documents = 20_000;
        int similar = 6_600;
        long memory = 1 << 20;
        for (String prefix : List.of("", "x".repeat(400))) {
            try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
                addPairs(index, similar, similar, prefix);
                byte[] components = new byte[HASH_COUNT];
                for (int i = similar; i < documents; i++) {
                    oppose(components, i % 2 == 0);
                    index.document(prefix + i).signature(9, components).band(0, i / 2).add();
                }
                CountingMonitor monitor = CountingMonitor.unlimited();
                GroupsCounts counts = new GroupsJob(
                        List.of(index.open()), SCHEME, OPTIONS, memory, monitor)
                        .run(part -> {}, List.of(), null);
                assertEquals(documents, counts.get(Count.DOCUMENTS_IN_BUCKETS));
                assertEquals(similar / 2, counts.get(Count.GROUPS));
                assertTrue(counts.toString(), counts.get(Count.PARTS) > 4);
                long beside = (4 << 20) + 12L * similar + documents;
                assertTrue(
                        monitor.peak() - beside + " bytes", monitor.peak() < memory + beside);
            }
        }
    }

    /**
     * A member of a large bucket is written once for each order that it is cut in, of whole ranges and of parts. Beside
     * what is granted there are also the signatures at which buckets are cut.
     *
     * <p>Two of a pair differ in their last component alone. So in every order that compares others first they stand beside each
     * other, at an even place as all do, and blocks of an even size do not part them. Strangers, of 64 random bytes,
     * neither come between two of a pair in all of these orders nor are similar: each in less than 1 of 10⁹ runs.
     */
    public void testLargeBucketsTakeWhatIsGranted() throws IOException {
        int documents = 30_000;
        int limit = 200;
        long memory = 7 << 20;
        GroupsOptions options =
                JobAnswer.withMaxBucketTexts(JobAnswer.options(0.9, Verify.SIGNATURE), limit);
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            byte[] components = new byte[HASH_COUNT];
            Random random = new Random(random().nextLong());
            for (int i = 0; i < documents; i++) {
                if (i % 2 == 0) {
                    Records.fill(random, components);
                } else {
                    components[HASH_COUNT - 1]++;
                }
                index.document("" + i).signature(9, components).bands(BANDS, 0).add();
            }
            CountingMonitor monitor = CountingMonitor.unlimited();
            GroupsCounts counts = new GroupsJob(
                    List.of(index.open()), SCHEME, options, memory, monitor)
                    .run(part -> {}, List.of(), null);
            assertEquals(BANDS, counts.get(Count.LIMITED_BUCKETS));
            assertEquals(documents / 2, counts.get(Count.GROUPS));
            assertTrue(counts.toString(), counts.get(Count.PARTS) > 4);
            // In six orders.
            long cuts = BANDS * 6 * documents / (limit / 4) * (12L + HASH_COUNT);
            long beside = (4 << 20) + cuts + 12L * documents + documents;
            assertTrue(monitor.peak() - beside + " bytes", monitor.peak() < memory + beside);
        }
    }

    /** Fills components at random, or with others than they have. */
    private static void oppose(byte[] components, boolean atRandom) {
        if (atRandom) {
            random().nextBytes(components);
        }
        for (int i = 0; i < components.length; i++) {
            components[i] = (byte) ~components[i];
        }
    }

    public void testALimitStopsTheJob() throws IOException {
        for (Verify verify : Verify.values()) {
            long memory = random().nextBoolean() ? 0 : Long.MAX_VALUE;
            Corpus corpus = Corpus.random(random(), SCHEME, 60);
            GroupsOptions options = JobAnswer.withMaxBucketTexts(JobAnswer.options(0.5, verify), 4);
            try (TextShards layout = new TextShards(corpus, random(), 2, false)) {
                List<Shard> shards = layout.open(Filter.ALL.query());
                CountingMonitor all = CountingMonitor.unlimited();
                JobAnswer expected = JobAnswer.of(shards, SCHEME, options, memory, all);
                assertEquals(
                        expected,
                        JobAnswer.of(
                                shards, SCHEME, options, memory,
                                CountingMonitor.ofBytes(all.peak())));
                for (long bytes = 0; bytes < all.peak(); bytes += 1 + all.peak() / 50) {
                    CountingMonitor monitor = CountingMonitor.ofBytes(bytes);
                    expectThrows(
                            Stopped.class,
                            () -> JobAnswer.of(shards, SCHEME, options, memory, monitor));
                }
            }
        }
    }

    /** A chain of near duplicates is one part, whatever it takes. */
    public void testSaysHowLargeAPartIsThatDoesNotFit() throws IOException {
        int documents = 5_000;
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            byte[] components = new byte[HASH_COUNT];
            for (int i = 0; i < documents; i++) {
                components[i % HASH_COUNT]++;
                index.document("" + i).signature(9, components)
                        .band(0, i / 2).band(1, (i + 1) / 2).add();
            }
            List<Shard> shards = List.of(index.open());
            CountingMonitor all = CountingMonitor.unlimited();
            GroupsCounts counts =
                    new GroupsJob(shards, SCHEME, OPTIONS, 0, all).run(part -> {}, List.of(), null);
            assertEquals(documents, counts.get(Count.LARGEST_PART));
            Stopped refusal = expectThrows(
                    Stopped.class,
                    () -> new GroupsJob(
                            shards, SCHEME, OPTIONS, 0, CountingMonitor.ofBytes(all.peak() - 1))
                            .run(part -> {}, List.of(), null));
            assertTrue(
                    Arrays.toString(refusal.getSuppressed()),
                    Arrays.stream(refusal.getSuppressed())
                            .anyMatch(
                                    said -> said.getMessage()
                                            .contains("of [5000] documents: more memory than")));
        }
    }

    /** Adds documents, of which the first ones come in pairs. */
    private static void addPairs(
            HandMadeIndex index, int documents, int withPartner, String prefix)
            throws IOException {
        byte[] components = new byte[HASH_COUNT];
        for (int i = 0; i < documents; i++) {
            if (i >= withPartner || i % 2 == 0) {
                random().nextBytes(components);
            } else {
                components[0]++;
            }
            index.document(prefix + i).signature(9, components)
                    .bands(BANDS, i < withPartner ? i / 2 : i).add();
        }
    }

    /** Returns the most that a job reserves; documents with a partner come in pairs. */
    private static long peak(int documents, int withPartner) throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            addPairs(index, documents, withPartner, "");
            CountingMonitor monitor = CountingMonitor.unlimited();
            JobAnswer run = JobAnswer.of(
                    List.of(index.open()), SCHEME, OPTIONS, monitor);
            assertEquals(withPartner, run.counts().get(Count.DOCUMENTS_IN_BUCKETS));
            assertEquals(withPartner / 2, run.groups().size());
            return monitor.peak();
        }
    }
}
