package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;

/** The S-curve of bands and rows: its values, its inverse and its ends. */
public class BandingTest {

    private static final List<Banding> BANDINGS = List.of(new Banding(1, 1), new Banding(42, 3),
            new Banding(16, 6), new Banding(128, 1), new Banding(1, 128), new Banding(1024, 1),
            new Banding(1, 1024), new Banding(32, 32));

    @Rule
    public final Seeded seeded = new Seeded();

    /** Figures that were published or computed elsewhere. */
    @Test
    public void knownValues() {
        assertCurve(42, 3, "0.5 → 0.9963", "0.05 → 0.0052");
        assertCurve(25, 5, "0.4 → 0.227", "0.5 → 0.548", "0.6 → 0.868", "0.7 → 0.990",
                "0.8 → 1.000");
        assertCurve(21, 6, "0.4 → 0.083", "0.5 → 0.282", "0.6 → 0.633", "0.7 → 0.928",
                "0.8 → 0.998");
        assertCurve(18, 7, "0.4 → 0.029", "0.5 → 0.132", "0.6 → 0.400", "0.7 → 0.787",
                "0.8 → 0.986");
        assertCurve(14, 9, "0.7 → 0.438");
        assertCurve(9, 13, "0.8 → 0.399");
        assertCurve(5, 25, "0.9 → 0.311");
        assertCurve(14, 8, "0.7 → 0.565");
    }

    @Test
    public void formula() {
        for (Banding banding : BANDINGS) {
            for (int i = 0; i < 1_000; i++) {
                double similarity = seeded.random().nextDouble();
                double missed = Math.pow(1 - Math.pow(similarity, banding.rows()), banding.bands());
                assertEquals(1 - missed, banding.probability(similarity), 1e-12);
            }
        }
    }

    @Test
    public void startsAt0AndEndsAt1AndGoesUp() {
        for (Banding banding : BANDINGS) {
            assertEquals(0, banding.probability(0), 0);
            assertEquals(1, banding.probability(1), 0);
            for (int i = 1; i <= 1_000; i++) {
                assertTrue(banding.probability(i / 1e3) >= banding.probability((i - 1) / 1e3));
            }
        }
    }

    /** P is b·Jʳ where it is tiny; 1 − (1 − x) would be zero. */
    @Test
    public void isAccurateWhereItIsTiny() {
        assertEquals(1, new Banding(16, 8).probability(1e-3) / 16e-24, 1e-12);
        assertEquals(1, new Banding(1, 100).probability(1e-3) / 1e-300, 1e-9);
    }

    @Test
    public void similarityAtIsTheInverse() {
        for (Banding banding : BANDINGS) {
            for (int i = 0; i < 1_000; i++) {
                double probability = seeded.random().nextDouble();
                double similarity = banding.similarityAt(probability);
                assertTrue(similarity >= 0 && similarity <= 1);
                assertEquals(probability, banding.probability(similarity), 1e-10);
            }
        }
    }

    @Test
    public void theInverseIsAccurateAtBothEnds() {
        for (double probability : new double[] {1e-100, 1e-9, .999999, .9999999999}) {
            double similarity = new Banding(42, 3).similarityAt(probability);
            assertEquals(1, new Banding(42, 3).probability(similarity) / probability, 1e-12);
        }
    }

    /** The slope is measured, on a fine grid; it is the same on both sides of where it is greatest. */
    @Test
    public void steepestIsWhereTheSlopeIsGreatest() {
        for (int i = 0; i < 300; i++) {
            int rows = 2 + seeded.random().nextInt(20);
            assertSteepest(new Banding(1 + seeded.random().nextInt(50), rows));
        }
        for (Banding banding : BANDINGS) {
            if (banding.components() > 1) {
                assertSteepest(banding);
            }
        }
    }

    /** 42 bands of 3 rows, with a calculator: (2/125)^(1/3) and (1/42)^(1/3). */
    @Test
    public void steepestOfTheArticle() {
        assertEquals(.251984, new Banding(42, 3).steepest(), 5e-7);
        assertEquals(.287685, new Banding(42, 3).steepestApproximation(), 5e-7);
    }

    @Test
    public void steepestAtTheEnds() {
        assertEquals(0, new Banding(1, 1).steepest(), 0);
        assertEquals(0, new Banding(128, 1).steepest(), 0);
        assertEquals(1, new Banding(1, 2).steepest(), 0);
        assertEquals(1, new Banding(1, 1024).steepest(), 0);
        assertEquals(1, new Banding(1, 1).steepestApproximation(), 0);
        assertEquals(1, new Banding(1, 128).steepestApproximation(), 0);
        assertEquals(1 / 128.0, new Banding(128, 1).steepestApproximation(), 0);
    }

    @Test
    public void theApproximationIsTooHighByAShareThatFallsWithTheRows() {
        for (int bands = 2; bands <= 64; bands++) {
            for (int rows = 2; rows <= 64; rows++) {
                Banding banding = new Banding(bands, rows);
                double ratio = banding.steepestApproximation() / banding.steepest();
                assertTrue(banding + ": " + ratio, ratio > 1);
                assertTrue(banding + ": " + ratio, ratio < 1 + 1.0 / (rows * (rows - 1)));
            }
        }
    }

    @Test
    public void components() {
        assertEquals(126, new Banding(42, 3).components());
        assertEquals(1 << 20, new Banding(1024, 1024).components());
        assertEquals("42×3", new Banding(42, 3).toString());
    }

    @Test
    public void refusesNumbersOutOfBounds() {
        Refusal.of(() -> new Banding(0, 1))
                .says("[bands] must be a whole number between 1 and 1024, got [0]");
        Refusal.of(() -> new Banding(1025, 1))
                .says("[bands] must be a whole number between 1 and 1024, got [1025]");
        Refusal.of(() -> new Banding(1, 0))
                .says("[rows] must be a whole number between 1 and 1024, got [0]");
        Refusal.of(() -> new Banding(1, -5))
                .says("[rows] must be a whole number between 1 and 1024, got [-5]");
    }

    private static void assertSteepest(Banding banding) {
        int steps = 20_000;
        int steepest = 0;
        double greatest = 0;
        for (int step = 0; step < steps; step++) {
            double slope = banding.probability((step + 1.0) / steps)
                    - banding.probability((double) step / steps);
            if (slope > greatest) {
                steepest = step;
                greatest = slope;
            }
        }
        assertEquals(banding.toString(), (steepest + .5) / steps, banding.steepest(), 1.5 / steps);
    }

    private static void assertCurve(int bands, int rows, String... points) {
        for (String point : points) {
            String[] values = point.split(" → ");
            BigDecimal probability = BigDecimal.valueOf(
                    new Banding(bands, rows).probability(Double.parseDouble(values[0])));
            BigDecimal rounded = probability.setScale(new BigDecimal(values[1]).scale(),
                    RoundingMode.HALF_UP);
            assertEquals(point, values[0] + " → " + rounded);
        }
    }
}
