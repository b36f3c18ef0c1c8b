package org.nearduplicate.groups.part;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.HandMadeIndex;
import org.nearduplicate.groups.JobAnswer;
import org.nearduplicate.groups.Records;
import org.nearduplicate.groups.TestCounts;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Keys;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/**
 * More documents in one bucket than 16 bits can count: they cost no quadratic work, and what is left out
 * is counted.
 */
public class HotBucketTest extends LuceneTestCase {

    private static final int DOCUMENTS = 70_000;
    private static final int BANDS = 8;
    private static final int ROWS = 3;
    private static final int HASH_COUNT = 24;
    private static final int LIMIT = 400;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, BANDS, ROWS);

    public void testIdenticalDocuments() throws IOException {
        byte[] components = new byte[HASH_COUNT];
        random().nextBytes(components);
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                index.document(Integer.toString(i)).signature(7, components).bands(BANDS, 99).add();
            }
            JobAnswer.Whole run = run(index, BandRows.MOST);
            long pairs = DOCUMENTS * (DOCUMENTS - 1L) / 2;
            assertEquals(
                    TestCounts.of(
                            DOCUMENTS, 0, 0, BANDS, BANDS, DOCUMENTS, DOCUMENTS, 1, 0, 0, 0, 0,
                            pairs, pairs, 1, DOCUMENTS, 1, DOCUMENTS),
                    run.counts());
            Group group = run.groups().describe(0, 1, 3).getFirst();
            assertEquals(DOCUMENTS, group.size());
            assertEquals("0", group.keeper().id());
            assertEquals(
                    List.of("1", "10", "100"),
                    group.members().stream().map(member -> member.document().id()).toList());
            assertEquals(1, group.smallestSimilarity(), 0);
            Set<Pair> listed = new HashSet<>();
            run.groups().forEachPair(60_000, pair -> listed.add(pair.pair()));
            assertEquals(60_000, listed.size());
        }
    }

    /**
     * All documents share some rows of the first band, in as many terms as there can be, and none of another but by
     * chance. Every thousandth text has a near duplicate, which differs in the last component and so stands beside it in all
     * orders but one. In each of these one place in a hundred is cut, so once in 10⁸ runs one is missed.
     */
    public void testOneBoilerplateBand() throws IOException {
        int rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
        long boilerplate = Keys.first(99, rows);
        Set<Long> terms = new HashSet<>();
        byte[] components = new byte[HASH_COUNT];
        long term = 0;
        int planted = 0;
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                if (i % 1000 == 1) {
                    components[HASH_COUNT - 1]++;
                    planted++;
                } else {
                    Records.fill(random(), components);
                    Arrays.fill(components, 0, ROWS, (byte) 5);
                    term = TestUtil.nextLong(random(), boilerplate, Keys.first(100, rows) - 1);
                }
                terms.add(term);
                index.document(Integer.toString(i)).signature(7, components).band(0, term);
                for (int band = 1; band < BANDS; band++) {
                    index.band(band, Keys.first(i, rows));
                }
                index.add();
            }
            GroupsCounts counts = run(index, rows).counts();
            long pairs = DOCUMENTS * (DOCUMENTS - 1L) / 2;
            assertEquals(terms.size() + DOCUMENTS * (BANDS - 1L), counts.get(Count.BAND_TERMS));
            assertEquals(1, counts.get(Count.BUCKETS));
            assertEquals(DOCUMENTS, counts.get(Count.SIGNATURES));
            assertEquals(1, counts.get(Count.LIMITED_BUCKETS));
            assertEquals(DOCUMENTS, counts.get(Count.DOCUMENTS_IN_LIMITED_BUCKETS));
            assertEquals(
                    pairs - counts.get(Count.COMPARISONS), counts.get(Count.PAIRS_LEFT_OUT),
                    0.01 * counts.get(Count.COMPARISONS));
            assertTrue(counts.toString(), counts.get(Count.COMPARISONS) < (long) DOCUMENTS * LIMIT);
            assertTrue(counts.toString(),
                    counts.get(Count.COMPARISONS) > (long) DOCUMENTS * LIMIT / 2);
            assertEquals(counts.get(Count.COMPARISONS), counts.get(Count.CANDIDATE_PAIRS));
            assertEquals(planted, counts.get(Count.VERIFIED_PAIRS));
            assertEquals(planted, counts.get(Count.GROUPS));
            assertEquals(2 * planted, counts.get(Count.DOCUMENTS_IN_GROUPS));
        }
    }

    /** Versions of one text: each is similar to all others. */
    public void testVersionsOfOneTextCostAComparisonEach() throws IOException {
        int versions = 8_000;
        byte[] components = new byte[HASH_COUNT];
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            for (int i = 0; i < versions; i++) {
                components[HASH_COUNT - 1] = (byte) i;
                components[HASH_COUNT - 2] = (byte) (i >>> Byte.SIZE);
                index.document(Integer.toString(i)).signature(7, components).bands(BANDS, 99).add();
            }
            for (Method method : Method.values()) {
                CountingMonitor monitor = CountingMonitor.unlimited();
                GroupsOptions options = new GroupsOptions(
                        0.9, BandRows.MOST, Verify.SIGNATURE, method, Keep.LONGEST, 2, versions,
                        false, PeerFormat.NONE, 0);
                JobAnswer.Whole run = JobAnswer.start(
                        List.of(index.open()), SCHEME, options, monitor);
                assertEquals(1, run.groups().size());
                assertEquals(versions - 1L, run.counts().get(Count.COMPARISONS));
                assertEquals(versions - 1L, run.counts().get(Count.VERIFIED_PAIRS));
                assertTrue(monitor.toString(), monitor.peak() < 600L * versions);
            }
        }
    }

    private static JobAnswer.Whole run(HandMadeIndex index, int rows) throws IOException {
        return JobAnswer.start(
                List.of(index.open()), SCHEME,
                new GroupsOptions(
                        0.9, rows, Verify.SIGNATURE, Method.STAR, Keep.LONGEST, 2, LIMIT, true,
                        PeerFormat.NONE, 0),
                GroupsProgress.NONE);
    }
}
