package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.tuning.BandFigures;
import org.nearduplicate.tuning.EstimateError;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.Origin;
import org.nearduplicate.tuning.PairCounts;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.SampleDescription;
import org.nearduplicate.tuning.SettingCost;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;
import org.nearduplicate.tuning.TuningProgress;

/** The answer as JSON: every figure under its name, and null where there is none. */
public class TuneResponseTests extends ESTestCase {

    private static final SampleDescription SAMPLE =
            new SampleDescription("body", 7, 1_000, 30, 12, "body.near", List.of("One.", "Two."));
    private static final Objective CHEAPEST =
            new Objective(Objective.Kind.LOWEST_COST, 0.9, 0.2);
    private static final Objective F1 = new Objective(Objective.Kind.SIGNATURE_F1, 0.99, 0.01);
    private static final String LISTS =
            "\"hash_count\": 64, \"bands\": [8], \"rows\": [2, 4], \"similarity\": 0.7";

    /** A copy, a near copy and two texts that share nothing. */
    private Tuning measured() {
        TuneParameters parameters = TuneRequests.parameters(LISTS);
        String text = Texts.random();
        List<List<String>> documents = new ArrayList<>();
        for (String each : List.of(text, text, Texts.near(text), Texts.random(), "?!")) {
            documents.add(List.of(each));
        }
        return new TuningJob(
                documents, parameters.grid(), List.of(), parameters.passages(),
                Map.of("near_duplicate", new NearDuplicateAnalyzer()), F1, TuningProgress.NONE)
                .run();
    }

