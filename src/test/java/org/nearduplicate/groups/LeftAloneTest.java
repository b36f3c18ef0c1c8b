package org.nearduplicate.groups;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Documents whose near duplicates are gone cost an increment no walks of their own. */
public class LeftAloneTest extends LuceneTestCase {

    private static final int HASH_COUNT = 64;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 8, 4);
    private static final GroupsOptions OPTIONS = new GroupsOptions(
            0.5, Verify.SIGNATURE, Method.STAR, Keep.LONGEST, 2, 1000, true);
    private static final int CHAINS = 1_000;

    /** Fifty documents of a part, four hundred that are walked together, about. */
    private static final long MEMORY = 64 << 10;

    /** The middle one of three is gone, so the others share no term. */
    public void testBothEndsOfAChain() throws IOException {
        GroupsCounts counts = after(number -> number % 3 != 1);
        assertEquals(2 * CHAINS, counts.documents());
        assertEquals(0, counts.groups());
        assertTrue(counts.toString(), counts.parts() > 0 && counts.parts() < CHAINS / 10);
    }

    public void testOneEndOfAChain() throws IOException {
        GroupsCounts counts = after(number -> number % 3 == 0);
        assertEquals(CHAINS, counts.documents());
        assertEquals(0, counts.groups());
        assertEquals(0, counts.parts());
    }

    /** Returns what an increment counts when only some documents are left. */
    private static GroupsCounts after(IntPredicate left) throws IOException {
        KeptComponents kept;
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            GroupsJob job = job(index, number -> true);
            job.keepComponents();
            assertEquals(CHAINS, job.run(part -> {}).groups());
            Optional<KeptComponents> all = job.kept();
            assertEquals(3 * CHAINS, all.orElseThrow().documents());
            kept = all.orElseThrow();
        }
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            GroupsJob job = job(index, left);
            assertNull(job.continueFrom(kept).obstacle());
            return job.run(part -> {});
        }
    }

    private static GroupsJob job(HandMadeIndex index, IntPredicate isThere) throws IOException {
        for (int number = 0; number < 3 * CHAINS; number++) {
            if (isThere.test(number)) {
                add(index, number);
            }
        }
        int last = 3 * CHAINS - 1;
        LocalShard shard = index.open().withHistory(
                new ShardVersion("shard", "history", 1, last, last, last), Everything.QUERY, 100);
        return new GroupsJob(List.of(shard), SCHEME, OPTIONS, MEMORY, GroupsProgress.NONE);
    }

    /** Three documents of a chain are alike; the first shares a term with the second, the second with the third. */
    private static void add(HandMadeIndex index, int number) throws IOException {
        int chain = number / 3;
        byte[] components = new byte[HASH_COUNT];
        components[0] = (byte) (number % 3);
        for (int i = 0; i < Integer.BYTES; i++) {
            components[i + 1] = (byte) (chain >>> Byte.SIZE * i);
        }
        index.document(Integer.toString(number)).number(number).signature(9, components);
        if (number % 3 < 2) {
            index.band(0, chain);
        }
        if (number % 3 > 0) {
            index.band(1, chain);
        }
        index.add();
    }
}
