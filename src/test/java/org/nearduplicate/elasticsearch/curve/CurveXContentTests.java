package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveChoice;
import org.nearduplicate.curve.CurveGoals;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.sets.SampledShingles;

/** The answer: each number is the curve's. */
public class CurveXContentTests extends ESTestCase {

    public void testEveryLine() {
        Map<String, Object> answer =
                answer(null, null, CurveGoals.of(0.5, 0.99, 0.05, 0.01), 128);
        assertThat(
                List.of("bands", "rows", "rows_taken", "hash_count", "hashes_used").stream()
                        .map(answer::get).toList(),
                equalTo(List.of(34, 3, 3, 128, 102)));
        Map<?, ?> find = ObjectPath.eval("goals.find", answer);
        assertThat(find.get("similarity"), equalTo(0.5));
        assertThat(find.get("recall"), equalTo(0.99));
        assertNumber(find.get("probability"), found(34, 3, 0.5));
        assertThat(find.get("met"), equalTo(true));
        Map<?, ?> leaveOut = ObjectPath.eval("goals.leave_out", answer);
        assertThat(leaveOut.get("noise_similarity"), equalTo(0.05));
        assertThat(leaveOut.get("noise"), equalTo(0.01));
        assertNumber(leaveOut.get("probability"), found(34, 3, 0.05));
        assertThat(leaveOut.get("met"), equalTo(true));
        Map<?, ?> steepest = ObjectPath.eval("steepest", answer);
        assertNumber(steepest.get("similarity"), Math.cbrt(2 / 101.0));
        assertNumber(steepest.get("approximation"), Math.cbrt(1 / 34.0));
        assertNumber(steepest.get("probability"), found(34, 3, Math.cbrt(2 / 101.0)));
        List<Double> probabilities = List.of(0.001, 0.5, 0.99);
        for (int i = 0; i < 3; i++) {
            Map<?, ?> point = ObjectPath.eval("similarity_at." + i, answer);
            assertThat(point.get("probability"), equalTo(probabilities.get(i)));
            assertNumber(
                    probabilities.get(i), found(34, 3, (double) point.get("similarity")));
        }
        List<Map<?, ?>> curve = ObjectPath.eval("curve", answer);
        assertThat(curve.size(), equalTo(21));
        for (int i = 0; i <= 20; i++) {
            double similarity =
                    Double.parseDouble(i * 5 / 100 + "." + i * 5 % 100 / 10 + i * 5 % 10);
            assertThat(curve.get(i).get("similarity"), equalTo(similarity));
            assertNumber(curve.get(i).get("probability"), found(34, 3, similarity));
        }
        Map<?, ?> alternative = ObjectPath.eval("alternatives.0", answer);
        assertThat(
                alternative.keySet().toString(),
                equalTo("[bands, rows, hashes_used, find_probability, leave_out_probability, met]"));
        assertThat(alternative.get("hashes_used"), equalTo(32));
        assertNumber(alternative.get("find_probability"), found(16, 2, 0.5));
        assertNumber(alternative.get("leave_out_probability"), found(16, 2, 0.05));
        assertThat(alternative.get("met"), equalTo(false));
        assertThat(((List<?>) answer.get("alternatives")).size(), equalTo(1));

        Map<String, Object> noGoals = answer(42, 3, new CurveGoals(null, null), null);
        assertThat(noGoals.get("goals"), equalTo(Map.of()));
        assertThat(noGoals.get("alternatives"), equalTo(List.of()));
    }

    public void testPassages() {
        PassageGoal wanted = new PassageGoal(72, 0.9);
        Map<String, Object> answer = answer(wanted.choose(), wanted);
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
        assertNumber(goal.get("probability"), hasSampledShingle(72, oneIn));
        assertThat(hasSampledShingle(72, oneIn + 1), lessThan(0.9));
        List<?> curve = (List<?>) passages.get("curve");
        assertThat(curve.size(), equalTo(8));
        for (Object point : curve) {
            assertNumber(
                    map(point).get("probability"),
                    hasSampledShingle((int) map(point).get("shingles"), oneIn));
        }
        List<?> lengths = (List<?>) passages.get("shingles_at");
        assertThat(lengths.size(), equalTo(4));
        for (Object point : lengths) {
            int shingles = (int) map(point).get("shingles");
            double probability = (double) map(point).get("probability");
            assertThat(hasSampledShingle(shingles, oneIn), greaterThanOrEqualTo(probability));
            assertThat(hasSampledShingle(shingles - 1, oneIn), lessThan(probability));
        }
        assertThat(map(answer.get("mapping")).get("passages"), equalTo(oneIn));
        assertThat(
                map(answer(new SampledShingles(8), null).get("passages")).keySet()
                        .toString(),
                equalTo("[passages, shingles_at, curve]"));
    }

