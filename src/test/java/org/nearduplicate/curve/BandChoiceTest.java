package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** The choice for a goal is the cheapest that trying all finds, of as many rows as there are components for. */
public class BandChoiceTest {

    private static final double[] RECALLS = {.01, .5, .75, .9, .95, .99, .999, .999999};
    private static final int[] HASH_COUNTS = {16, 64, 100, 128, 192, 1024};

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void isTheBestOfAllForAGridOfGoals() {
        for (int hundredths = 5; hundredths <= 100; hundredths += 5) {
            for (double recall : RECALLS) {
                for (int hashCount : HASH_COUNTS) {
                    assertChoice(CurveGoal.find(hundredths / 100.0, recall), 6, hashCount);
                }
            }
        }
    }

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
    }

    /** What a refusal says that can be had is the most there is, and is granted when asked for. */
    @Test
    public void theMostRecallThatIsTold() {
        Random random = seeded.random();
        for (int i = 0; i < 300; i++) {
            double similarity = .001 + .03 * random.nextDouble();
            int hashCount = 16 + random.nextInt(80);
            String told = Refusal.of(
                    () -> BandChoice.choose(CurveGoal.find(similarity, .999), BandRows.MOST,
                            hashCount))
                    .message()
                    .replaceAll(".*that allows \\[recall] \\[(.*)] with .*", "$1");
            double recall = Double.parseDouble(told);
            assertEquals(
                    2,
                    BandChoice.choose(CurveGoal.find(similarity, recall), BandRows.MOST, hashCount)
                            .taken().rows());
            double more = recall * 1.002;
            assertTrue(EveryBanding.of(6, hashCount)
                    .noneMatch(banding -> EveryBanding.found(banding, similarity) >= more));
        }
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
                    expected.reversed(), BandChoice.alternatives(goal, hashCount).toList());
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

    private static void assertChoice(CurveGoal goal, int rows, int hashCount) {
        Optional<Banding> expected =
                EveryBanding.cheapest(new CurveGoals(goal, null), rows, hashCount);
        if (expected.isEmpty()) {
            Refusal.of(() -> BandChoice.choose(goal, rows, hashCount));
        } else {
            BandChoice choice = BandChoice.choose(goal, rows, hashCount);
            assertEquals(goal, choice.goal());
            assertEquals(goal.toString(), expected.get(), choice.taken());
            assertEquals(
                    EveryBanding.stored(expected.get(), rows, hashCount), choice.banding());
        }
    }
}
