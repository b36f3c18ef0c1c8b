package org.nearduplicate.curve;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SchemeBuilder;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.CountedPart;

/**
 * What is lost where only one of two texts has what is ignored: candidates are found by whole texts. The probabilities
 * are those of the documentation, and a run with sketches of random sets finds as many.
 */
public class IgnoredRecallTest {

    private static final int PAIRS = 2_000;
    private static final int COUNTED = 120;

    /** The shares of a text that are ignored. */
    private static final double[] IGNORED = {0, .05, .1, .2, .3, .5};

    private static final Scheme SCHEME = SchemeBuilder.scheme()
            .banding(Parameters.BANDS.defaultValue(), Parameters.ROWS.defaultValue())
            .build();

    /** What a query takes that says nothing. */
    private static final Banding TAKEN = taken(Parameters.RECALL.defaultValue());

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void probabilitiesOfTheDocumentation() {
        assertEquals(
                """
                        |  0 % | 0.80 99.2 | 0.90 100.0 | 1.00 100.0 |
                        |  5 % | 0.77 97.7 | 0.86 100.0 | 0.95 100.0 |
                        | 10 % | 0.73 94.2 | 0.82 99.6 | 0.90 100.0 |
                        | 20 % | 0.65 79.5 | 0.73 94.0 | 0.80 99.2 |
                        | 30 % | 0.58 57.3 | 0.64 76.2 | 0.70 90.2 |
                        | 50 % | 0.42 16.2 | 0.46 24.2 | 0.50 33.8 |
                        """,
                table(TAKEN));
        assertEquals(
                """
                        |  0 % | 0.80 100.0 | 0.90 100.0 | 1.00 100.0 |
                        |  5 % | 0.77 100.0 | 0.86 100.0 | 0.95 100.0 |
                        | 10 % | 0.73 100.0 | 0.82 100.0 | 0.90 100.0 |
                        | 20 % | 0.65 99.9 | 0.73 100.0 | 0.80 100.0 |
                        | 30 % | 0.58 99.3 | 0.64 99.8 | 0.70 100.0 |
                        | 50 % | 0.42 90.4 | 0.46 94.4 | 0.50 96.9 |
                        """,
                table(taken(.9999)));
    }

    private static Banding taken(double recall) {
        return CurveGoal.find(Parameters.SIMILARITY.defaultValue(), recall).taken(SCHEME.banding());
    }

    private static String table(Banding taken) {
        StringBuilder table = new StringBuilder();
        for (double ignored : IGNORED) {
            table.append(String.format(Locale.ROOT, "| %2.0f %% |", 100 * ignored));
            for (double counted : new double[] {.8, .9, 1}) {
                double whole = whole(counted, ignored);
                table.append(
                        String.format(
                                Locale.ROOT, " %.2f %.1f |", whole,
                                100 * taken.probability(whole)));
            }
            table.append('\n');
        }
        return table.toString();
    }

    /** Returns the similarity of whole texts, as long as each other but for what is ignored, a share of one of them. */
    private static double whole(double counted, double ignored) {
        double both = 2 * COUNTED / (1 + counted);
        int left = (int) Math.round(COUNTED * ignored / (1 - ignored));
        return new CountedPart(left).leastOfWhole(counted, (int) Math.round(both));
    }

    @Test
    public void asManyAreFound() {
        for (double ignored : IGNORED) {
            for (double counted : new double[] {.8, .9, 1}) {
                int found = 0;
                for (int i = 0; i < PAIRS; i++) {
                    found += isFound(counted, ignored) ? 1 : 0;
                }
                assertEquals(
                        counted + ", " + ignored,
                        TAKEN.probability(whole(counted, ignored)), found / (double) PAIRS, .05);
            }
        }
    }

    private boolean isFound(double counted, double ignored) {
        Random random = seeded.random();
        int common = (int) Math.round(2 * COUNTED * counted / (1 + counted));
        int left = (int) Math.round(COUNTED * ignored / (1 - ignored));
        long[] shingles = random.longs(2 * COUNTED - common + left).toArray();
        long[] a = sketchKeys(shingles, 0, COUNTED);
        long[] b = sketchKeys(shingles, COUNTED - common, shingles.length);
        for (int band = 0; band < a.length; band++) {
            if (BandRows.first(a[band], TAKEN.rows()) == BandRows.first(b[band], TAKEN.rows())) {
                return true;
            }
        }
        return false;
    }

    private static long[] sketchKeys(long[] shingles, int from, int to) {
        ShingleHashes hashes = new ShingleHashes();
        Arrays.stream(shingles, from, to).forEach(hashes);
        Sketch sketch = ThreadScratch.get().sketch(SCHEME, hashes);
        return sketch.keys();
    }
}
