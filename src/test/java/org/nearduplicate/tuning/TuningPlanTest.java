package org.nearduplicate.tuning;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** What is measured beside what a request tries, and why. */
public class TuningPlanTest {

    /** A mapping without more chooses 12 bands of 192 hashes for 0.8, and 34 for 0.5, of which there are five rows. */
    @Test
    public void theDefaultMappingOfAllPairsThatAreWanted() {
        assertEquals(
                List.of(
                        "2 0.5 8×4>2 tried []", "2 0.8 8×4>3 tried []",
                        "3 0.5 8×4>2 tried []", "3 0.8 8×4>3 tried []",
                        "2 0.5 34×5>3 default []", "2 0.8 12×6>5 default []",
                        "3 0.5 34×5>3 default []", "3 0.8 12×6>5 default []"),
                rows(grid(List.of(2, 3), List.of(0.5, 0.8)), Map.of()));
    }

    /** Whatever similarity it was made for, and whether its shingles are tried or not; once if its queries do the same. */
    @Test
    public void presentFieldsFromEverySimilarity() {
        Scheme byDefault = words(2).byDefault();
        Scheme tried =
                words(2).scheme(HashFunction.XXH3, SketchAlgorithm.FAST_SIMILARITY, 64, 8);
        Map<String, Setting> fields = new LinkedHashMap<>();
        fields.put("b.near", field(tried, bands(8, 4, 0.7)));
        fields.put("b.plain", field(byDefault, bands(12, 6, 0.8)));
        fields.put("b.same", field(tried, bands(8, 4, 0.8)));
        fields.put("b.less", field(byDefault, BandChoice.resolve(12, 6, 0.8, 0.98, 72)));
        fields.put("b.far", field(words(5).byDefault(), bands(9, 4, 0.8)));
        assertEquals(
                List.of(
                        "2 0.5 8×4>2 tried [b.near, b.same]",
                        "2 0.8 8×4>3 tried [b.near, b.same]",
                        "2 0.5 34×5>3 default []", "2 0.8 12×6>5 default [b.plain, b.less]",
                        "2 0.5 12×6>2 [b.plain, b.less]", "5 0.5 9×4>2 [b.far]",
                        "5 0.8 9×4>4 [b.far]"),
                rows(grid(List.of(2), List.of(0.5, 0.8)), fields));
    }

    /** No bands of 192 components find one pair in a hundred often enough that has one shingle in a thousand. */
    @Test
    public void noDefaultWhereThereIsNone() {
        assertEquals(
                List.of("2 0.001 8×4>2 tried []"),
                rows(grid(List.of(2), List.of(0.001)), Map.of()));
    }

    private static List<String> rows(ParameterGrid grid, Map<String, Setting> fields) {
        List<String> rows = new ArrayList<>();
        TuningJob.plan(grid, fields).forEach(
                (setting, origin) -> rows.add(
                        setting.shingles().size() + " " + setting.similarity() + " "
                                + setting.banding() + ">" + setting.taken().rows() + " "
                                + (origin.isTried() ? "tried " : "")
                                + (origin.isDefault() ? "default " : "") + origin.fields()));
        return rows;
    }

    private static Setting field(Scheme scheme, BandChoice bands) {
        return new Setting(Samples.WHITESPACE, scheme, bands);
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
                List.of(64), new BandLists(List.of(8), List.of(4), 0.99), similarities);
    }
}
