package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** What a user says of bands, rows, similarity and recall is kept; the rest follows from it. */
public class BandChoiceResolveTest {

    private static final double CLOSE = 1e-9;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void nothingSaid() {
        assertEquals(
                BandChoice.choose(CurveGoal.find(.8, .99), 128),
                resolve(null, null, null, null));
    }

    @Test
    public void goals() {
        assertEquals(
                BandChoice.choose(CurveGoal.find(.5, .99), 128), resolve(null, null, .5, null));
        assertEquals(BandChoice.choose(CurveGoal.find(.8, .9), 128), resolve(null, null, null, .9));
        assertEquals(BandChoice.choose(CurveGoal.find(.5, .9), 128), resolve(null, null, .5, .9));
    }

    @Test
    public void bandsAndRowsAlone() {
        BandChoice choice = resolve(42, 3, null, null);
        assertEquals(new Banding(42, 3), choice.banding());
        assertEquals(.99, choice.recall(), 0);
        assertEquals(.99, choice.banding().probability(choice.similarity()), CLOSE);
    }

    @Test
    public void bandsAndRowsWithSimilarity() {
        BandChoice choice = resolve(42, 3, .5, null);
        assertEquals(new Banding(42, 3), choice.banding());
        assertEquals(.5, choice.similarity(), 0);
        assertEquals(.99633, choice.recall(), 5e-6);
    }

    @Test
    public void bandsAndRowsWithRecall() {
        BandChoice choice = resolve(42, 3, null, .5);
        assertEquals(.5, choice.recall(), 0);
        assertEquals(.5, choice.banding().probability(choice.similarity()), CLOSE);
    }

    @Test
    public void allFourThatFit() {
        assertEquals(
                new BandChoice(new Banding(42, 3), CurveGoal.find(.5, .99)),
                resolve(42, 3, .5, .99));
    }

    @Test
    public void allFourThatDoNotFit() {
        Refusal.of(() -> resolve(16, 6, .5, .99))
                .says("[bands] 16 and [rows] 6 find pairs of [similarity] [0.5]"
                        + " with probability 0.2227, below [recall] [0.99]");
    }

    @Test
    public void oneOfBandsAndRows() {
        Refusal.of(() -> resolve(42, null, null, null))
                .says("[bands] and [rows] must be given together, got only [bands] [42]");
        Refusal.of(() -> resolve(null, 3, .5, .99))
                .says("[bands] and [rows] must be given together, got only [rows] [3]");
    }

    @Test
    public void moreComponentsThanThereAre() {
        assertEquals(new Banding(64, 2), resolve(64, 2, null, null).banding());
        Refusal.of(() -> resolve(43, 3, .5, .9))
                .says("[bands] × [rows] must be at most [hash_count] 128, got [43] × [3] = 129");
        Refusal.of(() -> resolve(1024, 1024, null, null))
                .says("[bands] × [rows] must be at most [hash_count] 128,"
                        + " got [1024] × [1024] = 1048576");
    }

    /** What a mapping shows of its choice can be written into another mapping. */
    @Test
    public void aChoiceResolvesToItself() {
        Random random = seeded.random();
        for (int i = 0; i < 5_000; i++) {
            int rows = 1 + random.nextInt(16);
            int bands = 1 + random.nextInt(128 / rows);
            Double share = .05 + .94 * random.nextDouble();
            assertResolvesToItself(resolve(bands, rows, null, null));
            assertResolvesToItself(resolve(bands, rows, null, share));
            assertResolvesToItself(resolve(bands, rows, share, null));
            assertResolvesToItself(resolve(null, null, share, .5));
        }
    }

    /** The similarity of so little a recall is none that a double has. */
    @Test
    public void theLeastRecall() {
        BandChoice choice = resolve(128, 1, null, Double.MIN_VALUE);
        assertEquals(Double.MIN_VALUE, choice.similarity(), 0);
        assertResolvesToItself(choice);
    }

    private static void assertResolvesToItself(BandChoice choice) {
        assertEquals(choice, resolve(choice.banding().bands(), choice.banding().rows(),
                choice.similarity(), choice.recall()));
    }

    private static BandChoice resolve(Integer bands, Integer rows, Double similarity,
            Double recall) {
        return BandChoice.resolve(bands, rows, similarity, recall, 128);
    }
}
