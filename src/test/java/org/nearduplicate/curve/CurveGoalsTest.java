package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.nearduplicate.curve.CurveGoal.Kind;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Refusal;

/** Which goals follow from what a user says, and which are refused together. */
public class CurveGoalsTest {

    private static final CurveGoal FIND = new CurveGoal(Kind.FIND, .5, .9);
    private static final CurveGoal LEAVE_OUT = new CurveGoal(Kind.LEAVE_OUT, .05, .02);

    @Test
    public void ofParameters() {
        CurveGoals goals = CurveGoals.of(.5, .9, .05, .02);
        assertEquals(new CurveGoals(FIND, LEAVE_OUT), goals);
        assertEquals(List.of(FIND, LEAVE_OUT), goals.list());
        assertEquals(List.of(), CurveGoals.of(null, null, null, null).list());
        assertEquals(
                new CurveGoals(new CurveGoal(Kind.FIND, .5, .99), null),
                CurveGoals.of(.5, null, null, null));
        assertEquals(
                new CurveGoals(new CurveGoal(Kind.FIND, .8, .9), null),
                CurveGoals.of(null, .9, null, null));
        assertEquals(
                new CurveGoals(null, new CurveGoal(Kind.LEAVE_OUT, .05, .01)),
                CurveGoals.of(null, null, .05, null));
        Refusal.of(() -> CurveGoals.of(.5, .9, null, .02))
                .says("[noise] must be given with [noise_similarity], got only [noise] [0.02]");
    }

    @Test
    public void pairsToFindByDefault() {
        CurveGoal byDefault = new CurveGoal(Kind.FIND, .8, .99);
        assertEquals(
                new CurveGoals(byDefault, LEAVE_OUT), new CurveGoals(null, LEAVE_OUT).withFind());
        assertEquals(
                new CurveGoals(FIND, LEAVE_OUT), new CurveGoals(FIND, LEAVE_OUT).withFind());
        assertNull(new CurveGoals(FIND, null).withFind().leaveOut());
    }

    @Test
    public void noPairIsBothToBeFoundAndToBeLeftOut() {
        assertEquals(.4999, CurveGoals.of(.5, null, .4999, null).leaveOut().similarity(), 0);
        Refusal.of(() -> CurveGoals.of(.5, null, .5, null))
                .says("[noise_similarity] must be below [similarity] [0.5], got [0.5]");
        Refusal.of(() -> CurveGoals.of(null, null, .9, null).withFind())
                .says("[noise_similarity] must be below [similarity] [0.8], got [0.9]");
    }

    @Test
    public void metIfAllAre() {
        CurveGoals both = new CurveGoals(FIND, new CurveGoal(Kind.LEAVE_OUT, .05, .01));
        assertTrue(both.metBy(new Banding(35, 3)));
        assertFalse("finds too few", both.metBy(new Banding(5, 3)));
        assertFalse("leaves out too few", both.metBy(new Banding(35, 2)));
        assertTrue(new CurveGoals(null, null).metBy(new Banding(1, 2)));
    }
}
