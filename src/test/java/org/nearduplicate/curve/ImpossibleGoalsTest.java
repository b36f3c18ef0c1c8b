package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.OptionalDouble;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;

/** The nearest goals that a refusal names are the nearest there are, and can be met. */
public class ImpossibleGoalsTest {

    private static final Pattern NEAREST = Pattern.compile(
            ".* cannot both be met with \\[hash_count] \\[\\d+]; the nearest that can be: "
                    + "(no \\[noise] at that recall|\\[noise] \\[(?<noise>.*)] with .*), or "
                    + "(no \\[recall] at that noise|\\[recall] \\[(?<recall>.*)] with .*), or "
                    + "both with (no \\[hash_count] up to 1024|\\[hash_count] \\[(?<hashes>.*)])");

    @Rule
    public final Seeded seeded = new Seeded();

    /** The numbers were found by trying all in Python, in fractions. */
    @Test
    public void messages() {
        refusal(CurveGoals.of(.5, .99, .2, .06), 6, 128)
                .says("[similarity] [0.5] with [recall] [0.99] and [noise_similarity] [0.2] with"
                        + " [noise] [0.06] cannot both be met with [hash_count] [128];"
                        + " the nearest that can be: [noise] [0.2539] with 34×3 bands × rows,"
                        + " or [recall] [0.8859] with 32×4 bands × rows,"
                        + " or both with [hash_count] [670]");
        refusal(CurveGoals.of(.1, .99, .01, .005), 6, 128)
                .says("[similarity] [0.1] with [recall] [0.99] and [noise_similarity] [0.01] with"
                        + " [noise] [0.005] cannot both be met with [hash_count] [128];"
                        + " the nearest that can be: no [noise] at that recall,"
                        + " or [recall] [0.3431] with 41×2 bands × rows,"
                        + " or both with no [hash_count] up to 1024");
        refusal(CurveGoals.of(.999, .99, .998, .01), 6, 16)
                .says("[similarity] [0.999] with [recall] [0.99] and [noise_similarity] [0.998] with"
                        + " [noise] [0.01] cannot both be met with [hash_count] [16];"
                        + " the nearest that can be: [noise] [0.9883] with 1×6 bands × rows,"
                        + " or no [recall] at that noise,"
                        + " or both with no [hash_count] up to 1024");
    }

    @Test
    public void theNearestOfAllForRandomGoals() {
        Random random = seeded.random();
        int impossible = 0;
        for (int i = 0; i < 1_000; i++) {
            CurveGoals goals = CurveChoiceTest.randomGoals(random);
            int rows = 2 + random.nextInt(5);
            int hashCount = 16 + random.nextInt(200);
            if (EveryBanding.isDecidedByRounding(goals, 1024)) {
                continue;
            }
            if (EveryBanding.cheapest(goals, rows, hashCount).isEmpty()) {
                impossible++;
                assertNearest(
                        goals, rows, hashCount, refusal(goals, rows, hashCount).message());
            }
        }
        // 610 of 1,000, with a standard deviation of 16.
        assertTrue("impossible: " + impossible, impossible > 100);
    }

    private static void assertNearest(
            CurveGoals goals, int rows, int hashCount, String message) {
        Matcher named = NEAREST.matcher(message);
        assertTrue(message, named.matches());
        assertNearestNoise(goals, rows, hashCount, named.group("noise"));
        assertNearestRecall(goals, rows, hashCount, named.group("recall"));
        assertNearestHashCount(goals, rows, named.group("hashes"));
    }

    private static void assertNearestNoise(
            CurveGoals goals, int rows, int hashCount, String noise) {
        CurveGoal find = goals.find();
        OptionalDouble least = EveryBanding.of(rows, hashCount)
                .filter(banding -> EveryBanding.finds(banding, find))
                .mapToDouble(
                        banding -> EveryBanding.found(banding, goals.leaveOut().similarity()))
                .min();
        assertEquals(goals.toString(), least.isPresent(), noise != null);
        if (noise == null) {
            return;
        }
        double nearest = Double.parseDouble(noise);
        assertEquals(least.getAsDouble(), nearest, least.getAsDouble() * 1e-3);
        if (nearest < 1) {
            CurveGoals eased = CurveGoals.of(
                    find.similarity(), find.probability(), goals.leaveOut().similarity(), nearest);
            assertTrue(eased.metBy(chosen(eased, rows, hashCount)));
        }
    }

    private static void assertNearestRecall(
            CurveGoals goals, int rows, int hashCount, String recall) {
        CurveGoal leaveOut = goals.leaveOut();
        OptionalDouble most = EveryBanding.of(rows, hashCount)
                .filter(banding -> EveryBanding.leavesOut(banding, leaveOut))
                .mapToDouble(banding -> EveryBanding.found(banding, goals.find().similarity()))
                .max();
        assertEquals(goals.toString(), most.isPresent(), recall != null);
        if (recall == null) {
            return;
        }
        double nearest = Double.parseDouble(recall);
        assertEquals(most.getAsDouble(), nearest, most.getAsDouble() * 1e-3);
        CurveGoals eased = CurveGoals.of(
                goals.find().similarity(), nearest, leaveOut.similarity(), leaveOut.probability());
        assertTrue(eased.metBy(chosen(eased, rows, hashCount)));
    }

    private static void assertNearestHashCount(CurveGoals goals, int rows, String hashCount) {
        int needed = hashCount == null ? 1025 : Integer.parseInt(hashCount);
        refusal(goals, rows, needed - 1);
        if (hashCount != null) {
            assertEquals(needed, chosen(goals, rows, needed).components());
        }
    }

    private static Banding chosen(CurveGoals goals, int rows, int hashCount) {
        return CurveChoice.resolve(null, rows, goals, hashCount).choice().taken();
    }

    private static Refusal refusal(CurveGoals goals, int rows, int hashCount) {
        return Refusal.of(() -> CurveChoice.resolve(null, rows, goals, hashCount));
    }
}
