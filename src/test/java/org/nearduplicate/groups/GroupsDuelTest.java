package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.lucene.Verify;

/**
 * Counts, groups and pairs equal brute force, whatever texts, scheme, shards, segments, deletes and
 * filter.
 */
public class GroupsDuelTest extends LuceneTestCase {

    private static final int CORPORA = 8;
    private static final int JOBS = 4;

    public void testBySignatureEqualsBruteForce() throws IOException {
        duel(Verify.SIGNATURE, true, 1000, 1000);
    }

    public void testExactEqualsBruteForce() throws IOException {
        duel(Verify.EXACT, true, 1000, 1000);
    }

    public void testExactByTextsEqualsBruteForce() throws IOException {
        duel(Verify.EXACT, false, 1000, 1000);
    }

    public void testLimitedBucketsEqualBruteForce() throws IOException {
        duel(Verify.SIGNATURE, true, 2, 12);
    }

    private static void duel(
            Verify verify, boolean storesSets, int minBucketSize, int maxBucketSize)
            throws IOException {
        int groups = 0;
        int pairs = 0;
        for (int i = 0; i < CORPORA; i++) {
            int documents = random().nextInt(10) == 0 ? 3 : atLeast(90);
            Corpus corpus = Corpus.random(random(), documents);
            if (verify == Verify.EXACT) {
                corpus.ignoreSome();
            }
            try (TextShards shards = new TextShards(
                    corpus, random(), TestUtil.nextInt(random(), 1, 3), random().nextBoolean(),
                    storesSets)) {
                for (int j = 0; j < JOBS; j++) {
                    GroupsOptions options = JobAnswer.withMaxBucketTexts(
                            JobAnswer.withRandomPeers(
                                    random(),
                                    JobAnswer.randomOptions(
                                            random(), verify,
                                            corpus.randomMinSimilarity(verify == Verify.EXACT))),
                            TestUtil.nextInt(random(), minBucketSize, maxBucketSize));
                    JobAnswer found = duel(
                            corpus, shards, JobAnswer.ignoring(options, corpus),
                            corpus.randomFilter());
                    groups += found.groups().size();
                    pairs += found.pairs().size();
                }
            }
        }
        // Hundreds: every tenth text is a copy of another.
        assertTrue("only " + groups + " groups in all", groups > CORPORA);
        assertTrue("only " + pairs + " pairs in all", pairs > CORPORA);
    }

    private static JobAnswer duel(
            Corpus corpus, TextShards shards, GroupsOptions options, Filter filter)
            throws IOException {
        JobAnswer expected = JobAnswer.of(
                new Oracle(corpus.participants(filter), corpus.scheme(), options));
        JobAnswer found = JobAnswer.of(
                shards.open(filter.query(), options.peers()), corpus.scheme(), options);
        String context = options + ", " + corpus.scheme() + ", " + filter.query() + ", " + shards;
        assertEquals(
                context, TestCounts.inAnyLayout(expected.counts(), options),
                TestCounts.inAnyLayout(found.counts(), options));
        assertEquals(context, expected.groups(), found.groups());
        assertEquals(context, expected.pairs(), found.pairs());
        JobAnswer.Whole decided = JobAnswer.start(
                shards.open(filter.query(), options.peers()),
                corpus.scheme(),
                JobAnswer.withoutAllPairs(options),
                GroupsProgress.NONE);
        assertEquals(
                context,
                expected.groups(),
                decided.groups().describe(0, decided.groups().size(), Integer.MAX_VALUE));
        assertTrue(context,
                decided.counts().get(Count.COMPARISONS) <= found.counts().get(Count.COMPARISONS));
        return found;
    }
}
