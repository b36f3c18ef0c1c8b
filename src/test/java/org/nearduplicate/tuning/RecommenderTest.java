package org.nearduplicate.tuning;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.util.List;
import org.junit.Test;
import org.nearduplicate.sketch.sets.SampledShingles;
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
        assertSays(recommend(Kind.SIGNATURE_F1, rows), "F1 by signatures of 0.9000 is the highest");
    }

    @Test
    public void cheapestOfEquals() {
        SettingResult small =
                Rows.row(0.8).counts(90, 10, 10).bytes(100).candidates(5).texts(1).build();
        SettingResult fast =
                Rows.row(0.8).counts(90, 10, 10).bytes(100).candidates(4).texts(2).build();
        assertSame(fast, recommend(Kind.SIGNATURE_F1, List.of(BALANCED, small, fast)).best());
    }

    @Test
    public void cheaperAndNearlyAsGood() {
        SettingResult nearly = Rows.row(0.8).bands(8, 6).counts(90, 11, 10).bytes(99).build();
        SettingResult worse = Rows.row(0.8).counts(80, 10, 20).bytes(50).build();
        Tuning.Recommendation found =
                recommend(Kind.SIGNATURE_F1, List.of(BALANCED, nearly, worse));
        assertSame(BALANCED, found.best());
        assertSays(found,
                "8 bands × 6 of 6 rows of 1024 hashes of 2 bits, with F1 by signatures 0.8955");
        assertThat(text(recommend(Kind.SIGNATURE_F1, List.of(BALANCED, worse))),
                not(containsString("Cheaper")));
    }

    /** Of pairs of just 0.8, 12 × 5 bands find 99.2%, 16 × 6 and 17 × 6 more, 8 × 6 only 92%. */
    @Test
    public void lowestCostWithinTheBudgets() {
        SettingResult misses = Rows.row(0.8).bands(4, 3).found(0.98, 0.001).bytes(1).build();
        SettingResult noisy = Rows.row(0.8).bands(18, 2).found(0.999, 0.2).bytes(2).build();
        SettingResult copiesAlone = Rows.row(0.8).bands(8, 6).found(0.9999, 0).bytes(3).build();
        SettingResult fits =
                Rows.row(0.8).bands(12, 5).found(0.99, 0.01).bytes(100).texts(1).build();
        SettingResult reads =
                Rows.row(0.8).bands(16, 6).found(0.995, 0.001).bytes(90).texts(1.5).build();
        SettingResult takes =
                Rows.row(0.8).bands(17, 6).found(0.995, 0.001).bytes(210).texts(0).build();
        Tuning.Recommendation found = recommend(
                Kind.LOWEST_COST, List.of(misses, noisy, copiesAlone, reads, takes, fits));
        assertSame(fits, found.best());
        assertSays(found,
                "Settings that keep to a recall of 0.99 and a noise of 0.01: 3 of 6. Of these it costs the"
                        + " least: 100 bytes per document, and 1.00 texts that a query reads.");

        Tuning.Recommendation none = recommend(
                Kind.LOWEST_COST, List.of(misses, noisy, copiesAlone));
        assertNull(none.best());
        assertSays(none, "No setting keeps to a recall of 0.99");
        assertSays(none, "highest recall is 0.9443, with 4 bands × 3 of 3 rows");
        assertSays(none, "lowest noise is 0.2000, with 18 bands × 2 of 2 rows");
    }

    /** One missed pair of eighty is no evidence against bands that find 99.3% of such pairs; ten do. */
    @Test
    public void aPairThatIsMissedByChance() {
        Rows few = Rows.row(0.8).bands(16, 6).counts(80, 0, 0).chance(0.0098);
        SettingResult expensive = Rows.row(0.8).bands(17, 6).bytes(200).build();
        SettingResult one = few.found(79 / 80.0, 0).build();
        assertSame(one, recommend(Kind.LOWEST_COST, List.of(one, expensive)).best());
        SettingResult ten = few.found(70 / 80.0, 0).build();
        assertSame(expensive, recommend(Kind.LOWEST_COST, List.of(ten, expensive)).best());
    }

    /** Where even the default mapping has more noise than others have elsewhere, half as much again will do; what is said is kept to. */
    @Test
    public void asMuchNoiseAsTheDefaultMapping() {
        SettingResult noisier = Rows.row(0.8).bands(9, 4).found(1, 0.0616).bytes(1).build();
        SettingResult cheap = Rows.row(0.8).bands(12, 5).found(1, 0.0614).bytes(2).build();
        SettingResult sharp = Rows.row(0.8).bands(16, 6).found(1, 0.008).bytes(100).build();
        Rows byDefault =
                Rows.row(0.8).bands(16, 6).origin(new SettingResult.Origin(false, true, List.of()));
        List<SettingResult> rows = List.of(
                noisier, cheap, sharp, byDefault.found(1, 0.041).build());
        Tuning.Recommendation found = recommend(Kind.LOWEST_COST, rows);
        assertSame(cheap, found.best());
        assertSays(found, "a noise of 0.0615: 2 of 3.");

        assertSame(
                "less than others have elsewhere is no bound", sharp,
                recommend(
                        Kind.LOWEST_COST,
                        List.of(noisier, sharp, byDefault.found(1, 0.001).build())).best());
        assertNull(
                "whatever the texts, a fifth of all is too much",
                recommend(
                        Kind.LOWEST_COST,
                        List.of(
                                Rows.row(0.8).bands(12, 5).found(1, 0.2).build(),
                                byDefault.found(1, 0.2).build()))
                        .best());
        assertSame(
                sharp,
                Recommender.recommend(
                        rows, List.of(), new Objective(Kind.LOWEST_COST, 0.99, 0.01))
                        .getFirst().best());
    }

    /** The first is the best of its own pairs alone. */
    @Test
    public void onesForAllPairsAndNoneAcrossThem() {
        SettingResult cheap = Rows.row(0.9).bands(12, 5).bytes(10).build();
        SettingResult cheapest = Rows.row(0.8).bands(17, 6).bytes(90).build();
        SettingResult other = Rows.row(0.8).bands(16, 6).bytes(100).build();
        SettingResult field = Rows.row(0.7).bands(35, 3).bytes(1)
                .origin(new SettingResult.Origin(false, false, List.of("b.near"))).build();
        List<Tuning.Recommendation> all = Recommender.recommend(
                List.of(other, cheap, field, cheapest), List.of(),
                new Objective(Kind.LOWEST_COST, 0.99, 0.01));
        assertEquals(
                List.of(cheapest.setting().wanted(), cheap.setting().wanted()),
                all.stream().map(Tuning.Recommendation::wanted).toList());
        assertSame(cheapest, all.getFirst().best());
        assertSame(cheap, all.getLast().best());
    }

    @Test
    public void comparedWithWhatThereIs() {
        SettingResult best = Rows.row(0.8).bands(12, 5).bytes(90).build();
        SettingResult field = Rows.row(0.8).bands(35, 3).found(0.9988, 0).bytes(50).texts(0.5)
                .origin(new SettingResult.Origin(false, true, List.of("b.near"))).build();
        Tuning.Recommendation found = recommend(Kind.LOWEST_COST, List.of(field, best));
        assertSame("what was not tried is not recommended", best, found.best());
        assertSays(found,
                "For comparison, the present field [b.near] and the default mapping, 35 bands × 3 of 3 rows of"
                        + " 1024 hashes of 2 bits: recall 99.88%, and 100.00% at just the similarity, 50"
                        + " bytes per document, and 0.50 texts that a query reads.");
        assertSays(recommend(Kind.SIGNATURE_F1, List.of(field, best)),
                "1024 hashes of 2 bits: F1 by signatures 1.0000 and 50 bytes per document.");

        SettingResult same = Rows.row(0.8).bands(12, 5)
                .origin(new SettingResult.Origin(true, true, List.of("b.a", "b.c"))).build();
        assertSays(recommend(Kind.LOWEST_COST, List.of(same)),
                "It is that of the present field [b.a] and the present field [b.c] and the"
                        + " default mapping.");
    }

    /** Sixteen bands of six rows find 99.3% of just .8, where five are taken 99.7%. */
    @Test
    public void queriesTakeTheRowsThatTheRecallOfTheMappingNeeds() {
        SettingResult sharp = Rows.row(0.8).bands(16, 6).bytes(90).build();
        SettingResult sure = Rows.row(0.8).bands(16, 6).taking(0.995).build();
        assertSame(sharp, recommend(Kind.LOWEST_COST, List.of(sure, sharp)).best());
        Tuning.Recommendation found = Recommender.recommend(
                List.of(sure, sharp), List.of(), new Objective(Kind.LOWEST_COST, 0.995, null))
                .getFirst();
        assertSame(sure, found.best());
        assertSays(found, "and 99.85% of those of just that similarity");
        assertThat(
                text(Recommender.recommend(
                        List.of(sure, sharp), List.of(),
                        new Objective(Kind.LOWEST_COST, 0.9999, null)).getFirst()),
                containsString("the highest recall is 0.9985, with 16 bands × 5 of 6 rows of"));
    }

    @Test
    public void fewPairsAreMentioned() {
        SettingResult few = Rows.row(0.8).counts(5, 0, 0).build();
        for (Kind kind : Kind.values()) {
            assertSays(recommend(kind, List.of(few)), "only 5 such pairs");
            assertThat(
                    text(recommend(kind, List.of(Rows.row(0.8).counts(100, 0, 0).build()))),
                    not(containsString("such pairs")));
        }
    }

    @Test
    public void nothingToFindOrFound() {
        SettingResult nothing = Rows.row(0.8).counts(0, 3, 0).build();
        for (Kind kind : Kind.values()) {
            assertNull(recommend(kind, List.of(nothing)).best());
            assertSays(recommend(kind, List.of(nothing)), "No pair");
        }
        SettingResult notFound = Rows.row(0.8).counts(0, 0, 3).build();
        assertNull(recommend(Kind.SIGNATURE_PRECISION, List.of(notFound)).best());
        assertEquals(notFound, recommend(Kind.SIGNATURE_RECALL, List.of(notFound)).best());
    }

    /** Of those that find enough the fewest sampled shingles, whatever the order; of other shares nothing counts. */
    @Test
    public void fewestSampledThatFindEnough() {
        List<Tuning.PassageFigures> passages = List.of(
                passages(0.8, 4, 1_000, 999), passages(0.8, 32, 1_000, 900),
                passages(0.8, 16, 1_000, 990), passages(0.5, 64, 1_000, 1_000),
                passages(0.8, 8, 1_000, 995));
        Tuning.Recommendation found = recommend(passages);
        assertSame(BALANCED, found.best());
        assertEquals(new SampledShingles(16), found.sampled());
        assertSays(found,
                "One shingle in 16, sampled, finds 99.00% of the documents that have a passage; no"
                        + " fewer that were tried find 0.99.");

        Tuning.Recommendation none = recommend(List.of(
                passages(0.8, 4, 1_000, 950), passages(0.8, 16, 1_000, 900)));
        assertSame(BALANCED, none.best());
        assertNull(none.sampled());
        assertSays(none,
                "No [passages] find 0.99 of the passages: with 4 they find 0.9500.");

        Tuning.Recommendation nothing = recommend(List.of(passages(0.8, 4, 0, 0)));
        assertNull(nothing.sampled());
        assertSays(nothing,
                "No document has a passage, so nothing can be said about [passages].");
    }

    private static Tuning.PassageFigures passages(
            double share, int oneIn, long pairs, long found) {
        return new Tuning.PassageFigures(
                Rows.row(share).build().setting().wanted(), new SampledShingles(oneIn), 100, pairs,
                found,
                found, 0, 0, 0);
    }

    private static Tuning.Recommendation recommend(List<Tuning.PassageFigures> passages) {
        return Recommender.recommend(
                List.of(BALANCED), passages, new Objective(Kind.SIGNATURE_F1, 0.99, 0.01))
                .getFirst();
    }

    private static Tuning.Recommendation recommend(Kind kind, List<SettingResult> rows) {
        return Recommender.recommend(rows, List.of(), new Objective(kind, 0.99, null)).getFirst();
    }

    private static void assertSays(Tuning.Recommendation recommendation, String reason) {
        assertThat(text(recommendation), containsString(reason));
    }

    private static String text(Tuning.Recommendation recommendation) {
        return String.join(" ", recommendation.reasons());
    }
}