    private static Map<String, Object> json(Objective objective, Tuning tuning) {
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent,
                Strings.toString(new TuneResponse(42, SAMPLE, 5, objective, 3, tuning)), false);
    }

    private static Tuning of(Tuning measured, SettingResult row, SettingResult best) {
        return new Tuning(
                measured.truths(), List.of(row), List.of(false), measured.passages(),
                List.of(
                        new Recommendation(
                                row.setting().wanted(), best, null, List.of("Because."))));
    }

    public void testSample() {
        Map<String, Object> answer = json(F1, measured());
        assertThat(answer.get("took"), equalTo(42));
        assertThat(answer.get("settings_left_out"), equalTo(3));
        assertThat(
                answer.get("sample"),
                equalTo(
                        Map.of(
                                "field", "body", "seed", 7, "matching", 1_000, "size", 42,
                                "random", 30, "neighbours", 12, "neighbour_field", "body.near",
                                "without_text", 5, "notes", List.of("One.", "Two."))));
    }

    public void testObjective() {
        Tuning measured = measured();
        Map<String, Object> f1 = json(F1, measured);
        assertThat(f1.get("verify"), equalTo("signature"));
        assertThat(f1.get("objective"), equalTo("signature_f1"));
        assertFalse(f1.containsKey("budgets"));
        Map<String, Object> cheapest = json(CHEAPEST, measured);
        assertThat(cheapest.get("verify"), equalTo("exact"));
        assertThat(cheapest.get("objective"), equalTo("lowest_cost"));
        assertThat(cheapest.get("budgets"), equalTo(Map.of("recall", 0.9, "noise", 0.2)));
        Objective open = new Objective(Objective.Kind.LOWEST_COST, 0.9, null);
        assertFiguresAreNull(ObjectPath.eval("budgets", json(open, measured)), "noise");
    }

    public void testShingles() {
        Map<String, Object> answer = json(F1, measured());
        Map<?, ?> shingles = ObjectPath.eval("shingles.0", answer);
        assertThat(shingles.get("analyzer"), equalTo("near_duplicate"));
        assertThat(shingles.get("shingle_unit"), equalTo("word"));
        assertThat(shingles.get("shingle_size"), equalTo(3));
        assertThat(shingles.get("documents"), equalTo(4));
        assertThat(shingles.get("without_shingles"), equalTo(1));
        assertThat(shingles.get("distinct_texts"), equalTo(3));
        assertThat(shingles.get("shingles_per_document"), equalTo(358.0));
        Map<?, ?> histogram = (Map<?, ?>) shingles.get("histogram");
        assertThat(histogram.get("disjoint"), equalTo(3));
        assertThat(histogram.get("identical"), equalTo(1));
        assertThat(
                "355 shingles of 361, and equal ones", histogram.get("bins"),
                equalTo(
                        List.of(
                                Map.of("from", 0.98, "to", 0.99, "pairs", 2),
                                Map.of("from", 0.99, "to", 1.0, "pairs", 1))));
    }

    public void testRow() {
        Tuning measured = measured();
        SettingResult row = new SettingResult(
                measured.rows().getFirst().setting(),
                new Origin(true, true, List.of("body.near", "body.far")),
                new PairCounts(6, 2, 4),
                new BandFigures(0.11, 0.12, 0.13, 0.14, 0.15),
                new EstimateError(-0.21, 0.22, 0.23),
                new SettingCost(31, 32.5, 1.5, 33));
        Map<String, Object> answer = json(CHEAPEST, of(measured, row, row));
        Map<String, Object> json = ObjectPath.eval("settings.0", answer);
        Map<String, Object> setting = ObjectPath.eval("best.0.setting", answer);
        setting.forEach((name, value) -> assertThat(name, json.remove(name), equalTo(value)));
        assertThat(json.remove("pairs"), equalTo(10));
        assertThat(
                json.remove("signature"),
                equalTo(
                        Map.of(
                                "true_positives", 6, "false_positives", 2, "false_negatives", 4,
                                "precision", 0.75, "recall", 0.6, "f1", 12 / 18.0,
                                "mean_error", -0.21, "mean_absolute_error", 0.22,
                                "error_standard_deviation", 0.23)));
        assertThat(
                json.remove("per_document"),
                equalTo(
                        Map.of(
                                "signature_in_bytes", 31.0, "band_terms_in_bytes", 32.5,
                                "total_in_bytes", 63.5, "signing_in_micros", 33.0)));
        assertThat(json.remove("texts_read_per_query"), equalTo(1.5));
        assertThat("bytes times one text and a half, and its own", json.remove("cost"),
                equalTo(63.5 * 2.5));
        assertThat(json.remove("recommended"), equalTo(true));
        assertThat(
                json.remove("present_fields"), equalTo(List.of("body.near", "body.far")));
        assertThat(json.remove("default_mapping"), equalTo(true));
        assertThat(
                json,
                equalTo(
                        Map.of(
                                "recall", 0.11, "predicted_recall", 0.12,
                                "predicted_standard_error", 0.13, "noise", 0.14,
                                "candidates_per_document", 0.15, "front", false)));
    }

    public void testRowWithoutMarks() {
        Tuning measured = measured();
        SettingResult row = measured.rows().getFirst();
        Map<String, Object> json = ObjectPath.eval("settings.0", json(F1, of(measured, row, null)));
        assertThat(json.get("recommended"), equalTo(false));
        assertThat(json.get("present_fields"), equalTo(List.of()));
        assertThat(json.get("default_mapping"), equalTo(false));
        assertThat("by signatures no text is read", json.get("cost"),
                equalTo(row.cost().bytes()));
    }

    public void testFiguresOfNothingAreNull() {
        Tuning measured = measured();
        double none = Double.NaN;
        SettingResult row = new SettingResult(
                measured.rows().getFirst().setting(),
                new Origin(true, false, List.of()),
                new PairCounts(0, 0, 0),
                new BandFigures(none, none, none, none, 0),
                new EstimateError(none, none, none),
                new SettingCost(1, 1, 0, 1));
        Map<String, Object> json = ObjectPath.eval("settings.0", json(F1, of(measured, row, row)));
        assertFiguresAreNull(
                json, "recall", "predicted_recall", "predicted_standard_error", "noise");
        assertFiguresAreNull(
                ObjectPath.eval("signature", json), "precision", "recall", "f1", "mean_error",
                "mean_absolute_error", "error_standard_deviation");
        assertThat(json.get("candidates_per_document"), equalTo(0.0));
    }

    private static void assertFiguresAreNull(Map<String, Object> json, String... names) {
        for (String name : names) {
            assertTrue(name, json.containsKey(name));
            assertThat(name, json.get(name), nullValue());
        }
    }

    public void testBest() {
        Tuning measured = measured();
        SettingResult best = measured.rows().get(1);
        Map<String, Object> answer =
                json(F1, of(measured, measured.rows().getFirst(), best));
        Map<String, Object> wanted = Map.of(
                "analyzer", "near_duplicate", "shingle_unit", "word", "shingle_size", 3,
                "similarity", 0.7);
        Map<String, Object> setting = new HashMap<>(wanted);
        setting.putAll(
                Map.of(
                        "hash_count", 64, "signature_bits", 2, "bands", 8, "rows", 4, "sketch",
                        "fast_similarity", "hash_function", "xxh3", "seed", 0));
        setting.put("rows_taken", 2);
        Map<String, Object> json = ObjectPath.eval("best.0", answer);
        assertThat(json.remove("setting"), equalTo(setting));
        assertThat("three rows of eight bands find 96.6% of .7, and two enough",
                setting.remove("rows_taken"), equalTo(2));
        setting.putAll(Map.of("type", "minhash", "recall", 0.99, "scheme_version", 3));
        assertThat(json.remove("mapping"), equalTo(setting));
        assertThat(json.remove("reasons"), equalTo(List.of("Because.")));
        assertThat(json, equalTo(wanted));
    }

    public void testNothingMeetsTheObjective() {
        Tuning measured = measured();
        Tuning tuning = of(measured, measured.rows().getFirst(), null);
        Map<String, Object> best = ObjectPath.eval("best.0", json(F1, tuning));
        assertThat(best.get("mapping"), nullValue());
        assertThat(best.get("setting"), nullValue());
        assertThat(best.get("reasons"), equalTo(List.of("Because.")));
    }

    public void testFront() {
        Tuning measured = measured();
        List<?> rows = ObjectPath.eval("settings", json(F1, measured));
        assertThat("8 × 2, 8 × 4 and what a mapping without them has", rows.size(), equalTo(3));
        for (int row = 0; row < rows.size(); row++) {
            assertThat(
                    ((Map<?, ?>) rows.get(row)).get("front"), equalTo(measured.front().get(row)));
        }
    }
}
