package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/**
 * What bands and rows find that datasketch's optimiser chooses for a threshold with 128 hashes, and that
 * three large public corpora were deduplicated with; and what is chosen here.
 */
public class DatasketchChoicesTest {

    @Test
    public void findTwoPairsOfFiveAtTheirOwnThreshold() {
        assertEquals(.438, new Banding(14, 9).probability(.7), 5e-4);
        assertEquals(.399, new Banding(9, 13).probability(.8), 5e-4);
        assertEquals(.311, new Banding(5, 25).probability(.9), 5e-4);
    }

    @Test
    public void theChoicesHereFind99OfAHundred() {
        for (double threshold : new double[] {.7, .8, .9}) {
            CurveGoals goals = CurveGoals.of(threshold, .99, null, null);
            Banding chosen = CurveChoice.resolve(null, null, goals, 128).choice().banding();
            assertTrue(chosen + " for " + threshold, found(chosen, threshold) >= .99);
            assertTrue(chosen.toString(), chosen.components() <= 128);
        }
    }

    /** The article's own choice, with its probabilities of three digits. */
    @Test
    public void theArticles42BandsOf3Rows() {
        assertEquals(.996, new Banding(42, 3).probability(.5), 5e-4);
        assertEquals(.005, new Banding(42, 3).probability(.05), 5e-4);
    }

    private static double found(Banding banding, double similarity) {
        return 1 - Math.pow(1 - Math.pow(similarity, banding.rows()), banding.bands());
    }
}
