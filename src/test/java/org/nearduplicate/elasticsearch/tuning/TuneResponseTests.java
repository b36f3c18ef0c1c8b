package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.tuning.PairFigures;
import org.nearduplicate.tuning.Samples;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.SettingResult.EstimateError;
import org.nearduplicate.tuning.SettingResult.Origin;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tuning.PassageFigures;
import org.nearduplicate.tuning.Tuning.Recommendation;
import org.nearduplicate.tuning.Tuning.Truth;

/** The answer as JSON: every figure under its name, and null where there is none. */
public class TuneResponseTests extends ESTestCase {

    private static final String LISTS = "\"hash_count\": 192, \"bands\": [8, 100], \"seed\": 7, ";
    private static final ShingleSetting SHINGLES =
            new ShingleSetting("standard", ShingleUnit.WORD, 3);
    private static final Setting SETTING = Samples.byDefault(
            SHINGLES, BandChoice.resolve(12, 6, 0.8, 0.99, 192));
    private static final SettingResult ROW = new SettingResult(
            SETTING,
            new Origin(true, true, List.of("body.near", "body.far")),
            new PairFigures(0.11, 0.12, 0.13, 0.14, 0.15, 1.5, 6, 2, 4),
            new EstimateError(-0.21, 0.22, 0.23), 31, 32.5, 33);

    private static Map<String, Object> json(String objective, Tuning tuning) {
        SampleDescription sample = new SampleDescription(
                TuneRequests.parameters(LISTS + objective), 1_000, 35, 5, 30, 12, "body.near");
        Map<String, Object> json = map(Strings.toString(new TuneResponse(42, sample, tuning)));
        assertThat(
                ObjectPath.<Map<?, ?>>eval("sample", json).remove("notes"),
                equalTo(sample.notes()));
        return json;
    }

    private static Map<String, Object> map(String json) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, false);
    }

    private static Tuning tuning(
            SettingResult row, boolean front, SettingResult best, PassageFigures... passages) {
        long[] pairs = new long[Truth.BINS];
        pairs[98] = 2;
        pairs[99] = 1;
        return new Tuning(
                List.of(
                        new Truth(SHINGLES, 4, 5, 2, 3, 35.5, pairs, 3, 1)),
                List.of(row), front ? Set.of(row) : Set.of(), List.of(passages),
                List.of(
                        new Recommendation(
                                SETTING.wanted(), best,
                                best == null ? null : new SampledShingles(16),
                                List.of("Because."))));
    }

    public void testEverything() {
        Tuning tuning = tuning(
                ROW, true, ROW,
                new PassageFigures(SETTING.wanted(), new SampledShingles(16), 10, 20, 5, 30, 50.5,
                        9, 99.5));
        String shingles =
                """
                        "analyzer": "standard", "shingle_unit": "word", "shingle_size": 3""";
        String setting = shingles
                + """
                        , "similarity": 0.8, "hash_count": 192, "signature_bits": 2, "bands": 12, "rows": 6,
                        "sketch": "fast_similarity", "hash_function": "xxh3", "seed": 0""";
        String expected =
                """
                        {"took": 42,
                        "sample": {"field": "body", "seed": 7, "matching": 1000, "size": 42, "random": 30,
                          "neighbours": 12, "neighbour_field": "body.near", "without_text": 5},
                        "verify": "exact", "objective": "lowest_cost", "budgets": {"recall": 0.9, "noise": 0.2},
                        "best": [{SHINGLES, "similarity": 0.8, "reasons": ["Because."],
                          "setting": {SETTING, "rows_taken": 5},
                          "mapping": {SETTING, "type": "minhash", "recall": 0.99, "scheme_version": 4, "passages": 16}}],
                        "shingles": [{SHINGLES, "documents": 4, "without_shingles": 5, "of_one_shingle": 2,
                          "distinct_texts": 3, "shingles_per_document": 35.5,
                          "histogram": {"disjoint": 3, "identical": 1, "bins": [
                            {"from": 0.98, "to": 0.99, "pairs": 2}, {"from": 0.99, "to": 1.0, "pairs": 1}]}}],
                        "settings_left_out": 1,
                        "settings": [{SETTING, "rows_taken": 5, "pairs": 10, "recall": 0.11,
                          "predicted_recall": 0.12, "predicted_standard_error": 0.13, "noise": 0.14,
                          "candidates_per_document": 0.15, "texts_read_per_query": 1.5,
                          "signature": {"true_positives": 6, "false_positives": 2, "false_negatives": 4,
                            "precision": 0.75, "recall": 0.6, "f1": 0.6666666666666666, "mean_error": -0.21,
                            "mean_absolute_error": 0.22, "error_standard_deviation": 0.23},
                          "per_document": {"signature_in_bytes": 31.0, "band_terms_in_bytes": 32.5,
                            "total_in_bytes": 63.5, "signing_in_micros": 33.0},
                          "cost": 158.75, "front": true, "recommended": true,
                          "present_fields": ["body.near", "body.far"], "default_mapping": true}],
                        "passages": [{SHINGLES, "similarity": 0.8, "passages": 16, "asked": 10, "pairs": 20,
                          "recall": 0.25, "candidates_per_passage": 3.0, "documents_without_sampled_shingles": 9,
                          "per_document": {"sampled_shingles": 50.5, "sampled_shingles_in_bytes": 99.5}}]}""";
        assertThat(
                json("\"recall\": 0.9, \"noise\": 0.2", tuning),
                equalTo(
                        map(expected.replace("SHINGLES", shingles).replace("SETTING", setting))));
    }

    /** By signatures no text is read, and there are no budgets. */
    public void testNothingMeetsTheObjective() {
        Map<String, Object> answer =
                json("\"verify\": \"signature\"", tuning(ROW, false, null));
        assertThat(answer.get("objective"), equalTo("signature_f1"));
        assertFalse(answer.containsKey("budgets"));
        assertFalse(answer.containsKey("passages"));
        assertNulls(ObjectPath.eval("best.0", answer), "mapping", "setting");
        assertThat(ObjectPath.eval("settings.0.cost", answer), equalTo(63.5));
        assertThat(ObjectPath.eval("settings.0.front", answer), equalTo(false));
        assertThat(ObjectPath.eval("settings.0.recommended", answer), equalTo(false));
    }

    public void testFiguresOfNothingAreNull() {
        Map<String, Object> answer = json(
                "\"recall\": 0.9",
                tuning(
                        new SettingResult(
                                SETTING, ROW.origin(),
                                new PairFigures(
                                        Double.NaN, Double.NaN, Double.NaN, 0, 0, 0, 0, 0, 0),
                                new EstimateError(Double.NaN, Double.NaN, Double.NaN), 132, 48, 12),
                        false, null));
        assertNulls(ObjectPath.eval("budgets", answer), "noise");
        Map<String, Object> row = ObjectPath.eval("settings.0", answer);
        assertNulls(row, "recall", "predicted_recall", "predicted_standard_error");
        assertThat(row.get("noise"), equalTo(0.0));
        assertNulls(
                ObjectPath.eval("signature", row), "precision", "recall", "f1", "mean_error",
                "mean_absolute_error", "error_standard_deviation");
    }

    private static void assertNulls(Map<String, Object> json, String... names) {
        for (String name : names) {
            assertTrue(name, json.containsKey(name));
            assertNull(name, json.get(name));
        }
    }
}
