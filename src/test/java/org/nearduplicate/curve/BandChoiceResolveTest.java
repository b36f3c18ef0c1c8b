package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** What a user says of bands, rows, similarity and recall is kept; the rest follows from it. */
public class BandChoiceResolveTest {

    private static final double CLOSE = 1e-9;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void rowsAloneAreTheMostThatAreTaken() {
        assertEquals(new Banding(34, 3), resolve(null, 3, .5, .99).banding());
        assertEquals(
                new Banding(34, 3),
                BandChoice.resolve(null, null, .5, null, 34 * 4 - 1).banding());
        for (int rows = 2; rows <= 6; rows++) {
            BandChoice choice = resolve(null, rows, null, null);
            assertEquals(rows, choice.banding().rows());
            assertEquals(CurveGoal.find(.8, .99), choice.goal());
            assertEquals(
                    EveryBanding.cheapest(new CurveGoals(choice.goal(), null), rows, 192).get(),
                    choice.taken());
        }
    }

    @Test
    public void bandsAloneHaveTheRowsThatTheComponentsAllow() {
        assertEquals(new Banding(12, 6), resolve(12, null, null, null).banding());
        assertEquals(new Banding(32, 6), resolve(32, null, .5, null).banding());
        assertEquals(new Banding(33, 5), resolve(33, null, .5, .9).banding());
        assertEquals(new Banding(96, 2), resolve(96, null, null, null).banding());
        assertEquals(resolve(12, 6, .7, null), resolve(12, null, .7, null));
    }

    @Test
    public void bandsAndRowsAlone() {
        BandChoice choice = resolve(42, 3, null, null);
        assertEquals(new Banding(42, 3), choice.banding());
        assertEquals(.99, choice.recall(), 0);
        assertEquals(.99, EveryBanding.found(choice.banding(), choice.similarity()), CLOSE);
        assertEquals(choice.banding(), choice.taken());
    }

    @Test
    public void allFourThatDoNotFit() {
        Refusal.of(() -> resolve(12, 6, .5, .99))
                .says("[bands] 12 find pairs of [similarity] [0.5]"
                        + " with probability 0.9686 at most, below [recall] [0.99]");
    }

    @Test
    public void moreComponentsThanThereAre() {
        assertEquals(new Banding(96, 2), resolve(96, 2, null, null).banding());
        Refusal.of(() -> resolve(65, 3, .5, .9))
                .says("[bands] × [rows] must be at most [hash_count] 192, got [65] × [3] = 195");
        Refusal.of(() -> resolve(97, null, null, null))
                .says("[bands] × [rows] must be at most [hash_count] 192, got [97] × [2] = 194");
        Refusal.of(() -> resolve(512, 6, null, null))
                .says("[bands] × [rows] must be at most [hash_count] 192, got [512] × [6] = 3072");
    }

    @Test
    public void numbersOutOfBounds() {
        for (Integer bands : new Integer[] {null, 12}) {
            Refusal.of(() -> resolve(bands, 7, null, null))
                    .says("[rows] must be a whole number between 2 and 6, got [7]");
        }
        for (Integer rows : new Integer[] {null, 2}) {
            Refusal.of(() -> resolve(0, rows, null, null))
                    .says("[bands] must be a whole number between 1 and 512, got [0]");
        }
        Refusal.of(() -> resolve(12, 6, 0.0, null))
                .says("[similarity] must be a number in (0,1], got [0.0]");
        Refusal.of(() -> resolve(12, 6, null, 1.0))
                .says("[recall] must be a number in (0,1), got [1.0]");
    }

    /** What a mapping shows of its choice can be written into another mapping. */
    @Test
    public void aChoiceResolvesToItself() {
        Random random = seeded.random();
        for (int i = 0; i < 5_000; i++) {
            int rows = 2 + random.nextInt(5);
            int bands = 1 + random.nextInt(192 / rows);
            Double share = .05 + .94 * random.nextDouble();
            assertResolvesToItself(resolve(bands, rows, null, null));
            assertResolvesToItself(resolve(bands, rows, null, share));
            assertResolvesToItself(resolve(bands, rows, share, null));
            assertResolvesToItself(resolve(bands, null, share, null));
            assertResolvesToItself(resolve(null, null, share, .1));
            assertResolvesToItself(resolve(null, rows, share, .1));
        }
    }

    /** The recall of a choice is one that it reaches, whether it was said, the default, or less than that. */
    @Test
    public void aChoiceMeetsItsGoal() {
        Random random = seeded.random();
        int less = 0;
        for (int i = 0; i < 5_000; i++) {
            int bands = 1 + random.nextInt(32);
            double similarity = 1 - random.nextDouble();
            BandChoice choice = resolve(bands, 6, similarity, null);
            double most = ReferenceBands.probability(bands, 2, similarity);
            assertEquals(Math.min(most, .99), choice.recall(), 1e-12);
            assertTrue(EveryBanding.found(choice.taken(), similarity) >= choice.recall() - CLOSE);
            less += most < .99 ? 1 : 0;
        }
        // 2,760, with a standard deviation of 35.
        assertTrue("" + less, less > 500 && less < 4_500);
    }

    /** The similarity of so little a recall is none that a double has. */
    @Test
    public void theLeastRecall() {
        BandChoice choice = resolve(64, 2, null, Double.MIN_VALUE);
        assertEquals(Double.MIN_VALUE, choice.similarity(), 0);
        assertResolvesToItself(choice);
    }

    private static void assertResolvesToItself(BandChoice choice) {
        assertEquals(choice, resolve(choice.banding().bands(), choice.banding().rows(),
                choice.similarity(), choice.recall()));
    }

    private static BandChoice resolve(Integer bands, Integer rows, Double similarity,
            Double recall) {
        return BandChoice.resolve(bands, rows, similarity, recall, 192);
    }
}
