package org.nearduplicate.groups.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.HandMadeIndex;
import org.nearduplicate.groups.JobAnswer;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SimilarityEstimate;

/**
 * A chain of signatures, each of which differs from the one before in one more component, with the keeper
 * in the middle: its ends are compared in a group of 512, and not in a larger one.
 */
public class LargeGroupTest extends LuceneTestCase {

    private static final int HASH_COUNT = 1024;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 3, 2);
    private static final GroupsOptions OPTIONS = new GroupsOptions(
            0.4, BandRows.MOST, Verify.SIGNATURE, Method.COMPONENTS, Keep.LOWEST, 2, 1000, true,
            PeerFormat.NONE, 0);

    public void testAllPairsOf512Signatures() throws IOException {
        assertGroup(512, false, 511, true);
    }

    public void testPairsWithTheKeeperOf513Signatures() throws IOException {
        assertGroup(513, false, 256, false);
    }

    public void testVerifiedPairsOf513Signatures() throws IOException {
        assertGroup(513, true, 512, false);
    }

    /** A thousand copies fit where all 20,000 do not; the parts list what a whole description does. */
    public void testMemoryOfPartsIsThatOfOne() throws IOException {
        int size = 20_000;
        int partSize = 1_000;
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            for (int i = 0; i < size; i++) {
                index.document(Integer.toString(i))
                        .keepKey("same")
                        .signature(5, new byte[HASH_COUNT])
                        .band(0, 1)
                        .add();
            }
            CountingMonitor monitor = CountingMonitor.unlimited();
            JobAnswer.Whole run = JobAnswer.start(
                    List.of(index.open()), SCHEME, OPTIONS, monitor);
            long before = monitor.reserved();
            long[] most = new long[1];
            List<Member> members = new ArrayList<>();
            run.groups().forEachPart(partSize, (part, group) -> {
                assertEquals(members.size() / partSize + 1, part.intValue());
                assertEquals(size, group.size());
                assertEquals(
                        Math.min(partSize, size - 1 - members.size()), group.members().size());
                members.addAll(group.members());
                most[0] = Math.max(most[0], monitor.reserved());
            });
            long bytes = most[0] - before;
            assertTrue(bytes + " bytes", bytes <= (partSize + 1L) * Groups.BYTES_PER_MEMBER);
            assertEquals(before, monitor.reserved());
            assertEquals(
                    run.groups().describe(0, 1, Integer.MAX_VALUE).getFirst().members(), members);
        }
    }

    /** Numbers and similarities of all signatures are charged, though few are listed, and given back. */
    public void testMemoryOfADescription() throws IOException {
        int size = 20_000;
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            addChain(index, size, false);
            CountingMonitor monitor = CountingMonitor.unlimited();
            JobAnswer.Whole run = JobAnswer.start(
                    List.of(index.open()), SCHEME, OPTIONS, monitor);
            assertEquals(1, run.groups().size());
            long charged = monitor.asked();
            long reserved = monitor.reserved();
            List<Group> described = run.groups().describe(0, 1, 2);
            assertEquals(size, described.getFirst().signatures());
            long bytes = monitor.asked() - charged;
            assertTrue(bytes + " bytes", bytes >= 12L * size);
            assertEquals(reserved + 2 * Groups.BYTES_PER_MEMBER, monitor.reserved());
        }
    }

    /**
     * @param closed whether the ends share a band too
     * @param mostDifferent the most components in which two that are compared differ
     */
    private static void assertGroup(
            int size, boolean closed, int mostDifferent, boolean ofAllPairs) throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            addChain(index, size, closed);
            JobAnswer.Whole run = JobAnswer.start(
                    List.of(index.open()), SCHEME, OPTIONS, GroupsProgress.NONE);
            assertEquals(closed ? size : size - 1, run.counts().get(Count.VERIFIED_PAIRS));
            assertEquals(1, run.groups().size());
            Group group = run.groups().describe(0, 1, 2).getFirst();
            int keeper = size / 2;
            assertEquals(Integer.toString(keeper), group.keeper().id());
            assertEquals(size, group.size());
            assertEquals(size, group.signatures());
            assertEquals(ofAllPairs, group.ofAllPairs());
            assertEquals(
                    List.of(Integer.toString(keeper - 1), Integer.toString(keeper + 1)),
                    group.members().stream().map(member -> member.document().id()).toList());
            assertEquals(estimate(1), group.members().getFirst().similarity(), 0);
            assertEquals(estimate(mostDifferent), group.smallestSimilarity(), 0);
        }
    }

    private static void addChain(HandMadeIndex index, int size, boolean closed) throws IOException {
        byte[] components = new byte[HASH_COUNT];
        for (int i = 0; i < size; i++) {
            components[i % HASH_COUNT]++;
            index.document(String.format(Locale.ROOT, "%03d", i))
                    .keepKey(i == size / 2 ? "first" : "last")
                    .signature(5, components)
                    .band(0, i / 2)
                    .band(1, (i + 1) / 2)
                    .band(2, closed && i == size - 1 ? 0 : i)
                    .add();
        }
    }

    private static float estimate(int different) {
        return (float) new SimilarityEstimate(SCHEME.signatureFormat())
                .similarity(HASH_COUNT - different);
    }
}
