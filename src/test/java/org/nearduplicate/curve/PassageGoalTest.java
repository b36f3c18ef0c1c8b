package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import org.junit.Test;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.sets.SampledShingles;

/** The fewest sampled shingles with which passages have one, against the formula in decimals of any length. */
public class PassageGoalTest {

    private static final double[] RECALLS = {.5, .9, .99, .999999};

    @Test
    public void probabilityIsThatOfOneSampledAmongAllShingles() {
        for (int oneIn = 2; oneIn <= 64; oneIn *= 2) {
            for (int shingles = 1; shingles <= 300; shingles += 7) {
                assertEquals(
                        exact(shingles, oneIn),
                        PassageGoal.probability(shingles, new SampledShingles(oneIn)), 1e-12);
            }
        }
    }

    /** Exact, as p is a power of two. */
    private static double exact(int shingles, int oneIn) {
        BigDecimal none = BigDecimal.ONE.subtract(
                BigDecimal.ONE.divide(BigDecimal.valueOf(oneIn))).pow(shingles);
        return BigDecimal.ONE.subtract(none).doubleValue();
    }

    @Test
    public void theFewestShinglesForAProbability() {
        for (int oneIn = 2; oneIn <= 64; oneIn++) {
            SampledShingles sampled = new SampledShingles(oneIn);
            for (double recall : RECALLS) {
                int shingles = PassageGoal.shinglesFor(recall, sampled);
                assertTrue(PassageGoal.probability(shingles, sampled) >= recall - 1e-9);
                assertTrue(PassageGoal.probability(shingles - 1, sampled) < recall);
            }
        }
    }

    @Test
    public void theFewestSampledThatMeetTheGoal() {
        for (int shortest = 1; shortest <= 400; shortest++) {
            for (double recall : RECALLS) {
                PassageGoal goal = new PassageGoal(shortest, recall);
                if (goal.metBy(new SampledShingles(2))) {
                    SampledShingles chosen = goal.choose();
                    assertTrue(goal.metBy(chosen));
                    assertTrue(
                            chosen.oneIn() == 64
                                    || goal.metBy(
                                            new SampledShingles(chosen.oneIn() + 1)) == false);
                } else {
                    assertTrue(1 - Math.pow(.5, shortest) < recall);
                }
            }
        }
        assertEquals(new SampledShingles(16), new PassageGoal(72, .99).choose());
        assertFalse(new PassageGoal(71, .99).metBy(new SampledShingles(16)));
    }

    @Test
    public void aGoalThatCannotBeMetNamesWhatCan() {
        Refusal.of(() -> new PassageGoal(5, .99).choose()).says(
                "[shortest_passage] [5] with [recall] [0.99] needs more sampled shingles than [passages] [2] gives, the least"
                        + " that there can be: that allows [shortest_passage] [7], or [recall] [0.9687]");
        assertEquals(new SampledShingles(2), new PassageGoal(7, .99).choose());
        assertEquals(new SampledShingles(2), new PassageGoal(5, .9687).choose());
    }

    @Test
    public void bounds() {
        Refusal.of(() -> new PassageGoal(0, .9)).says(
                "[shortest_passage] must be a whole number between 1 and 1000000, got [0]");
        Refusal.of(() -> new PassageGoal(1, 1)).says(
                "[recall] must be a number in (0,1), got [1.0]");
    }
}
