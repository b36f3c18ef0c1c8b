package org.nearduplicate.elasticsearch.curve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.junit.Test;
import org.nearduplicate.curve.CurveChoice;
import org.nearduplicate.curve.CurveGoals;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.page.BrowserTestCase;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.page.Pages;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.sets.SampledShingles;

/** The page of a curve as a browser shows it. */
public class CurvePageTest extends BrowserTestCase {

    private static final String DATASETS = "Chart.getChart('curve').data.datasets";

    @Test
    public void everywhere() throws Exception {
        PageRules.check(browser,
                Pages.html(Page.CURVE, json(42, 3, CurveGoals.of(0.5, 0.99, 0.3, 0.05))));
        PageRules.check(browser,
                Pages.html(Page.CURVE, json(1, 2, CurveGoals.of(null, null, null, null))));
    }

    /** Lines are drawn by the formula, and every number of the answer is a point of them. */
    @Test
    public void linesAreTheCurvesAndMarksAreTheAnswer() throws Exception {
        for (Banding banding : List.of(
                new Banding(42, 3), new Banding(1, 6), new Banding(512, 2),
                new Banding(12, 6))) {
            Map<String, Object> answer = open(
                    banding.bands(), banding.rows(), CurveGoals.of(0.5, 0.99, 0.05, 0.01));
            for (Banding taken : banding.lookups().toList()) {
                assertLine(taken, points(taken.rows() + " rows from "));
            }
            List<?> curve = (List<?>) answer.get("curve");
            List<Map<String, Number>> steps = points("steps of 0.05");
            assertEquals(curve.size(), steps.size());
            for (int i = 0; i < steps.size(); i++) {
                assertPoint(curve.get(i), steps.get(i));
            }
            assertPoint(answer.get("steepest"), points("steepest").getFirst());
        }
    }

    private static void assertLine(Banding banding, List<Map<String, Number>> line) {
        double last = 0;
        for (Map<String, Number> point : line) {
            double y = point.get("y").doubleValue();
            assertEquals(banding.probability(point.get("x").doubleValue()), y, 1e-9);
            assertEquals("steps are small", last, y, 0.06);
            last = y;
        }
    }

    /** Of 12 bands of 6 rows: five rows are those of .8, and which others are, curves and words say. */
    @Test
    public void whichThresholdTakesWhichRows() throws Exception {
        open(12, 6, CurveGoals.of(0.8, 0.99, null, null));
        List<String> expected = List.of(
                "6 rows from 0.823", "5 rows from 0.792", "4 rows from 0.748", "3 rows from 0.681",
                "2 rows from 0.564");
        assertEquals(
                expected,
                browser.tell(DATASETS + ".filter(it => it.pointRadius === 0).map(it => it.label)"));
        assertEquals(
                List.of(expected.get(1)),
                browser.tell(DATASETS + ".filter(it => it.borderWidth === 3).map(it => it.label)"));
        String found = text("found");
        assertTrue(
                found,
                found.endsWith(" a search takes " + String.join(", ", expected) + "."));
        assertEquals("12 bands × 5 of 6 rows", text("banding"));
    }

    @Test
    public void goalsAreCornersAndRowsThatSayWhetherTheyAreMet() throws Exception {
        open(42, 3, CurveGoals.of(0.5, 0.99, 0.3, 0.05));
        assertEquals(
                List.of("✓ met: find at least 99% at 0.5", "✗ not met: find at most 5% at 0.3"),
                browser.tell(DATASETS + ".slice(0, 2).map(it => it.label)"));
        assertEquals(
                List.of(0.5, 0.99, 0.3, 0.05),
                browser.tell(
                        DATASETS + ".slice(0, 2).flatMap(it => [it.data[1].x, it.data[1].y])"));
        assertEquals(
                List.of("find 0.5 ≥ 99.00% 99.67% ✓ met", "leave out 0.3 ≤ 5.00% 69.83% ✗ not met"),
                rows("goals"));
        open(42, 3, CurveGoals.of(null, null, null, null));
        assertEquals(List.of(), rows("goals"));
        assertTrue(isVisible("no-goals"));
    }

    @Test
    public void figuresAreThoseOfTheAnswer() throws Exception {
        Map<String, Object> answer = open(42, 3, CurveGoals.of(0.5, 0.99, 0.3, 0.05));
        assertEquals("bands 42", rows("figures").getFirst());
        assertEquals(((List<?>) answer.get("curve")).size(), rows("steps").size());
        assertEquals("0.50 99.67% 99.9995%", rows("steps").get(10));
        assertEquals(((List<?>) answer.get("alternatives")).size(), rows("alternatives").size());
        assertEquals(
                answer.get("mapping"),
                map(text("mapping")));
    }

    @Test
    public void passagesAreThoseOfTheAnswer() throws Exception {
        open(42, 3, CurveGoals.of(0.5, 0.99, null, null));
        assertEquals(
                "One shingle in 16 is sampled. A passage has one with 50% if it has 11 shingles, 90% if it has 36"
                        + " shingles, 99% if it has 72 shingles, 99.9% if it has 108 shingles. Goal: 99% with 50,"
                        + " ✗ not met.",
                text("passages-found"));
        assertEquals(
                List.of(
                        "5 27.58%", "10 47.55%", "20 72.49%", "50 96.03%", "100 99.84%",
                        "200 99.9998%", "500 >99.999999%", "1,000 100.00%"),
                rows("passages"));
        open(42, 3, CurveGoals.of(null, null, null, null));
        assertFalse(isVisible("passages-part"));
    }

    /** Only none is 0% and only all is 100%. */
    @Test
    public void shares() throws Exception {
        open(42, 3, CurveGoals.of(null, null, null, null));
        assertEquals(
                List.of(
                        "0.00%", "100.00%", "12.35%", "0.01%", "99.99%", "0.004%", "99.996%",
                        "99.9999%",
                        "<0.000001%", ">99.999999%", "–", "0%", "100%", "50%", "10%", "99.5%"),
                browser.tell(
                        "[...[0, 1, .123456, .0001, .9999, .00004, .99996, .999999, 1e-12, 1 - 1e-12, null]"
                                + ".map(share), ...[0, 1, .5, .1, .995].map(percent)]"));
    }

    private static Map<String, Object> open(int bands, int rows, CurveGoals goals)
            throws Exception {
        String json = json(bands, rows, goals);
        browser.open(Pages.html(Page.CURVE, json), 800, false);
        return map(json);
    }

    private static String json(int bands, int rows, CurveGoals goals) {
        boolean passages = goals.find() != null;
        return Strings.toString(
                new CurveXContent(
                        CurveChoice.resolve(bands, rows, goals, null),
                        passages ? new SampledShingles(16) : null,
                        passages ? new PassageGoal(50, 0.99) : null));
    }

    private static List<Map<String, Number>> points(String label) {
        return browser.tell(DATASETS + ".find(it => it.label.startsWith('" + label + "')).data");
    }

    private static List<String> rows(String table) {
        return browser.tell(
                "[...at('" + table + "').tBodies[0].rows]"
                        + ".map(row => [...row.cells].map(cell => cell.textContent).join(' '))");
    }

    private static void assertPoint(Object expected, Map<String, Number> point) {
        Map<?, ?> numbers = (Map<?, ?>) expected;
        assertEquals(((Number) numbers.get("similarity")).doubleValue(),
                point.get("x").doubleValue(), 0);
        assertEquals(
                ((Number) numbers.get("probability")).doubleValue(), point.get("y").doubleValue(),
                0);
    }
}
