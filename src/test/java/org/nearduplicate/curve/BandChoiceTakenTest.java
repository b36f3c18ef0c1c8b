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

/** A lookup takes the most rows that still find enough of the pairs that it is for. */
public class BandChoiceTakenTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void theMostRowsThatReachTheRecall() {
        Random random = seeded.random();
        int[] count = new int[7];
        for (int i = 0; i < 20_000; i++) {
            BandChoice choice = randomChoice(random);
            double similarity = 1 - random.nextDouble();
            double recall = 1 - Math.pow(10, -4 * random.nextDouble()) * .9999;
            CurveGoal goal = CurveGoal.find(similarity, recall);
            Banding banding = choice.banding();
            if (banding.lookups().anyMatch(
                    other -> Math.abs(EveryBanding.found(other, similarity) - recall) < 1e-8)) {
                continue;
            }
            Banding taken = choice.taken(similarity, recall);
            assertEquals(goal + " of " + banding,
                    new Banding(
                            banding.bands(), ReferenceBands.taken(banding, similarity, recall)),
                    taken);
            count[taken.rows()]++;
        }
        // The fewest are 1,100 of six rows, with a standard deviation of 32.
        for (int rows = 2; rows <= 6; rows++) {
            assertTrue(rows + ": " + count[rows], count[rows] > 100);
        }
    }

    /** The thresholds of the documentation, where the textbook's curve has .827, .796, .751, .683 and .565. */
    @Test
    public void thresholdsOfTheDefaultBands() {
        BandChoice choice = BandChoice.resolve(null, null, null, null, 192);
        assertTaken(choice, 6, .83, 1);
        assertTaken(choice, 5, .8, .82);
        assertTaken(choice, 4, .75, .79);
        assertTaken(choice, 3, .69, .74);
        assertTaken(choice, 2, .57, .67);
        assertTrue(EveryBanding.found(choice.taken(.57, null), .57) >= .99);
        // Nothing finds that many: the fewest rows find the most.
        assertTaken(choice, 2, .01, .56);
        assertTrue(EveryBanding.found(choice.taken(.56, null), .56) < .99);
    }

    private static void assertTaken(BandChoice choice, int rows, double from, double to) {
        assertEquals(new Banding(12, rows), choice.taken(from, null));
        assertEquals(new Banding(12, rows), choice.taken(to, null));
    }

    @Test
    public void theRecallIsThatOfTheFieldIfNoneIsSaid() {
        BandChoice choice = BandChoice.resolve(12, 6, .6, .9, 192);
        assertEquals(choice.taken(.6, .9), choice.taken(.6, null));
        assertEquals(choice.taken(), choice.taken(.6, null));
        assertEquals(new Banding(12, 3), choice.taken());
        assertEquals(new Banding(12, 2), choice.taken(.6, .99));
    }

    @Test
    public void refusesWhatIsNoShare() {
        BandChoice choice = BandChoice.resolve(12, 6, null, null, 192);
        Refusal.of(() -> choice.taken(0, .9))
                .says("[similarity] must be a number in (0,1], got [0.0]");
        Refusal.of(() -> choice.taken(.5, 0.0))
                .says("[recall] must be a number in (0,1), got [0.0]");
        Refusal.of(() -> choice.taken(.5, 1.0))
                .says("[recall] must be a number in (0,1), got [1.0]");
    }

    private static BandChoice randomChoice(Random random) {
        int rows = 2 + random.nextInt(5);
        return BandChoice.resolve(1 + random.nextInt(60), rows, null, null, 360);
    }
}
