package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** What sizes and common elements of two sets say about their similarity. */
public class JaccardTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void setsOf2To31Elements() {
        assertEquals(1.0 / 3, Jaccard.similarity(1 << 30, Integer.MAX_VALUE, Integer.MAX_VALUE),
                1e-9);
        assertEquals(0.5, Jaccard.upperBound(1 << 30, Integer.MAX_VALUE), 1e-9);
    }

    @Test
    public void commonNeededIsAtMostOneTooLowAndNeverTooHigh() {
        Random random = seeded.random();
        for (int i = 0; i < 50_000; i++) {
            int bound = 1 << 1 + random.nextInt(28);
            int a = 1 + random.nextInt(bound);
            int b = 1 + random.nextInt(bound);
            double similarity = random.nextDouble();
            int least = leastCommon(similarity, a, b);
            int needed = Jaccard.commonNeeded(similarity, a, b);
            assertTrue(similarity + " of " + a + " and " + b + " needs " + least + ": " + needed,
                    needed == least || needed == least - 1);
        }
    }

    /** ⌈J·(|A|+|B|)/(1+J)⌉ in more digits than a double has. */
    private static int leastCommon(double similarity, int a, int b) {
        BigDecimal exact = new BigDecimal(similarity);
        return exact.multiply(BigDecimal.valueOf((long) a + b))
                .divide(exact.add(BigDecimal.ONE), new MathContext(60))
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
    }
}
