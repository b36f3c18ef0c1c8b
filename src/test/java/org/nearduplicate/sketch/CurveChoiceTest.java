package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.CurveGoal.Kind;

/** Bands and rows for goals, against trying all; and what is said of those that were given. */
public class CurveChoiceTest {

    private static final CurveGoals NONE = new CurveGoals(null, null);

    @Rule
    public final Seeded seeded = new Seeded();

    /** The article finds 42×3: P(.5) = 99.6%, P(.05) = .5%, 126 hashes. */
    @Test
    public void theCaseOfTheArticle() {
        CurveChoice choice = resolve(null, null, CurveGoals.of(.5, .99, .05, .01), 128);
        Banding banding = choice.choice().banding();
        assertEquals(new Banding(35, 3), banding);
        assertTrue(banding.probability(.5) >= .99);
        assertTrue(banding.probability(.05) <= .01);
        assertTrue(banding.components() <= 126);
        assertTrue(choice.alternatives().stream()
                .filter(choice.goals()::metBy)
                .allMatch(other -> other.bands() > banding.bands()));
    }

    @Test
    public void withoutPairsToLeaveOutItIsTheChoiceOfAMapping() {
        Random random = seeded.random();
        for (int i = 0; i < 1_000; i++) {
            double similarity = .1 + .9 * random.nextDouble();
            double recall = .99 * random.nextDouble();
            CurveGoals goals = CurveGoals.of(similarity, recall, null, null);
            assertEquals(
                    BandChoice.choose(CurveGoal.find(similarity, recall), 192),
                    resolve(null, null, goals, null).choice());
        }
        assertEquals(
                new CurveChoice(
                        new BandChoice(new Banding(16, 6), CurveGoal.find(.8, .99)),
                        CurveGoals.of(.8, .99, null, null), 192),
                resolve(null, null, NONE, null));
    }

    /** Fewest bands, then fewest components, of all b·r ≤ k that meet both goals. */
    @Test
    public void isTheCheapestOfAllForRandomGoals() {
        Random random = seeded.random();
        int possible = 0;
        for (int i = 0; i < 3_000; i++) {
            CurveGoals goals = randomGoals(random);
            int hashCount = 16 + random.nextInt(300);
            if (isDecidedByRounding(goals, hashCount)) {
                continue;
            }
            Optional<Banding> expected = tryAll(goals, hashCount);
            if (expected.isPresent()) {
                possible++;
                assertEquals(
                        goals + ", " + hashCount, expected.get(),
                        resolve(null, null, goals, hashCount).choice().banding());
            } else {
                Refusal.of(() -> resolve(null, null, goals, hashCount));
            }
        }
        // 55 of 100: both bounds are fifty standard deviations away.
        assertTrue("possible: " + possible, possible > 300 && possible < 2_700);
    }

    @Test
    public void alternativesAreAllButTheChoice() {
        CurveGoals goals = CurveGoals.of(.5, .99, .05, .01);
        CurveChoice choice = resolve(null, null, goals, null);
        List<Banding> all = BandChoice.alternatives(CurveGoal.find(.5, .99), 128).toList();
        assertTrue(all.contains(choice.choice().banding()));
        assertEquals(
                all.stream()
                        .filter(other -> other.equals(choice.choice().banding()) == false)
                        .toList(),
                choice.alternatives());
        assertEquals(all.size() - 1, choice.alternatives().size());
        assertEquals(all, resolve(42, 3, goals, null).alternatives());
        assertEquals(List.of(), resolve(42, 3, CurveGoals.of(null, null, .1, null), null)
                .alternatives());
    }

    @Test
    public void givenBandsAndRowsNeedNotMeetTheGoals() {
        CurveGoals unmet = CurveGoals.of(.8, .999, .79, .001);
        CurveChoice choice = resolve(10, 5, unmet, null);
        assertEquals(unmet, choice.goals());
        assertEquals(new Banding(10, 5), choice.choice().banding());
        assertEquals(.8, choice.choice().similarity(), 0);
        assertEquals(new Banding(10, 5).probability(.8), choice.choice().recall(), 0);

        CurveGoals met = CurveGoals.of(.8, .9, null, null);
        assertEquals(
                new BandChoice(new Banding(10, 5), CurveGoal.find(.8, .9)),
                resolve(10, 5, met, null).choice());
    }

    /** A mapping has these bands and rows if it is given what the choice says, or nothing beside them. */
    @Test
    public void whatIsSaidOfGivenBandsAndRowsIsAMapping() {
        Random random = seeded.random();
        for (int i = 0; i < 3_000; i++) {
            int rows = 1 + random.nextInt(16);
            int bands = 1 + random.nextInt(128 / rows);
            CurveGoals goals = random.nextBoolean() ? NONE : randomGoals(random);
            BandChoice choice = resolve(bands, rows, goals, null).choice();
            assertEquals(
                    choice,
                    BandChoice.resolve(bands, rows, choice.similarity(), choice.recall(), 128));
        }
        assertEquals(
                BandChoice.resolve(42, 3, null, null, 128), resolve(42, 3, NONE, null).choice());
    }

    @Test
    public void asManyHashesAsGivenBandsAndRowsNeed() {
        assertEquals(192, resolve(1, 1, NONE, null).hashCount());
        assertEquals(192, resolve(64, 3, NONE, null).hashCount());
        assertEquals(195, resolve(65, 3, NONE, null).hashCount());
        assertEquals(1024, resolve(1024, 1, NONE, null).hashCount());
        assertEquals(256, resolve(42, 3, NONE, 256).hashCount());
        refused(33, 32, null,
                "[bands] × [rows] must be at most [hash_count] 1024, got [33] × [32] = 1056");
        refused(1024, 1024, null,
                "[bands] × [rows] must be at most [hash_count] 1024, got [1024] × [1024] = 1048576");
        refused(42, 3, 125,
                "[bands] × [rows] must be at most [hash_count] 125, got [42] × [3] = 126");
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

    /** Returns whether a banding is so close to one of the goals that rounding decides about it. */
    static boolean isDecidedByRounding(CurveGoals goals, int hashCount) {
        return isDecidedByRounding(
                goals.find().similarity(), goals.find().probability(), hashCount)
                || isDecidedByRounding(
                        goals.leaveOut().similarity(), goals.leaveOut().probability(), hashCount);
    }

    static boolean isDecidedByRounding(double similarity, double probability, int hashCount) {
        for (int rows = 1; rows <= hashCount; rows++) {
            double different = 1 - Math.pow(similarity, rows);
            double missed = 1;
            for (int bands = 1; bands * rows <= hashCount; bands++) {
                missed *= different;
                if (Math.abs(1 - missed - probability) < 1e-8) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Optional<Banding> tryAll(CurveGoals goals, int hashCount) {
        for (int bands = 1; bands <= hashCount; bands++) {
            for (int rows = 1; bands * rows <= hashCount; rows++) {
                if (found(bands, rows, goals.find()) >= goals.find().probability()
                        && found(bands, rows, goals.leaveOut()) <= goals.leaveOut()
                                .probability()) {
                    return Optional.of(new Banding(bands, rows));
                }
            }
        }
        return Optional.empty();
    }

    private static double found(int bands, int rows, CurveGoal goal) {
        return 1 - Math.pow(1 - Math.pow(goal.similarity(), rows), bands);
    }

    private static void refused(Integer bands, Integer rows, Integer hashCount, String message) {
        Refusal.of(() -> resolve(bands, rows, NONE, hashCount)).says(message);
    }

    private static CurveChoice resolve(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        return CurveChoice.resolve(bands, rows, goals, hashCount);
    }
}
