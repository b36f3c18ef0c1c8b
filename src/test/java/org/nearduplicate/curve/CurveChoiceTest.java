package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.curve.CurveGoal.Kind;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** Bands and rows for goals, against trying all; and what is said of those that were given. */
public class CurveChoiceTest {

    private static final CurveGoals NONE = new CurveGoals(null, null);

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void defaults() {
        assertEquals(
                new CurveChoice(
                        new BandChoice(new Banding(12, 6), CurveGoal.find(.8, .99)),
                        CurveGoals.of(.8, .99, null, null), 192),
                resolve(null, null, NONE, null));
    }

    /**
     * Of all b·r ≤ k that meet the goals, of at most so many rows. Without pairs to leave out it is the choice of a
     * mapping.
     */
    @Test
    public void isTheCheapestOfAllForRandomGoals() {
        Random random = seeded.random();
        int possible = 0;
        for (int i = 0; i < 3_000; i++) {
            CurveGoals both = randomGoals(random);
            CurveGoals goals = i % 3 == 0 ? new CurveGoals(both.find(), null) : both;
            int hashCount = 16 + random.nextInt(300);
            Integer rows = random.nextBoolean() ? null : 2 + random.nextInt(5);
            int most = rows == null ? 6 : rows;
            if (EveryBanding.isDecidedByRounding(goals, hashCount)) {
                continue;
            }
            Optional<Banding> expected = EveryBanding.cheapest(goals, most, hashCount);
            if (expected.isPresent()) {
                possible++;
                BandChoice choice = resolve(null, rows, goals, hashCount).choice();
                assertEquals(
                        goals + ", " + hashCount,
                        EveryBanding.stored(expected.get(), most, hashCount), choice.banding());
                assertEquals(expected.get(), choice.taken());
            } else {
                Refusal.of(() -> resolve(null, rows, goals, hashCount));
            }
        }
        // 1,780 of 3,000, with a standard deviation of 27.
        assertTrue("possible: " + possible, possible > 300 && possible < 2_700);
    }

    @Test
    public void alternativesAreAllButTheChoice() {
        CurveGoals goals = CurveGoals.of(.5, .99, .05, .01);
        CurveChoice choice = resolve(null, null, goals, null);
        List<Banding> all = BandChoice
                .alternatives(CurveGoal.find(.5, .99), BandRows.MOST, 192).toList();
        assertTrue(all.contains(choice.choice().taken()));
        assertEquals(
                all.stream()
                        .filter(other -> other.equals(choice.choice().taken()) == false)
                        .toList(),
                choice.alternatives());
        assertEquals(all.size() - 1, choice.alternatives().size());
        assertEquals(all, resolve(42, 3, goals, null).alternatives());
        assertEquals(List.of(), resolve(42, 3, CurveGoals.of(null, null, .1, null), null)
                .alternatives());
    }

    /** By Python, in fractions: .9832. */
    @Test
    public void givenBandsNeedNotMeetTheGoals() {
        CurveGoals unmet = CurveGoals.of(.8, .999, .79, .001);
        for (Integer rows : new Integer[] {null, 6}) {
            CurveChoice choice = resolve(4, rows, unmet, null);
            assertEquals(unmet, choice.goals());
            assertEquals(new Banding(4, 6), choice.choice().banding());
            assertEquals(.8, choice.choice().similarity(), 0);
            assertEquals(EveryBanding.found(new Banding(4, 2), .8), choice.choice().recall(),
                    1e-12);
            assertEquals(new Banding(4, 2), choice.choice().taken());
        }

        double found = EveryBanding.found(new Banding(20, 2), .6);
        assertTrue("more than the default", found > .999);
        BandChoice most = resolve(20, 6, CurveGoals.of(.6, .9999, null, null), null).choice();
        assertEquals(found, most.recall(), 1e-12);

        CurveGoals met = CurveGoals.of(.8, .9, null, null);
        assertEquals(
                new BandChoice(new Banding(10, 5), CurveGoal.find(.8, .9)),
                resolve(10, 5, met, null).choice());
    }

    @Test
    public void asManyHashesAsGivenBandsAndRowsNeed() {
        assertEquals(192, resolve(1, 2, NONE, null).hashCount());
        assertEquals(192, resolve(64, 3, NONE, null).hashCount());
        assertEquals(195, resolve(65, 3, NONE, null).hashCount());
        assertEquals(1024, resolve(512, 2, NONE, null).hashCount());
        assertEquals(256, resolve(42, 3, NONE, 256).hashCount());
        assertEquals(192, resolve(96, null, NONE, null).hashCount());
        assertEquals(194, resolve(97, null, NONE, null).hashCount());
        assertEquals(new Banding(97, 2), resolve(97, null, NONE, null).choice().banding());
        Refusal.of(() -> resolve(342, 3, NONE, null)).says(
                "[bands] × [rows] must be at most [hash_count] 1024, got [342] × [3] = 1026");
        Refusal.of(() -> resolve(12, Integer.MAX_VALUE, NONE, null)).says(
                "[rows] must be a whole number between 2 and 6, got [2147483647]");
    }

    /** Pairs to find and pairs to leave out, the numbers of both anything that a user may mean. */
    static CurveGoals randomGoals(Random random) {
        double similarity = .05 + .94 * random.nextDouble();
        return new CurveGoals(
                new CurveGoal(Kind.FIND, similarity, .5 + .499 * random.nextDouble()),
                new CurveGoal(
                        Kind.LEAVE_OUT, similarity * (.01 + .98 * random.nextDouble()),
                        .001 + .3 * random.nextDouble()));
    }

    private static CurveChoice resolve(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        return CurveChoice.resolve(bands, rows, goals, hashCount);
    }
}
