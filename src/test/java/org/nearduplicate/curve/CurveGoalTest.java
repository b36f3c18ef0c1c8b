package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.curve.CurveGoal.Kind;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** A goal is met on one side of its probability, and on it. */
public class CurveGoalTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void metOnItsSideOfTheCurve() {
        Random random = seeded.random();
        for (int i = 0; i < 10_000; i++) {
            Banding banding = new Banding(1 + random.nextInt(30), 2 + random.nextInt(5));
            double similarity = .01 + .98 * random.nextDouble();
            double found = banding.probability(similarity);
            if (found > .01 && found < .999) {
                assertMet(banding, similarity, found, true, true);
                assertMet(banding, similarity, found * (1 + 1e-6), false, true);
                assertMet(banding, similarity, found * (1 - 1e-6), true, false);
            }
        }
    }

    /** Of a million documents there are 5·10¹¹ pairs, so noise may have to be that little. */
    @Test
    public void noiseMayBeTiny() {
        Banding banding = new Banding(1, 6);
        double noise = ReferenceBands.bandProbability(6, .001);
        assertTrue(noise < 1e-11);
        assertTrue(new CurveGoal(Kind.LEAVE_OUT, .001, 1.0001 * noise).metBy(banding));
        assertFalse(new CurveGoal(Kind.LEAVE_OUT, .001, .9999 * noise).metBy(banding));
    }

    /** The side on which a mapping is accepted too, whose recall was written with few digits. */
    @Test
    public void aRecallIsMetButForRounding() {
        double found = ReferenceBands.probability(2, 2, .5);
        assertTrue(new CurveGoal(Kind.FIND, .5, found + 1e-10).metBy(new Banding(2, 2)));
        assertFalse(new CurveGoal(Kind.FIND, .5, found + 1e-8).metBy(new Banding(2, 2)));
    }

    @Test
    public void numbersAreNamedAsTheirKindIs() {
        refused(Kind.FIND, 0, .5, "[similarity] must be a number in (0,1], got [0.0]");
        refused(Kind.FIND, 1.1, .5, "[similarity] must be a number in (0,1], got [1.1]");
        refused(Kind.FIND, .5, 1, "[recall] must be a number in (0,1), got [1.0]");
        refused(Kind.LEAVE_OUT, 0, .5, "[noise_similarity] must be a number in (0,1], got [0.0]");
        refused(Kind.LEAVE_OUT, .5, 0, "[noise] must be a number in (0,1), got [0.0]");
        refused(Kind.LEAVE_OUT, .5, 1, "[noise] must be a number in (0,1), got [1.0]");
        refused(Kind.FIND, Double.NaN, .5, "[similarity] must be a number in (0,1], got [NaN]");
        assertEquals(1, new CurveGoal(Kind.FIND, 1, .5).similarity(), 0);
        assertEquals(1, new CurveGoal(Kind.LEAVE_OUT, 1, .5).similarity(), 0);
    }

    @Test
    public void whatIsReachedIsRoundedToWhereItIsStillReached() {
        assertEquals("0.9876", Kind.FIND.easier(.98769).toString());
        assertEquals("0.9999", Kind.FIND.easier(.999999).toString());
        assertEquals("0.5", Kind.FIND.easier(.5).toString());
        assertEquals("0.9877", Kind.LEAVE_OUT.easier(.98761).toString());
        assertEquals("1.235E-17", Kind.LEAVE_OUT.easier(1.2341e-17).toString());
    }

    private static void assertMet(
            Banding banding, double similarity, double probability, boolean find,
            boolean leaveOut) {
        String goal = banding + " at " + similarity + " for " + probability;
        assertEquals(
                goal, find, new CurveGoal(Kind.FIND, similarity, probability).metBy(banding));
        assertEquals(
                goal, leaveOut,
                new CurveGoal(Kind.LEAVE_OUT, similarity, probability).metBy(banding));
    }

    private static void refused(Kind kind, double similarity, double probability, String message) {
        Refusal.of(() -> new CurveGoal(kind, similarity, probability)).says(message);
    }
}
