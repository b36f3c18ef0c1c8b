package org.nearduplicate.tuning;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.util.List;
import org.junit.Test;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.tuning.Objective.Kind;

/** Which row is best at what, and what is said of it. */
public class RecommenderTest {

    private static final SettingResult PRECISE =
            Rows.row(0.8).counts(60, 0, 40).bytes(300).build();
    private static final SettingResult COMPLETE =
            Rows.row(0.8).counts(100, 50, 0).bytes(300).build();
    private static final SettingResult BALANCED =
            Rows.row(0.8).counts(90, 10, 10).bytes(300).build();

    @Test
    public void highestFigure() {
        List<SettingResult> rows = List.of(PRECISE, COMPLETE, BALANCED);
        assertSame(PRECISE, recommend(Kind.SIGNATURE_PRECISION, rows).best());
        assertSame(COMPLETE, recommend(Kind.SIGNATURE_RECALL, rows).best());
        assertSame(BALANCED, recommend(Kind.SIGNATURE_F1, rows).best());
        assertThat(text(recommend(Kind.SIGNATURE_F1, rows)),
                containsString("F1 by signatures of 0.9000 is the highest"));
    }

    @Test
    public void cheapestOfEquals() {
        SettingResult small = Rows.row(0.8).counts(90, 10, 10).bytes(100).candidates(5).build();
        SettingResult fast = Rows.row(0.8).counts(90, 10, 10).bytes(100).candidates(4).build();
        assertSame(fast, recommend(Kind.SIGNATURE_F1, List.of(BALANCED, small, fast)).best());
    }

    @Test
    public void cheaperAndNearlyAsGood() {
        SettingResult nearly = Rows.row(0.8).bands(8, 6).counts(90, 11, 10).bytes(99).build();
        SettingResult worse = Rows.row(0.8).counts(80, 10, 20).bytes(50).build();
        Recommendation told = recommend(Kind.SIGNATURE_F1, List.of(BALANCED, nearly, worse));
        assertSame(BALANCED, told.best());
        assertThat(text(told),
                containsString(
                        "8×6 bands × rows of 1024 hashes of 2 bits, with F1 by signatures 0.8955"));
        assertThat(text(recommend(Kind.SIGNATURE_F1, List.of(BALANCED, worse))),
                not(containsString("Cheaper")));
    }

    @Test
    public void fewestBandsWithinTheBudgets() {
        SettingResult misses = Rows.row(0.8).bands(4, 6).found(0.95, 0.001).build();
        SettingResult noisy = Rows.row(0.8).bands(5, 2).found(0.999, 0.2).build();
        SettingResult fits = Rows.row(0.8).bands(12, 5).found(0.99, 0.01).build();
        SettingResult more = Rows.row(0.8).bands(16, 6).found(0.995, 0.001).bytes(1).build();
        Recommendation told = recommend(
                Kind.FEWEST_BANDS, List.of(misses, noisy, more, fits));
        assertSame(fits, told.best());
        assertThat(text(told), containsString("fewest bands, 12,"));

        Recommendation none = recommend(Kind.FEWEST_BANDS, List.of(misses, noisy));
        assertNull(none.best());
        assertThat(text(none), containsString("No setting keeps to a recall of 0.99"));
        assertThat(text(none), containsString("highest recall is 0.9500, with 4×6 bands"));
        assertThat(text(none), containsString("lowest noise is 0.2000, with 5×2 bands"));
    }

    @Test
    public void fewPairsAndOtherTasksAreTold() {
        SettingResult few = Rows.row(0.8).counts(5, 0, 0).build();
        SettingResult other = Rows.row(0.5).counts(4, 0, 4).build();
        assertThat(text(recommend(Kind.SIGNATURE_F1, List.of(few))),
                containsString("only 5 such pairs"));
        assertThat(
                text(recommend(Kind.SIGNATURE_F1, List.of(few))),
                not(containsString("other pairs")));
        assertThat(
                text(recommend(Kind.SIGNATURE_F1, List.of(few, other))),
                containsString("other pairs"));
    }

    @Test
    public void nothingToFindOrFound() {
        SettingResult nothing = Rows.row(0.8).counts(0, 3, 0).build();
        assertNull(recommend(Kind.SIGNATURE_F1, List.of(nothing)).best());
        assertThat(text(recommend(Kind.SIGNATURE_F1, List.of(nothing))), containsString("No pair"));
        SettingResult notFound = Rows.row(0.8).counts(0, 0, 3).build();
        assertNull(recommend(Kind.SIGNATURE_PRECISION, List.of(notFound)).best());
        assertEquals(notFound, recommend(Kind.SIGNATURE_RECALL, List.of(notFound)).best());
    }

    /** Of those that find enough the fewest prints, whatever the order; of other shares nothing counts. */
    @Test
    public void fewestPrintsThatFindEnough() {
        List<PassageFigures> passages = List.of(
                passages(0.8, 4, 1_000, 999), passages(0.8, 32, 1_000, 900),
                passages(0.8, 16, 1_000, 990), passages(0.5, 64, 1_000, 1_000),
                passages(0.8, 8, 1_000, 995));
        Recommendation told = recommend(passages);
        assertSame(BALANCED, told.best());
        assertEquals(new Prints(16), told.prints());
        assertThat(text(told), containsString(
                "One shingle in 16 as a print finds 99.00% of the documents that have a passage; no"
                        + " fewer that were tried find 0.99."));

        Recommendation none = recommend(List.of(
                passages(0.8, 4, 1_000, 950), passages(0.8, 16, 1_000, 900)));
        assertSame(BALANCED, none.best());
        assertNull(none.prints());
        assertThat(text(none), containsString(
                "No [passages] find 0.99 of the passages: with 4 they find 0.9500."));

        Recommendation nothing = recommend(List.of(passages(0.8, 4, 0, 0)));
        assertNull(nothing.prints());
        assertThat(text(nothing), containsString(
                "No document has a passage, so nothing can be said about [passages]."));
    }

    private static PassageFigures passages(
            double share, int oneIn, long pairs, long found) {
        return new PassageFigures(
                Rows.row(share).build().setting().wanted(), new Prints(oneIn), 100, pairs, found,
                found, new PrintCensus(0, 0, 0));
    }

    private static Recommendation recommend(List<PassageFigures> passages) {
        return new Recommender(
                List.of(BALANCED), passages, new Objective(Kind.SIGNATURE_F1, 0.99, 0.01))
                .recommend();
    }

    private static Recommendation recommend(Kind kind, List<SettingResult> rows) {
        return new Recommender(rows, List.of(), new Objective(kind, 0.99, 0.01)).recommend();
    }

    private static String text(Recommendation recommendation) {
        return String.join(" ", recommendation.reasons());
    }
}
