package org.nearduplicate.tuning.report;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.CurveGoal.Kind;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tunings;
import org.nearduplicate.tuning.plot.CurvePlot;
import org.nearduplicate.tuning.plot.Markup;
import org.nearduplicate.tuning.plot.PlotSize;

/**
 * The page as a real browser lays it out, in a frame as wide as a phone and in one as wide as a
 * desk. The frames are measured from outside, so the page keeps its policy that nothing runs in it.
 */
public class HtmlReportBrowserTest {

    private static final int PHONE = 360;
    private static final int DESK = 1280;
    private static final String LONG_NAME = "a_field_with_a_long_name".repeat(10);
    private static final double[] SIMILARITIES = {0.001, 0.05, 0.3, 0.5, 0.8, 0.97, 1};
    private static final double[] PROBABILITIES = {0.0001, 0.01, 0.5, 0.6, 0.99, 0.9999};
    private static final List<Banding> BANDINGS = List.of(new Banding(1, 1), new Banding(1, 128),
            new Banding(1024, 1), new Banding(5, 25), new Banding(42, 3), new Banding(16, 6));

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final Random random = new Random(1);

    @Test
    public void nothingButTheTableScrollsSideways() throws Exception {
        for (int settings : new int[] {1, 100, 1000}) {
            Map<String, String> facts = measure(Map.of(
                    "phone", report(settings), "desk", report(settings)));
            for (String frame : List.of("phone", "desk")) {
                int width = frame.equals("phone") ? PHONE : DESK;
                assertEquals(width, number(facts, frame + " width"), 0);
                assertEquals(width, number(facts, frame + " scroll width"), 0);
                assertTrue(number(facts, frame + " table width") < width);
                assertEquals(1, number(facts, frame + " first column moves by"), 1);
            }
            assertTrue(number(facts, "phone table scroll width") > PHONE);
        }
    }

    @Test
    public void everyPictureIsSeenOnceAndItsWordsCanBeRead() throws Exception {
        Map<String, String> facts = measure(Map.of("phone", report(100), "desk", report(100)));
        for (String frame : List.of("phone", "desk")) {
            assertEquals(3, number(facts, frame + " figures"), 0);
            assertEquals(3, number(facts, frame + " pictures"), 0);
            double width = frame.equals("phone") ? PHONE : DESK;
            assertTrue(number(facts, frame + " least picture width") > 0.5 * width);
            assertTrue(number(facts, frame + " least picture height") > 300);
            assertTrue(number(facts, frame + " least text") >= 13.9);
        }
        assertNoCollision(facts);
    }

    @Test
    public void noWordsOfACurveCoverOthers() throws Exception {
        List<String> pictures = new ArrayList<>();
        for (Banding banding : BANDINGS) {
            for (int goals = 0; goals < 6; goals++) {
                for (PlotSize size : PlotSize.values()) {
                    pictures.add(CurvePlot.svg(banding, goals(goals), size));
                }
            }
        }
        String page = new Markup().raw("<!DOCTYPE html>").open("body")
                .raw(String.join("\n", pictures)).close().toString();
        Map<String, String> facts = measure(Map.of("desk", page));
        assertEquals(pictures.size(), number(facts, "desk pictures"), 0);
        assertNoCollision(facts);
    }

    private List<CurveGoal> goals(int count) {
        List<CurveGoal> goals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            goals.add(new CurveGoal(Kind.values()[random.nextInt(2)],
                    SIMILARITIES[random.nextInt(SIMILARITIES.length)],
                    PROBABILITIES[random.nextInt(PROBABILITIES.length)]));
        }
        return goals;
    }

    private String report(int settings) {
        Tuning tuning = Tunings.tuning(random, settings, settings > 1, "near_duplicate");
        return HtmlReport.html(Tunings.sample(LONG_NAME, "body.near", LONG_NAME), tuning,
                new Objective(Objective.Kind.F1, 0.99, 0.01),
                settings > 1 ? "{ \"" + LONG_NAME + "\": {} }" : null);
    }

    private static void assertNoCollision(Map<String, String> facts) {
        facts.forEach(
                (fact, value) -> assertFalse(fact + ": " + value, fact.contains("collision")));
    }

    private static double number(Map<String, String> facts, String fact) {
        assertTrue(fact + " of " + facts, facts.containsKey(fact));
        return Double.parseDouble(facts.get(fact));
    }

    /** Returns the facts about pages, by the name of the frame that a page is in. */
    private Map<String, String> measure(Map<String, String> pages) throws Exception {
        Optional<Browser> browser = Browser.find();
        assumeTrue("there is no chromium on the PATH", browser.isPresent());
        Markup outer = new Markup().raw("<!DOCTYPE html>").open("html").open("head")
                .empty("meta", "charset", "UTF-8").close().open("body");
        pages.forEach((name, page) -> outer.element("iframe", "", "name", name, "width",
                name.equals("phone") ? PHONE : DESK, "height", 800, "frameborder", 0, "srcdoc",
                page));
        outer.raw("<script>" + script() + "</script>").close().close();
        String result = browser.get().open(outer.toString(), folder.newFolder().toPath());
        Map<String, String> facts = new LinkedHashMap<>();
        String list = result.substring(
                result.indexOf("<pre id=\"facts\">") + "<pre id=\"facts\">".length(),
                result.indexOf("</pre>"));
        for (String line : list.split("\n")) {
            String[] fact = line.split(": ", 2);
            facts.put(fact[0], fact[1]);
        }
        return facts;
    }

    private static String script() throws IOException {
        try (InputStream script = HtmlReportBrowserTest.class.getResourceAsStream("measure.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