    private static double hasSampledShingle(int shingles, int oneIn) {
        return 1 - Math.pow(1 - 1.0 / oneIn, shingles);
    }

    private static Map<String, Object> answer(SampledShingles sampled, PassageGoal goal) {
        CurveGoals none = new CurveGoals(null, null);
        return json(new CurveXContent(CurveChoice.resolve(42, 3, none, null), sampled, goal));
    }

    /**
     * A lookup takes as many rows as reach the recall at its similarity, and the figures are those of the rows that the
     * goal takes.
     */
    public void testTheRowsThatLookupsTake() {
        double similarity = between(1, 100) / 100.0;
        double recall = between(1, 999) / 1000.0;
        int rows = between(2, 6);
        int bands = between(1, 192 / rows);
        Map<String, Object> answer =
                answer(bands, rows, CurveGoals.of(similarity, recall, null, null), null);
        int taken = rows;
        while (taken > 2 && found(bands, taken, similarity) < recall) {
            taken--;
        }
        assertThat(answer.get("rows"), equalTo(rows));
        assertThat(answer.get("rows_taken"), equalTo(taken));
        assertThat(answer.get("hashes_used"), equalTo(bands * rows));
        assertNumber(
                map(map(answer.get("goals")).get("find")).get("probability"),
                found(bands, taken, similarity));
        double stated = (double) map(answer.get("mapping")).get("recall");
        assertThat(stated, lessThanOrEqualTo(found(bands, taken, similarity) + 1e-9));
        List<?> byRows = (List<?>) answer.get("by_rows");
        assertThat(byRows.size(), equalTo(rows - 1));
        for (int i = 0; i < byRows.size(); i++) {
            Map<?, ?> each = map(byRows.get(i));
            assertThat(each.keySet().toString(), equalTo("[rows, min_similarity, curve]"));
            assertThat(each.get("rows"), equalTo(rows - i));
            double from = (double) each.get("min_similarity");
            if (from > 0) {
                assertNumber(found(bands, rows - i, from), stated);
            }
            assertNumber(
                    map(((List<?>) each.get("curve")).get(13)).get("probability"),
                    found(bands, rows - i, 0.65));
            if (rows - i == taken) {
                assertThat(each.get("curve"), equalTo(answer.get("curve")));
            }
        }
    }

    /** With both numbers or one of them, chosen or not: a field with the mapping has the same bands, rows and recall. */
    public void testTheMappingIsThatOfTheAnswer() {
        for (int i = 0; i < 300; i++) {
            CurveGoals goals = randomBoolean()
                    ? new CurveGoals(null, null)
                    : CurveGoals.of(between(60, 100) / 100.0, between(1, 999) / 1000.0, null, null);
            Integer rows = randomBoolean() ? null : between(2, 6);
            Integer bands = randomBoolean() ? null : between(1, 32);
            Map<String, Object> answer = answer(bands, rows, goals, null);
            Map<?, ?> mapping = map(answer.get("mapping"));
            BandChoice pasted = BandChoice.resolve(
                    (Integer) mapping.get("bands"), (Integer) mapping.get("rows"),
                    (Double) mapping.get("similarity"), (Double) mapping.get("recall"), 192);
            assertThat(pasted, equalTo(CurveChoice.resolve(bands, rows, goals, null).choice()));
            assertThat(pasted.taken().rows(), equalTo(answer.get("rows_taken")));
            assertThat(pasted.banding().bands(), equalTo(answer.get("bands")));
            if (rows != null) {
                assertThat(pasted.banding().rows(), lessThanOrEqualTo(rows));
            }
        }
    }

    private static void assertNumber(Object number, double expected) {
        assertThat((double) number, closeTo(expected, 1e-9));
    }

    private static double found(int bands, int rows, double similarity) {
        return ReferenceBands.probability(bands, rows, similarity);
    }

    private static Map<?, ?> map(Object object) {
        return (Map<?, ?>) object;
    }

    private static Map<String, Object> answer(
            Integer bands, Integer rows, CurveGoals goals, Integer hashCount) {
        return json(
                new CurveXContent(
                        CurveChoice.resolve(bands, rows, goals, hashCount), null, null));
    }

    private static Map<String, Object> json(CurveXContent answer) {
        return XContentHelper.convertToMap(
                XContentType.JSON.xContent(), Strings.toString(answer), true);
    }
}
