package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoals;
import org.nearduplicate.sketch.PassageChoice;

/** The answer: each number is the curve's. */
public class CurveXContentTests extends ESTestCase {

    public void testNoGoals() {
        Map<String, Object> answer = answer(42, 3, new CurveGoals(null, null), null);
        assertThat(answer.get("goals"), equalTo(Map.of()));
        assertThat(answer.get("alternatives"), equalTo(List.of()));
    }

    public void testPassages() {
        Map<String, Object> answer = answer(PassageChoice.resolve(null, 72, 0.9));
        Map<?, ?> passages = map(answer.get("passages"));
        assertThat(
                new ArrayList<>(passages.keySet()),
                equalTo(List.of("passages", "goal", "shingles_at", "curve")));
        int oneIn = (int) passages.get("passages");
        assertThat(oneIn, equalTo(31));
        Map<?, ?> goal = map(passages.get("goal"));
        assertThat(
                new ArrayList<>(goal.keySet()),
                equalTo(List.of("shortest_passage", "recall", "probability", "met")));
        assertThat(goal.get("shortest_passage"), equalTo(72));
        assertThat(goal.get("recall"), equalTo(0.9));
        assertThat(goal.get("met"), equalTo(true));
        assertNumber(goal.get("probability"), hasPrint(72, oneIn));
        assertThat(hasPrint(72, oneIn + 1), lessThan(0.9));
        List<?> curve = (List<?>) passages.get("curve");
        assertThat(curve.size(), equalTo(8));
        for (Object point : curve) {
            assertNumber(
                    map(point).get("probability"),
                    hasPrint((int) map(point).get("shingles"), oneIn));
        }
        List<?> lengths = (List<?>) passages.get("shingles_at");
        assertThat(lengths.size(), equalTo(4));
        for (Object point : lengths) {
            int shingles = (int) map(point).get("shingles");
            double probability = (double) map(point).get("probability");
            assertThat(hasPrint(shingles, oneIn), greaterThanOrEqualTo(probability));
            assertThat(hasPrint(shingles - 1, oneIn), lessThan(probability));
        }
        assertThat(map(answer.get("mapping")).get("passages"), equalTo(oneIn));
        assertThat(
                map(answer(PassageChoice.resolve(8, null, null)).get("passages")).keySet()
                        .toString(),
                equalTo("[passages, shingles_at, curve]"));
    }

    private static double hasPrint(int shingles, int oneIn) {
        return 1 - Math.pow(1 - 1.0 / oneIn, shingles);
    }

    private static Map<String, Object> answer(PassageChoice passages) {
        CurveGoals none = new CurveGoals(null, null);
        return XContentHelper.convertToMap(
                XContentType.JSON.xContent(),
                Strings.toString(
                        new CurveXContent(CurveChoice.resolve(42, 3, none, null), passages)),
                true);
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
                new CurveXContent(CurveChoice.resolve(bands, rows, goals, hashCount), null);
        return XContentHelper.convertToMap(
                XContentType.JSON.xContent(), Strings.toString(answer), true);
    }
}
