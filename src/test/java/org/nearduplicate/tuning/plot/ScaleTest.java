package org.nearduplicate.tuning.plot;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.tuning.plot.Scale.Tick;

/** Axes hold the figures that they are made for, with a few round ticks. */
public class ScaleTest extends LuceneTestCase {

    private static final double START = 340;
    private static final double END = 20;

    public void testSharesFromTheLeastOnAreOnTheAxis() {
        for (int i = 0; i < 1000; i++) {
            double least = random().nextBoolean()
                    ? random().nextDouble()
                    : 1 - Math.pow(10, -6 * random().nextDouble());
            assertHolds(LinearScale.sharesFrom(least, START, END), least, 1);
        }
        assertHolds(LinearScale.sharesFrom(1, START, END), 0.9, 1);
        assertHolds(LinearScale.sharesFrom(0, START, END), 0, 1);
    }

    public void testTheLeastShareIsNotFarFromTheStart() {
        LinearScale scale = LinearScale.sharesFrom(0.62, START, END);
        assertEquals(List.of("60%", "70%", "80%", "90%", "100%"), labels(scale));
    }

    public void testQuantitiesAreOnTheAxis() {
        for (int i = 0; i < 1000; i++) {
            double least = Math.pow(10, 12 * random().nextDouble() - 6);
            double most = least * Math.pow(10, 9 * random().nextDouble() * random().nextInt(2));
            assertHolds(LogScale.quantities(least, most, START, START, END), least, most);
            LogScale withZero = LogScale.quantities(least, most, START + 30, START, END);
            assertEquals(START + 30, withZero.place(0), 0);
            assertEquals("0", withZero.ticks().getFirst().label());
        }
    }

    public void testCountsAreOnTheAxisAndOneHasALength() {
        for (long most : new long[] {0, 1, 7, 10, 11, 123_456_789, 50_000_000_000L}) {
            LogScale scale = LogScale.counts(most, START, END);
            assertHolds(scale, 1, Math.max(1, most));
            assertTrue(START - scale.place(1) > 5);
        }
    }

    public void testLabels() {
        assertEquals(List.of("1", "10", "100", "1k", "10k"),
                labels(LogScale.counts(20_000, START, END)));
        assertEquals(List.of("1", "100", "10k", "1M", "100M"),
                labels(LogScale.counts(500_000_000, START, END)));
        assertEquals(List.of("0.02", "0.05", "0.1", "0.2"),
                labels(LogScale.quantities(0.02, 0.15, START, START, END)));
    }

    private static void assertHolds(Scale scale, double least, double most) {
        assertTrue(scale.place(least) <= START + 1e-6);
        assertTrue(scale.place(most) >= END - 1e-6);
        List<Tick> ticks = scale.ticks();
        assertTrue(ticks.toString(), ticks.size() >= 2 && ticks.size() <= 8);
        for (int i = 0; i < ticks.size(); i++) {
            double place = scale.place(ticks.get(i).figure());
            assertTrue(place <= START + 1e-6 && place >= END - 1e-6);
            assertTrue(i == 0 || place < scale.place(ticks.get(i - 1).figure()) - 20);
        }
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Tick::label).toList();
    }
}
