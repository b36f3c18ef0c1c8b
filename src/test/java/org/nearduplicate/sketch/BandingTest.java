package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.Rule;
import org.junit.Test;

/** The S-curve of bands and rows: its values, its inverse and its ends. */
public class BandingTest {

    private static final List<Banding> BANDINGS = List.of(new Banding(1, 2), new Banding(42, 3),
            new Banding(12, 5), new Banding(12, 6), new Banding(512, 2), new Banding(1, 6),
            new Banding(512, 6), new Banding(20, 4));

    /** What accidents take from where the curve is steepest, at most: 512×6 has it. */
    private static final double STEEPER_BELOW = .0125;

    @Rule
    public final Seeded seeded = new Seeded();

    /** Figures that were computed elsewhere: by Python, in fractions. */
    @Test
    public void knownValues() {
        assertCurve(12, 5, "0.3 → 0.0344147381", "0.5 → 0.338304424", "0.8 → 0.992426192");
        assertCurve(12, 6, "0.1 → 0.0000293589757", "0.8 → 0.976921254", "0.9 → 0.999905587");
        assertCurve(12, 4, "0.75 → 0.990498117");
        assertCurve(12, 3, "0.7 → 0.99383485");
        assertCurve(12, 2, "0.01 → 0.00146565784", "0.5 → 0.968600995", "0.6 → 0.995324123");
        assertCurve(42, 3, "0.05 → 0.00706950310", "0.5 → 0.996705820");
        assertCurve(512, 2, "0 → 0.000244110883", "0.01 → 0.0606626570");
        assertCurve(1, 6, "0 → 2.27373675E-13", "0.001 → 2.03919189E-12");
    }

    @Test
    public void formula() {
        for (Banding banding : BANDINGS) {
            for (int i = 0; i < 1_000; i++) {
                double similarity = seeded.random().nextDouble();
                assertEquals(
                        ReferenceBands.probability(banding.bands(), banding.rows(), similarity),
                        banding.probability(similarity), 1e-12);
            }
        }
    }

    @Test
    public void lookupsTakeFewerRowsOfTheSameBands() {
        assertEquals(
                List.of(new Banding(12, 6), new Banding(12, 5), new Banding(12, 4),
                        new Banding(12, 3), new Banding(12, 2)),
                new Banding(12, 6).lookups().toList());
        assertEquals(List.of(new Banding(7, 2)), new Banding(7, 2).lookups().toList());
        assertEquals(new Banding(12, 3), new Banding(12, 4).ofRows(3));
        assertEquals(new Banding(12, 4), new Banding(12, 4).ofRows(6));
    }

    @Test
    public void similarityAtIsTheInverse() {
        for (Banding banding : BANDINGS) {
            double accidents = banding.probability(0);
            for (int i = 0; i < 1_000; i++) {
                double probability = accidents + (1 - accidents) * seeded.random().nextDouble();
                double similarity = banding.similarityAt(probability);
                assertTrue(similarity >= 0 && similarity <= 1);
                assertEquals(probability, banding.probability(similarity), 1e-10);
            }
            assertEquals(0, banding.similarityAt(accidents * .99), 0);
        }
    }

    @Test
    public void theInverseIsAccurateAtBothEnds() {
        for (double probability : new double[] {1e-9, .999999, .9999999999}) {
            double similarity = new Banding(12, 6).similarityAt(probability);
            assertEquals(1, new Banding(12, 6).probability(similarity) / probability, 1e-12);
        }
    }

    /** The slope is measured, on a fine grid; it is the same on both sides of where it is greatest. */
    @Test
    public void steepestIsWhereTheSlopeIsGreatest() {
        for (int i = 0; i < 100; i++) {
            int rows = 2 + seeded.random().nextInt(5);
            assertSteepest(new Banding(1 + seeded.random().nextInt(50), rows));
        }
        BANDINGS.forEach(BandingTest::assertSteepest);
    }

    /** 42 bands of 3 rows, with a calculator: (2/125)^(1/3) and (1/42)^(1/3). */
    @Test
    public void steepestOfTheArticle() {
        assertEquals(.251984, new Banding(42, 3).steepest(), 5e-7);
        assertEquals(.287685, new Banding(42, 3).steepestApproximation(), 5e-7);
    }

    @Test
    public void steepestOfOneBand() {
        for (int rows = 2; rows <= 6; rows++) {
            assertEquals(1, new Banding(1, rows).steepest(), 0);
            assertEquals(1, new Banding(1, rows).steepestApproximation(), 0);
        }
    }

    @Test
    public void theApproximationIsTooHighByAShareThatFallsWithTheRows() {
        for (int bands = 2; bands <= 512; bands++) {
            for (int rows = 2; rows <= 6; rows++) {
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
        assertEquals(3072, new Banding(512, 6).components());
        assertEquals("42×3", new Banding(42, 3).toString());
    }

    @Test
    public void refusesNumbersOutOfBounds() {
        for (int bands : new int[] {-5, 0, 513}) {
            Refusal.of(() -> new Banding(bands, 2))
                    .says("[bands] must be a whole number between 1 and 512, got [" + bands + "]");
        }
        for (int rows : new int[] {-5, 0, 1, 7, 100}) {
            Refusal.of(() -> new Banding(1, rows))
                    .says("[rows] must be a whole number between 2 and 6, got [" + rows + "]");
        }
    }

    /** The curve of whole components is steepest there, and the other one a little below. */
    private static void assertSteepest(Banding banding) {
        double steepest = banding.steepest();
        double step = 1.0 / 4_000;
        double whole = steepest(step, similarity -> wholeComponents(banding, similarity));
        assertEquals(banding.toString(), whole, steepest, 1.5 * step);
        double actual = steepest(step, banding::probability);
        assertTrue(banding + ": " + actual, actual <= steepest + step);
        assertTrue(banding + ": " + actual, actual >= steepest - STEEPER_BELOW - step);
    }

    private static double steepest(double step, DoubleUnaryOperator curve) {
        double steepest = 0;
        double greatest = 0;
        for (double from = 0; from < 1 - step / 2; from += step) {
            double slope =
                    curve.applyAsDouble(Math.min(1, from + step)) - curve.applyAsDouble(from);
            if (slope > greatest) {
                steepest = from + step / 2;
                greatest = slope;
            }
        }
        return steepest;
    }

    private static double wholeComponents(Banding banding, double similarity) {
        return 1 - Math.pow(1 - Math.pow(similarity, banding.rows()), banding.bands());
    }

    private static void assertCurve(int bands, int rows, String... points) {
        for (String point : points) {
            String[] values = point.split(" → ");
            BigDecimal expected = new BigDecimal(values[1]);
            BigDecimal probability = new BigDecimal(
                    new Banding(bands, rows).probability(Double.parseDouble(values[0])));
            assertEquals(point, expected, probability.round(new MathContext(expected.precision())));
        }
    }
}
