package org.nearduplicate.tuning;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** What is measured beside what a request tries, and why. */
public class TuningPlanTest {

    private static final SketchSetting TRIED_SKETCH =
            new SketchSetting(HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY, 64, 8);

    /** A mapping without more chooses 12 bands of 192 hashes for 0.8, and 34 for 0.5, of which there are five rows. */
    @Test
    public void theDefaultMappingOfAllPairsThatAreWanted() {
        Map<Setting, Origin> settings =
                TuningPlan.of(grid(List.of(2, 3), List.of(0.5, 0.8)), List.of()).settings();
        assertEquals(8, settings.size());
        for (int size = 2; size <= 3; size++) {
            for (Map.Entry<Double, Banding> chosen : Map.of(
                    0.5, new Banding(34, 5), 0.8, new Banding(12, 6)).entrySet()) {
                assertEquals(
                        Origin.TRIED,
                        settings.get(
                                new Setting(
                                        words(size), TRIED_SKETCH,
                                        bands(8, 4, chosen.getKey()))));
                assertEquals(
                        Origin.DEFAULT,
                        settings.get(
                                new Setting(
                                        words(size), SketchSetting.DEFAULT,
                                        new BandChoice(
                                                chosen.getValue(),
                                                CurveGoal.find(chosen.getKey(), 0.99)))));
            }
        }
    }

    /** Whatever similarity it was made for, and whether its shingles are tried or not; once if its queries do the same. */
    @Test
    public void presentFieldsFromEverySimilarity() {
        PresentField other =
                new PresentField("b.far", words(5), SketchSetting.DEFAULT, bands(9, 4, 0.8));
        List<PresentField> fields = List.of(
                new PresentField("b.near", words(2), TRIED_SKETCH, bands(8, 4, 0.7)),
                new PresentField("b.plain", words(2), SketchSetting.DEFAULT, bands(12, 6, 0.8)),
                new PresentField("b.same", words(2), TRIED_SKETCH, bands(8, 4, 0.8)),
                new PresentField(
                        "b.less", words(2), SketchSetting.DEFAULT,
                        BandChoice.resolve(12, 6, 0.8, 0.98, 72)),
                other);
        TuningPlan plan = TuningPlan.of(grid(List.of(2), List.of(0.5, 0.8)), fields);

        List<String> rows = new ArrayList<>();
        plan.settings().forEach(
                (setting, origin) -> rows.add(
                        setting.similarity() + " " + setting.banding() + ">"
                                + setting.taken().rows() + " "
                                + (origin.isTried() ? "tried " : "")
                                + (origin.isDefault() ? "default " : "") + origin.fields()));
        assertEquals(
                List.of(
                        "0.5 8×4>2 tried [b.near, b.same]", "0.8 8×4>3 tried [b.near, b.same]",
                        "0.5 34×5>3 default []", "0.8 12×6>5 default [b.plain, b.less]",
                        "0.5 12×6>2 [b.plain, b.less]", "0.5 9×4>2 [b.far]", "0.8 9×4>4 [b.far]"),
                rows);
        Map<ShingleSetting, List<Setting>> groups =
                TuningPlan.grouped(plan.settings().keySet(), Setting::shingles);
        assertEquals(List.of(words(2), words(5)), List.copyOf(groups.keySet()));
        assertEquals(true, plan.tries(groups.get(words(2))));
        assertEquals(false, plan.tries(groups.get(words(5))));
    }

    /** No bands of 192 components find one pair in a hundred often enough that has one shingle in a thousand. */
    @Test
    public void noDefaultWhereThereIsNone() {
        assertEquals(
                List.of(Origin.TRIED),
                List.copyOf(
                        TuningPlan.of(grid(List.of(2), List.of(0.001)), List.of()).settings()
                                .values()));
    }

    /** Returns bands as a mapping has them that says no recall. */
    private static BandChoice bands(int bands, int rows, double similarity) {
        return BandChoice.resolve(bands, rows, similarity, null, bands * rows);
    }

    private static ShingleSetting words(int size) {
        return new ShingleSetting(Samples.WHITESPACE, ShingleUnit.WORD, size);
    }

    private static ParameterGrid grid(List<Integer> sizes, List<Double> similarities) {
        return Samples.grid(
                ShingleUnit.WORD, sizes, HashFunction.XXH3, SketchAlgorithm.FAST_SIMILARITY,
                List.of(64), new BandLists(List.of(8), List.of(4)), similarities);
    }
}
