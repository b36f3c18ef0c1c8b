package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/**
 * The choice is the one that trying all finds: the largest r, then the smallest b, for a goal, of at most 128
 * components if these can meet it.
 */
public class BandChoiceTest {

    private static final double[] RECALLS = {.01, .5, .75, .9, .95, .99, .999, .999999};
    private static final int[] HASH_COUNTS = {16, 64, 100, 128, 250, 1024};

    /** A goal may be met exactly: two bands of one row find three quarters of the pairs of .5. */
    private static final double ROUNDING = 1e-10;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void isTheBestOfAllForAGridOfGoals() {
        for (int hundredths = 5; hundredths <= 100; hundredths += 5) {
            for (double recall : RECALLS) {
                for (int hashCount : HASH_COUNTS) {
                    assertChoice(hundredths / 100.0, recall, hashCount);
                }
            }
        }
    }

    /** The recall that a banding has is a goal that it meets, whatever is lost to rounding. */
    @Test
    public void aBandingMeetsItsOwnGoal() {
        Random random = seeded.random();
        for (int i = 0; i < 20_000; i++) {
            int rows = 1 + random.nextInt(20);
            Banding banding = new Banding(1 + random.nextInt(Math.min(20, 128 / rows)), rows);
            double similarity = random.nextDouble();
            double recall = banding.probability(similarity);
            if (recall > 1e-300 && recall < 1 - 1e-6) {
                BandChoice choice = BandChoice.choose(
                        CurveGoal.find(similarity, recall), banding.components());
                assertTrue(choice + " for " + banding, choice.banding().rows() >= rows);
            }
        }
    }

    @Test
    public void saysHowManyHashesAnImpossibleGoalNeeds() {
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(.01, .99), 128))
                .says("[similarity] [0.01] with [recall] [0.99]"
                        + " needs a [hash_count] of at least 459, got [128];"
                        + " that allows [recall] [0.7237] with 128×1 bands × rows");
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(.01, .99), 458))
                .says("[similarity] [0.01] with [recall] [0.99]"
                        + " needs a [hash_count] of at least 459, got [458];"
                        + " that allows [recall] [0.9899] with 458×1 bands × rows");
        Refusal.of(() -> BandChoice.choose(CurveGoal.find(1e-300, .99), 1024))
                .says("[similarity] [1.0E-300] with [recall] [0.99]"
                        + " needs a [hash_count] above 1024, which is the most there can be,"
                        + " got [1024]; that allows [recall] [1.024E-297] with 1024×1 bands × rows");
        assertEquals(
                new Banding(459, 1),
                BandChoice.choose(CurveGoal.find(.01, .99), 459).banding());
    }

    /** What a refusal says that can be had is the most there is, and is granted when asked for. */
    @Test
    public void theMostRecallThatIsTold() {
        Random random = seeded.random();
        for (int i = 0; i < 300; i++) {
            double similarity = .001 + .03 * random.nextDouble();
            int hashCount = 16 + random.nextInt(80);
            String told = Refusal.of(
                    () -> BandChoice.choose(CurveGoal.find(similarity, .999), hashCount)).message()
                    .replaceAll(".*that allows \\[recall] \\[(.*)] with .*", "$1");
            double recall = Double.parseDouble(told);
            assertEquals(
                    1,
                    BandChoice.choose(CurveGoal.find(similarity, recall), hashCount)
                            .banding().rows());
            assertTrue(tryAll(similarity, recall * 1.002, hashCount).isEmpty());
        }
    }

    @Test
    public void alternativesAreTheFewestBandsOfEveryR() {
        Random random = seeded.random();
        for (int i = 0; i < 300; i++) {
            double similarity = 1 - random.nextDouble() * random.nextDouble();
            double recall = random.nextDouble();
            int hashCount = 16 + random.nextInt(300);
            if (CurveChoiceTest.isDecidedByRounding(similarity, recall, hashCount)) {
                continue;
            }
            List<Banding> expected = new ArrayList<>();
            for (int rows = hashCount; rows >= 1; rows--) {
                fewestBands(rows, similarity, recall, hashCount)
                        .ifPresent(expected::add);
            }
            assertEquals(
                    expected,
                    BandChoice.alternatives(CurveGoal.find(similarity, recall), hashCount)
                            .toList());
        }
    }

    private static void assertChoice(double similarity, double recall, int hashCount) {
        String goal = similarity + ", " + recall + ", " + hashCount;
        Optional<Banding> expected = tryAll(similarity, recall, Math.min(128, hashCount))
                .or(() -> tryAll(similarity, recall, hashCount));
        if (expected.isEmpty()) {
            Refusal.of(() -> BandChoice.choose(CurveGoal.find(similarity, recall), hashCount));
        } else {
            assertEquals(goal, new BandChoice(expected.get(), CurveGoal.find(similarity, recall)),
                    BandChoice.choose(CurveGoal.find(similarity, recall), hashCount));
        }
    }

    private static Optional<Banding> tryAll(double similarity, double recall, int hashCount) {
        for (int rows = hashCount; rows >= 1; rows--) {
            Optional<Banding> banding = fewestBands(rows, similarity, recall, hashCount);
            if (banding.isPresent()) {
                return banding;
            }
        }
        return Optional.empty();
    }

    private static Optional<Banding> fewestBands(
            int rows, double similarity, double recall, int hashCount) {
        double different = 1 - Math.pow(similarity, rows);
        double missed = 1;
        for (int bands = 1; bands * rows <= hashCount; bands++) {
            missed *= different;
            if (1 - missed >= recall - ROUNDING) {
                return Optional.of(new Banding(bands, rows));
            }
        }
        return Optional.empty();
    }
}
