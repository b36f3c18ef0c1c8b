package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;

/** The nearest goals that a refusal names are the nearest there are, and are granted when asked for. */
public class ImpossibleGoalsTest {

    private static final Pattern NEAREST = Pattern.compile(
            ".* cannot both be met with \\[hash_count] \\[\\d+]; the nearest that can be: "
                    + "(no \\[noise] at that recall|\\[noise] \\[(?<noise>.*)] with .*), or "
                    + "(no \\[recall] at that noise|\\[recall] \\[(?<recall>.*)] with .*), or "
                    + "both with (no \\[hash_count] up to 1024|\\[hash_count] \\[(?<hashes>.*)])");

    @Rule
    public final Seeded seeded = new Seeded();

    /** The numbers were found by trying all in Python. */
    @Test
    public void messages() {
        refusal(CurveGoals.of(.5, .99, .2, .05), 128)
                .says("[similarity] [0.5] with [recall] [0.99] and [noise_similarity] [0.2] with"
                        + " [noise] [0.05] cannot both be met with [hash_count] [128];"
                        + " the nearest that can be: [noise] [0.2451] with 35×3 bands × rows,"
                        + " or [recall] [0.8732] with 32×4 bands × rows,"
                        + " or both with [hash_count] [730]");
        refusal(CurveGoals.of(.01, .99, .001, .01), 128)
                .says("[similarity] [0.01] with [recall] [0.99] and [noise_similarity] [0.001] with"
                        + " [noise] [0.01] cannot both be met with [hash_count] [128];"
                        + " the nearest that can be: no [noise] at that recall,"
                        + " or [recall] [0.09561] with 10×1 bands × rows,"
                        + " or both with no [hash_count] up to 1024");
        refusal(CurveGoals.of(.999, .99, .998, .01), 16)
                .says("[similarity] [0.999] with [recall] [0.99] and [noise_similarity] [0.998] with"
                        + " [noise] [0.01] cannot both be met with [hash_count] [16];"
                        + " the nearest that can be: [noise] [0.9802] with 1×10 bands × rows,"
                        + " or no [recall] at that noise,"
                        + " or both with no [hash_count] up to 1024");
    }

    /** .9¹⁵ is above .19, .9¹⁶ below, and .99¹⁶ = .85145…. */
    @Test
    public void oneBandOfAllRowsMayBeTheOnlyOneToLeaveOutEnough() {
        String message = refusal(CurveGoals.of(.99, .9999, .9, .19), 16).message();
        assertTrue(message, message.contains("or [recall] [0.8514] with 1×16 bands × rows,"));
    }

    @Test
    public void theNearestOfAllForRandomGoals() {
        Random random = seeded.random();
        int impossible = 0;
        for (int i = 0; i < 1_000; i++) {
            CurveGoals goals = CurveChoiceTest.randomGoals(random);
            int hashCount = 16 + random.nextInt(200);
            if (CurveChoiceTest.isDecidedByRounding(goals, 1024)) {
                continue;
            }
            if (BandChoice.alternatives(goals.find(), hashCount).noneMatch(goals::metBy)) {
                impossible++;
                assertNearest(goals, hashCount, refusal(goals, hashCount).message());
            }
        }
        // 480 of 1,000, with a standard deviation of 16.
        assertTrue("impossible: " + impossible, impossible > 100);
    }

    private static void assertNearest(CurveGoals goals, int hashCount, String message) {
        Matcher told = NEAREST.matcher(message);
        assertTrue(message, told.matches());
        assertToldNoise(goals, hashCount, told.group("noise"));
        assertToldRecall(goals, hashCount, told.group("recall"));
        assertToldHashCount(goals, told.group("hashes"));
    }

    private static void assertToldNoise(CurveGoals goals, int hashCount, String noise) {
        CurveGoal find = goals.find();
        double least = -greatest(hashCount, (bands, rows) -> {
            boolean finds = found(bands, rows, find.similarity()) >= find.probability();
            return finds ? -found(bands, rows, goals.leaveOut().similarity()) : -2;
        });
        if (noise == null) {
            assertEquals(2, least, 0);
            return;
        }
        double told = Double.parseDouble(noise);
        assertEquals(least, told, least * 1e-3);
        if (told < 1) {
            CurveGoals eased = CurveGoals.of(
                    find.similarity(), find.probability(), goals.leaveOut().similarity(), told);
            assertTrue(eased.metBy(chosen(eased, hashCount)));
        }
    }

    private static void assertToldRecall(CurveGoals goals, int hashCount, String recall) {
        CurveGoal leaveOut = goals.leaveOut();
        double most = greatest(hashCount, (bands, rows) -> {
            boolean leavesOut = found(bands, rows, leaveOut.similarity()) <= leaveOut
                    .probability();
            return leavesOut ? found(bands, rows, goals.find().similarity()) : -2;
        });
        if (recall == null) {
            assertEquals(-2, most, 0);
            return;
        }
        double told = Double.parseDouble(recall);
        assertEquals(most, told, most * 1e-3);
        CurveGoals eased = CurveGoals.of(
                goals.find().similarity(), told, leaveOut.similarity(), leaveOut.probability());
        assertTrue(eased.metBy(chosen(eased, hashCount)));
    }

    private static void assertToldHashCount(CurveGoals goals, String hashCount) {
        int told = hashCount == null ? 1025 : Integer.parseInt(hashCount);
        refusal(goals, told - 1);
        if (hashCount != null) {
            assertEquals(told, chosen(goals, told).components());
        }
    }

    private static double greatest(int hashCount, ToDoubleBiFunction<Integer, Integer> value) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int bands = 1; bands <= hashCount; bands++) {
            for (int rows = 1; bands * rows <= hashCount; rows++) {
                greatest = Math.max(greatest, value.applyAsDouble(bands, rows));
            }
        }
        return greatest;
    }

    private static double found(int bands, int rows, double similarity) {
        return 1 - Math.pow(1 - Math.pow(similarity, rows), bands);
    }

    private static Banding chosen(CurveGoals goals, int hashCount) {
        return CurveChoice.resolve(null, null, goals, hashCount).choice().banding();
    }

    private static Refusal refusal(CurveGoals goals, int hashCount) {
        return Refusal.of(() -> CurveChoice.resolve(null, null, goals, hashCount));
    }
}
