package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** Bands that are chosen for a goal, and the most rows that a lookup may take of them. */
public class BandChoiceTest {

    @Rule
    public final Seeded seeded = new Seeded();

    /** What the documentation says of 192 components and a recall of .99. */
    @Test
    public void ofUsualGoals() {
        assertUsual(.5, new Banding(34, 5), 3);
        assertUsual(.6, new Banding(19, 6), 3);
        assertUsual(.7, new Banding(17, 6), 4);
        assertUsual(.8, new Banding(12, 6), 5);
        assertUsual(.9, new Banding(6, 6), 6);
    }

    private static void assertUsual(double similarity, Banding stored, int taken) {
        BandChoice choice = BandChoice.choose(CurveGoal.find(similarity, .99), BandRows.MOST, 192);
        assertEquals(stored, choice.banding());
        assertEquals(new Banding(stored.bands(), taken), choice.taken());
        assertTrue(EveryBanding.found(choice.taken(), similarity) >= .99);
    }

    @Test
    public void theMostRowsThatReachTheRecall() {
        Random random = seeded.random();
        int[] count = new int[7];
        for (int i = 0; i < 20_000; i++) {
            int most = 2 + random.nextInt(5);
            BandChoice choice =
                    BandChoice.resolve(1 + random.nextInt(60), most, null, null, 360);
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

    /** The recall that a banding has is a goal that it meets, whatever is lost to rounding. */
    @Test
    public void aBandingMeetsItsOwnGoal() {
        Random random = seeded.random();
        for (int i = 0; i < 20_000; i++) {
            int rows = 2 + random.nextInt(5);
            Banding banding = new Banding(1 + random.nextInt(Math.min(20, 128 / rows)), rows);
            double similarity = random.nextDouble();
            double recall = banding.probability(similarity);
            if (recall < 1 - 1e-6) {
                BandChoice choice = BandChoice.choose(
                        CurveGoal.find(similarity, recall), BandRows.MOST, banding.components());
                assertTrue(
                        choice + " for " + banding,
                        EveryBanding.cost(choice.taken()) <= EveryBanding.cost(banding));
            }
        }
    }

    /** The numbers were computed in Python, in fractions. */
    @Test
    public void saysHowManyHashesAnImpossibleGoalNeeds() {
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(.1, .99), BandRows.MOST, 128))
                .says("[similarity] [0.1] with [recall] [0.99]"
                        + " needs a [hash_count] of at least 900, got [128];"
                        + " that allows [recall] [0.481] with 64×2 bands × rows");
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(.1, .99), BandRows.MOST, 899))
                .says("[similarity] [0.1] with [recall] [0.99]"
                        + " needs a [hash_count] of at least 900, got [899];"
                        + " that allows [recall] [0.9899] with 449×2 bands × rows");
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(1e-300, .99), BandRows.MOST, 1024))
                .says("[similarity] [1.0E-300] with [recall] [0.99]"
                        + " needs a [hash_count] above 1024, which is the most there can be,"
                        + " got [1024]; that allows [recall] [0.0002441] with 512×2 bands × rows");
        assertEquals(
                new Banding(450, 2),
                BandChoice.choose(CurveGoal.find(.1, .99), BandRows.MOST, 900).banding());
        assertEquals(
                new Banding(64, 2),
                BandChoice.choose(CurveGoal.find(.1, .481), BandRows.MOST, 128).banding());
    }

    @Test
    public void alternativesAreTheFewestBandsOfEveryR() {
        Random random = seeded.random();
        for (int i = 0; i < 300; i++) {
            CurveGoal goal = CurveGoal.find(
                    1 - random.nextDouble() * random.nextDouble(), random.nextDouble());
            int hashCount = 16 + random.nextInt(300);
            if (EveryBanding.isDecidedByRounding(new CurveGoals(goal, null), hashCount)) {
                continue;
            }
            List<Banding> meeting = EveryBanding.of(6, hashCount)
                    .filter(banding -> EveryBanding.finds(banding, goal))
                    .toList();
            List<Banding> expected = meeting.stream()
                    .filter(banding -> meeting.contains(
                            new Banding(Math.max(1, banding.bands() - 1), banding.rows())) == false
                            || banding.bands() == 1)
                    .toList();
            assertEquals(
                    expected.reversed(),
                    BandChoice.alternatives(goal, BandRows.MOST, hashCount).toList());
        }
    }

    /** Candidates of 64,000 short texts, a document, where bands were hashed. */
    @Test
    public void costsAreThoseThatWereMeasured() {
        assertCost(new Banding(16, 6), 13.0);
        assertCost(new Banding(12, 5), 16.0);
        assertCost(new Banding(10, 4), 29.5);
        assertCost(new Banding(17, 4), 37.2);
        assertCost(new Banding(19, 3), 69.0);
        assertCost(new Banding(35, 3), 97.2);
    }

    private static void assertCost(Banding banding, double candidates) {
        double cost = BandChoice.cost(banding);
        assertEquals(EveryBanding.cost(banding), cost, 1e-9);
        assertEquals(1, (cost - banding.bands()) * 2 / candidates, .3);
    }
}
