package org.nearduplicate.groups.part;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SchemeBuilder;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.CountedPart;

/** Pairs of random texts, of which some shingles do not count, against a comparison made for the bound of each pair. */
public class PartComparisonTest {

    private static final Scheme SCHEME = SchemeBuilder.scheme().build();
    private static final SignatureFormat FORMAT = SCHEME.signatureFormat();

    @Rule
    public final Seeded seeded = new Seeded();

    /** No more than a comparison for the very bound rejects, and just as much where nothing is ignored. */
    @Test
    public void pairsAreRejectedByTheirBounds() {
        Random random = seeded.random();
        int rejected = 0;
        for (int i = 0; i < 3_000; i++) {
            int range = 1 + random.nextInt(60);
            byte[] a = signature(random, range);
            byte[] b = random.nextInt(4) == 0 ? a : signature(random, range);
            int ignored = random.nextInt(4) == 0 ? 0 : random.nextInt(1 + range / 2);
            double atLeast = random.nextDouble();
            CountedPart part = new CountedPart(ignored);
            int larger =
                    Math.max(SignatureFormat.shingleCount(a, 0),
                            SignatureFormat.shingleCount(b, 0));
            double bound =
                    larger <= ignored ? 0 : part.leastOfWhole(atLeast, larger - ignored);
            double expected =
                    SignatureComparison.beforeExact(FORMAT, bound).similarity(a, 0, b, 0);
            double found = new PartComparison(FORMAT, atLeast, part).similarity(a, 0, b, 0);
            if (found == Jaccard.REJECTED || ignored == 0) {
                assertEquals(expected, found, 0);
                rejected += found == Jaccard.REJECTED && ignored > 0 ? 1 : 0;
            }
        }
        // 229 are, with a standard deviation of 14: chance is nine deviations away.
        assertTrue("only " + rejected + " were rejected", rejected > 100);
    }

    /** Of a text of some of so many shingles. */
    private static byte[] signature(Random random, int range) {
        ShingleHashes hashes = new ShingleHashes();
        for (int i = random.nextInt(range); i >= 0; i--) {
            hashes.accept((1 + random.nextInt(range)) * 0x9E3779B97F4A7C15L);
        }
        return Signature.of(ThreadScratch.get().sketch(SCHEME, hashes)).stored();
    }
}
