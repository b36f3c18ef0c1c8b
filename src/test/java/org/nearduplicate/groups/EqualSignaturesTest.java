package org.nearduplicate.groups;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ReferenceSet;

/** Equal signatures are one signature, unless the sums of the shingle hashes differ. */
public class EqualSignaturesTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 1, 2);

    /** Three documents of equal components: two of the shingles 1 to 4, one of 2 to 5. */
    public void testEqualSignaturesOfDifferentShingles() throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            add(index, "1", 4, 1, 2, 3, 4);
            add(index, "2", 4, 2, 3, 4, 5);
            add(index, "3", 4, 1, 2, 3, 4);
            JobAnswer exact = run(index, Verify.EXACT);
            assertEquals(2, exact.counts().get(Count.SIGNATURES));
            assertEquals(1, exact.counts().get(Count.COMPARISONS));
            assertEquals(
                    List.of(1f, 0.6f, 0.6f), exact.pairs().stream().map(Pair::similarity).toList());
            assertEquals(0.6f, exact.groups().getFirst().smallestSimilarity(), 0);
            JobAnswer estimated = run(index, Verify.SIGNATURE);
            assertEquals(2, estimated.counts().get(Count.SIGNATURES));
            assertEquals(1, estimated.counts().get(Count.COMPARISONS));
            assertEquals(
                    List.of(1f, 1f, 1f), estimated.pairs().stream().map(Pair::similarity).toList());
        }
    }

    public void testEqualComponentsOfDifferentlyManyShingles() throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            add(index, "1", 2, 1, 2);
            add(index, "2", 3, 1, 2, 3);
            JobAnswer estimated = run(index, Verify.SIGNATURE);
            assertEquals(2, estimated.counts().get(Count.SIGNATURES));
            assertEquals(1f, estimated.pairs().getFirst().similarity(), 0);
            JobAnswer exact = run(index, Verify.EXACT);
            assertEquals(2 / 3f, exact.pairs().getFirst().similarity(), 0);
        }
    }

    private static void add(HandMadeIndex index, String id, int shingleCount, int... shingles)
            throws IOException {
        long[] set = IntStream.of(shingles).asLongStream().toArray();
        index.document(id)
                .band(0, 1)
                .signature(Records.record(shingleCount, new byte[HASH_COUNT],
                        LongStream.of(set).sum()))
                .shingleSet(ReferenceSet.stored(set))
                .add();
    }

    private static JobAnswer run(HandMadeIndex index, Verify verify) throws IOException {
        return JobAnswer.of(
                List.of(index.open()), SCHEME,
                JobAnswer.options(0.5, verify));
    }
}
