package org.nearduplicate.tuning;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.Test;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;

/** Which bandings are tried. */
public class BandListsTest {

    private static final BandLists AUTO = new BandLists(List.of(), List.of());

    @Test
    public void combinationsThatFit() {
        BandLists lists = new BandLists(List.of(4, 8, 4), List.of(2, 5));
        assertThat(
                lists.bandings(32, 0.8),
                contains(new Banding(4, 2), new Banding(4, 5), new Banding(8, 2)));
    }

    @Test
    public void oneListTakesAllHashes() {
        assertThat(
                new BandLists(List.of(5, 20, 200), List.of()).bandings(128, 0.8),
                contains(new Banding(5, 25), new Banding(20, 6)));
        assertThat(
                new BandLists(List.of(), List.of(3, 129)).bandings(128, 0.8),
                contains(new Banding(42, 3)));
    }

    @Test
    public void chosenOnesIncludeTheChoiceOfTheMapping() {
        for (double similarity : new double[] {0.5, 0.7, 0.8, 0.9}) {
            List<Banding> bandings = AUTO.bandings(128, similarity);
            assertTrue(bandings.contains(
                    BandChoice.choose(CurveGoal.find(similarity, 0.99), 128).banding()));
            assertEquals(new HashSet<>(bandings).size(), bandings.size());
            assertTrue("three recalls, three curves", bandings.size() <= 9);
            for (Banding banding : bandings) {
                assertTrue(banding.components() <= 128);
                assertTrue(banding.rows() > 1);
                assertTrue(banding.probability(similarity) >= 0.9);
            }
        }
    }

    @Test
    public void chosenOnesIncludeThoseOfTheRecall() {
        for (double recall : new double[] {0.8, 0.95, 0.9995}) {
            Banding banding = BandChoice.choose(CurveGoal.find(0.8, recall), 128).banding();
            BandLists lists = new BandLists(List.of(), List.of(), recall);
            assertTrue(lists.bandings(128, 0.8).contains(banding));
            assertFalse(AUTO.bandings(128, 0.8).contains(banding));
        }
    }

    @Test
    public void noneForASimilarityThatIsTooLow() {
        assertThat(AUTO.bandings(16, 0.01), empty());
    }

    @Test
    public void refusesNumbersOutOfBounds() {
        assertRefused(List.of(0), List.of(), "[bands]");
        assertRefused(List.of(), List.of(1025), "[rows]");
    }

    private static void assertRefused(List<Integer> bands, List<Integer> rows, String name) {
        assertThat(
                assertThrows(
                        IllegalArgumentException.class, () -> new BandLists(bands, rows))
                        .getMessage(),
                containsString(name));
    }
}
