package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoals;

/** The answer: its names, their order, and that each number is the curve's. */
public class CurveXContentTests extends ESTestCase {

    public void testBandsAndRowsAndGoals() {
        Map<String, Object> answer = answer(42, 3, CurveGoals.of(0.5, 0.99, 0.05, 0.001), 256);
        assertThat(
                new ArrayList<>(answer.keySet()),
                equalTo(
                        List.of(
                                "bands", "rows", "hash_count", "hashes_used", "goals", "steepest",
                                "similarity_at", "curve", "alternatives", "mapping")));
        assertThat(answer.get("bands"), equalTo(42));
        assertThat(answer.get("rows"), equalTo(3));
        assertThat(answer.get("hash_count"), equalTo(256));
        assertThat(answer.get("hashes_used"), equalTo(126));
        Map<?, ?> goals = map(answer.get("goals"));
        assertThat(new ArrayList<>(goals.keySet()), equalTo(List.of("find", "leave_out")));
        assertThat(
                goals.get("find"),
                equalTo(
                        Map.of(
                                "similarity", 0.5, "recall", 0.99, "probability", found(42, 3, 0.5),
                                "met", true)));
        assertThat(
                map(goals.get("leave_out")).keySet().toString(),
                equalTo("[noise_similarity, noise, probability, met]"));
        assertThat(map(goals.get("leave_out")).get("noise_similarity"), equalTo(0.05));
        assertThat(map(goals.get("leave_out")).get("noise"), equalTo(0.001));
        assertNumber(map(goals.get("leave_out")).get("probability"), found(42, 3, 0.05));
        assertThat(map(goals.get("leave_out")).get("met"), equalTo(false));
    }

    public void testNoGoals() {
        Map<String, Object> answer = answer(42, 3, new CurveGoals(null, null), null);
        assertThat(answer.get("goals"), equalTo(Map.of()));
        assertThat(answer.get("alternatives"), equalTo(List.of()));
    }

    public void testTheCurve() {
        int rows = between(1, 12);
        int bands = between(1, 128 / rows);
        Map<String, Object> answer = answer(bands, rows, new CurveGoals(null, null), null);
        List<?> curve = (List<?>) answer.get("curve");
        assertThat(curve.size(), equalTo(21));
        for (int i = 0; i <= 20; i++) {
            double similarity =
                    Double.parseDouble(i * 5 / 100 + "." + i * 5 % 100 / 10 + i * 5 % 10);
            assertThat(map(curve.get(i)).get("similarity"), equalTo(similarity));
            assertNumber(map(curve.get(i)).get("probability"), found(bands, rows, similarity));
        }
        List<?> similarities = (List<?>) answer.get("similarity_at");
        double[] probabilities = {0.001, 0.5, 0.99};
        assertThat(similarities.size(), equalTo(probabilities.length));
        for (int i = 0; i < probabilities.length; i++) {
            Map<?, ?> point = map(similarities.get(i));
            assertThat(point.get("probability"), equalTo(probabilities[i]));
            double similarity = (double) point.get("similarity");
            assertNumber(found(bands, rows, similarity), probabilities[i]);
        }
    }

    /** The figures of 42 bands of 3 rows, with a calculator. */
    public void testSteepest() {
        Map<?, ?> steepest = map(answer(42, 3, new CurveGoals(null, null), null).get("steepest"));
        assertThat(
                steepest.keySet().toString(), equalTo("[similarity, approximation, probability]"));
        assertThat((double) steepest.get("similarity"), closeTo(0.251984, 5e-7));
        assertThat((double) steepest.get("approximation"), closeTo(0.287685, 5e-7));
        assertNumber(steepest.get("probability"), 1 - Math.pow(1 - 0.016, 42));
    }

    public void testAlternatives() {
        CurveGoals goals = CurveGoals.of(0.5, 0.99, 0.05, 0.01);
        List<?> alternatives = (List<?>) answer(null, null, goals, null).get("alternatives");
        assertThat(alternatives.size(), equalTo(2));
        assertAlternative(alternatives.get(0), 17, 2, false);
        assertAlternative(alternatives.get(1), 7, 1, false);

        List<?> ofOthers = (List<?>) answer(42, 3, goals, null).get("alternatives");
        assertThat(ofOthers.size(), equalTo(3));
        assertAlternative(ofOthers.get(0), 35, 3, true);
    }

    public void testAlternativesWithOneGoal() {
        CurveGoals goals = CurveGoals.of(0.5, 0.99, null, null);
        List<?> alternatives = (List<?>) answer(null, null, goals, null).get("alternatives");
        assertThat(
                map(alternatives.get(0)).keySet().toString(),
                equalTo("[bands, rows, hashes_used, find_probability, met]"));
    }

    public void testMapping() {
        CurveGoals goals = CurveGoals.of(0.5, 0.99, 0.05, 0.01);
        Map<?, ?> mapping = map(answer(null, null, goals, null).get("mapping"));
        assertThat(
                mapping,
                equalTo(
                        Map.of(
                                "type", "minhash", "bands", 35, "rows", 3, "similarity", 0.5,
                                "recall", 0.99)));
        assertThat(
                map(answer(null, null, goals, 256).get("mapping")).get("hash_count"),
                equalTo(256));
    }

    /** A mapping refuses a recall that its bands and rows miss. */
    public void testMappingOfAGoalThatIsNotMet() {
        Map<?, ?> mapping =
                map(answer(5, 25, CurveGoals.of(0.9, 0.99, null, null), null).get("mapping"));
        assertThat(mapping.get("similarity"), equalTo(0.9));
        assertNumber(mapping.get("recall"), found(5, 25, 0.9));
    }

    private static void assertAlternative(Object alternative, int bands, int rows, boolean met) {
        Map<?, ?> fields = map(alternative);
        assertThat(
                fields.keySet().toString(),
                equalTo(
                        "[bands, rows, hashes_used, find_probability, leave_out_probability, met]"));
        assertThat(fields.get("bands"), equalTo(bands));
        assertThat(fields.get("rows"), equalTo(rows));
        assertThat(fields.get("hashes_used"), equalTo(bands * rows));
        assertNumber(fields.get("find_probability"), found(bands, rows, 0.5));
        assertNumber(fields.get("leave_out_probability"), found(bands, rows, 0.05));
        assertThat(fields.get("met"), equalTo(met));
    }

    private static void assertNumber(Object number, double expected) {
        assertThat((double) number, closeTo(expected, 1e-9));
    }

    private static double found(int bands, int rows, double similarity) {
        return 1 - Math.pow(1 - Math.pow(similarity, rows), bands);
    }

    private static Map<?, ?> map(Object object) {
        return (Map<?, ?>) object;
    }

    private static Map<String, Object> answer(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        CurveXContent answer =
                new CurveXContent(CurveChoice.resolve(bands, rows, goals, hashCount));
        return XContentHelper.convertToMap(
                XContentType.JSON.xContent(), Strings.toString(answer), true);
    }
}
