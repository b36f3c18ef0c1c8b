package org.nearduplicate.elasticsearch.tuning;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Test;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.page.BrowserTestCase;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.page.Pages;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.tuning.PassageFigures;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Truth;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tunings;

/** The page of a parameter search as a browser shows it: its figures, and what one can do with it. */
public class TunePageTest extends BrowserTestCase {

    private static final String CHEAPEST = "\"recall\": 0.97, \"noise\": 0.002";
    private static final String F1 = "\"verify\": \"signature\"";
    private static final String HOSTILE =
            "\"><script>ran=1</script><img src=x onerror=ran=1></script><!--\u2028\ud800\u202e\u0000&lt;";

    private static final String HEADINGS =
            "[...document.querySelectorAll('#settings thead button')]";
    private static final String ROWS = "[...at('settings').tBodies[0].rows]";

    /** The figures in the order of the columns, by their headings. */
    private static final Map<String, ToDoubleFunction<SettingResult>> FIGURES =
            new LinkedHashMap<>();

    static {
        FIGURES.put("pairs", row -> row.counts().truePositives() + row.counts().falseNegatives());
        FIGURES.put("recall", row -> row.bands().recall());
        FIGURES.put("predicted", row -> row.bands().predictedRecall());
        FIGURES.put("noise", row -> row.bands().noise());
        FIGURES.put("candidates per document", row -> row.bands().candidatesPerDocument());
        FIGURES.put("texts read", row -> row.cost().textsRead());
        FIGURES.put("true positives", row -> row.counts().truePositives());
        FIGURES.put("false positives", row -> row.counts().falsePositives());
        FIGURES.put("false negatives", row -> row.counts().falseNegatives());
        FIGURES.put("precision", row -> row.counts().precision());
        FIGURES.put("recall by signatures", row -> row.counts().recall());
        FIGURES.put("F1", row -> row.counts().f1());
        FIGURES.put("mean", row -> row.error().mean());
        FIGURES.put("mean absolute", row -> row.error().meanAbsolute());
        FIGURES.put("standard deviation", row -> row.error().standardDeviation());
        FIGURES.put("cost", row -> row.cost().total(Verify.EXACT));
        FIGURES.put("bytes per document",
                row -> row.cost().signatureBytes() + row.cost().bandTermBytes());
        FIGURES.put("of the signature", row -> row.cost().signatureBytes());
        FIGURES.put("of the band terms", row -> row.cost().bandTermBytes());
        FIGURES.put("µs to sign", row -> row.cost().signingMicros());
    }

    private final Random random = new Random(1);

    @Test
    public void everywhere() throws Exception {
        String name = "a_field_with_a_long_name".repeat(10);
        Tuning many = Tunings.tuning(random, 12, true, name);
        PageRules.check(browser,
                Pages.html(Page.TUNE, json(sample(name, CHEAPEST), many)));
        PageRules.check(browser,
                Pages.html(Page.TUNE,
                        json(sample("body", F1), Tunings.tuning(random, 1, false, "standard"))));
    }

    @Test
    public void everyFigureOfEveryRowIsInTheTable() throws Exception {
        for (int settings : new int[] {1, 40}) {
            Tuning tuning = Tunings.tuning(random, settings, random.nextBoolean(), "standard");
            open(tuning);
            assertTable(tuning.rows());
        }
    }

    @Test
    public void figuresThatDoNotExistAreDashesAndNotDrawn() throws Exception {
        Tuning tuning = Tunings.tuning(random, 3, false, "standard");
        List<SettingResult> rows = new ArrayList<>(tuning.rows());
        rows.set(1, Tunings.rowWithoutPairs(rows.get(1).setting()));
        open(Tunings.withRows(tuning, rows));
        assertTable(rows);
        assertTrue(text("front-words").contains("no pair to find: 1 setting."));
        rows.replaceAll(row -> Tunings.rowWithoutPairs(row.setting()));
        open(Tunings.withRows(tuning, rows));
        assertTable(rows);
        assertFalse(browser.<String>tell("document.body.innerText")
                .matches("(?s).*(NaN|null|undefined).*"));
    }

    @Test
    public void theHistogramHasThePairsOfTheAnswer() throws Exception {
        Tuning tuning = Tunings.tuning(random, 400, true, "standard");
        open(tuning);
        assertEquals(3, browser.number("at('shingles').options.length"), 0);
        for (int i = 0; i < 3; i++) {
            browser.tell("at('shingles').selectedIndex = " + i
                    + "; at('shingles').dispatchEvent(new Event('change'))");
            Truth truth = tuning.truths().get(i);
            List<Map<String, Number>> bars = browser.tell(
                    "Chart.getChart('histogram').data.datasets.find(it => it.type === 'bar').data");
            assertEquals(100, bars.size());
            for (int bin = 0; bin < 100; bin++) {
                assertEquals((2 * bin + 1) / 200.0, bars.get(bin).get("x").doubleValue(), 1e-9);
                Number pairs = bars.get(bin).get("y");
                assertEquals(truth.histogram().count(bin), pairs == null ? 0 : pairs.longValue());
            }
            assertTrue(text("histogram-words").contains(
                    String.format(Locale.ROOT, "%,d of them identical",
                            truth.histogram().identical())));
        }
        assertEquals(
                browser.number("answer.shingles[2].histogram.bins.length"),
                browser.number("at('bins').tBodies[0].rows.length"), 0);
    }

    @Test
    public void theFrontHasTheRecallAndTheCostOfTheAnswer() throws Exception {
        Tuning tuning = Tunings.tuning(random, 60, true, "standard");
        open(tuning);
        SettingResult shown = shownAtFirst(tuning);
        assertPoints(tuning, tuning::isRecommended, "recommended");
        assertPoints(tuning, row -> row.origin().isDefault(), "default mapping");
        assertPoints(tuning, row -> row.origin().fields().isEmpty() == false, "present field");
        assertPoints(tuning, row -> front(tuning, row) && samePairs(row, shown), "on the front");
        assertPoints(tuning, row -> front(tuning, row) && samePairs(row, shown) == false,
                "on the front of other pairs");
        assertPoints(tuning, row -> front(tuning, row) == false, "other settings");
    }

    @Test
    public void aSettingIsShownInThePictures() throws Exception {
        Tuning tuning = Tunings.tuning(random, 40, true, "standard");
        open(tuning);
        assertShown(shownAtFirst(tuning));
        for (int i : new int[] {7, 23}) {
            SettingResult row = tuning.rows().get(i);
            browser.tell(ROWS + "[" + i + "].querySelector('button').click()");
            assertShown(row);
            assertEquals(
                    List.of((double) i),
                    browser.<List<Number>>tell(
                            ROWS + ".flatMap((row, i) => "
                                    + "row.querySelector('[aria-pressed=true]') ? [i] : [])")
                            .stream().map(Number::doubleValue).toList());
        }
    }

    @Test
    public void headingsSortAndDashesAreLast() throws Exception {
        Tuning tuning = Tunings.tuning(random, 30, true, "standard");
        List<SettingResult> rows = new ArrayList<>(tuning.rows());
        rows.set(11, Tunings.rowWithoutPairs(rows.get(11).setting()));
        open(Tunings.withRows(tuning, rows));
        for (String heading : List.of("recall", "pairs", "mean", "µs to sign")) {
            ToDoubleFunction<SettingResult> figure = FIGURES.get(heading);
            Comparator<SettingResult> up = Comparator.comparingDouble(figure);
            Comparator<SettingResult> dashesLast =
                    Comparator.comparing(row -> Double.isNaN(figure.applyAsDouble(row)));
            browser.tell(HEADINGS + ".find(it => it.textContent === '" + heading + "').focus()");
            for (boolean down : new boolean[] {true, false}) {
                browser.press(down ? "Enter" : "Space");
                assertEquals(
                        List.of(heading + (down ? " descending" : " ascending")),
                        browser.tell(
                                "[...document.querySelectorAll('[aria-sort]')]"
                                        + ".map(it => it.textContent + ' ' + it.ariaSort)"));
                assertTable(
                        rows.stream()
                                .sorted(dashesLast.thenComparing(down ? up.reversed() : up))
                                .toList());
            }
        }
    }

    @Test
    public void choicesFilter() throws Exception {
        Tuning tuning = Tunings.tuning(random, 60, true, "standard");
        open(tuning);
        int k = 128;
        browser.tell("[...document.querySelectorAll('.filters label')]"
                + ".find(it => it.innerText.startsWith('hash_count')).control.focus()");
        while (browser.<String>tell("document.activeElement.value").equals("" + k) == false) {
            browser.press("ArrowDown");
        }
        assertVisible(tuning, row -> row.setting().scheme().hashCount() == k);
        browser.tell("at('only-front').focus()");
        browser.press("Space");
        assertVisible(
                tuning, row -> row.setting().scheme().hashCount() == k && front(tuning, row));
    }

    @Test
    public void whatIsRecommendedCanBeCopied() throws Exception {
        Tuning tuning = Tunings.tuning(random, 10, true, "standard");
        String json = open(tuning);
        Recommendation recommended = recommendation(tuning, shownAtFirst(tuning));
        Object mapping = ObjectPath.eval(
                "best." + tuning.recommendations().indexOf(recommended) + ".mapping", map(json));
        browser.tell("navigator.clipboard.writeText = async text => { window.copied = text; }");
        browser.tell("at('copy').focus()");
        browser.press("Enter");
        assertEquals("Copied.", text("copied"));
        assertEquals(mapping, map(browser.tell("copied")));
        browser.tell("navigator.clipboard.writeText = () => Promise.reject()");
        browser.tell(
                "getSelection().removeAllRanges(); document.execCommand = () => false; at('copy').click()");
        assertTrue(text("copied").startsWith("Selected: copy it with"));
        assertEquals(mapping, map(browser.tell("String(getSelection())")));
        recommended.reasons()
                .forEach(reason -> assertTrue(text("reasons").contains(reason)));
        for (String told : List.of("2,000 documents", "1,500 documents", "21,578", "seed 42",
                "500 documents",
                "body.near", "noise and candidates per document look higher",
                "Wanted: the lowest cost of a query that finds at least 97% of the pairs to find, and by the curve of those of just the similarity, and verifies at most 0.2% of the others.")) {
            assertTrue(told, browser.<String>tell("document.body.innerText").contains(told));
        }
    }

    @Test
    public void nothingIsRecommended() throws Exception {
        Tuning tuning = Tunings.tuning(random, 10, false, "standard");
        browser.open(Pages.html(Page.TUNE, json(sample("body", F1), tuning)), 800, false);
        assertEquals("Wanted: the highest F1 of a query by signatures.", text("wanted"));
        browser.open(
                Pages.html(
                        Page.TUNE,
                        json(sample("body", "\"recall\": 0.9"), tuning)),
                800, false);
        assertTrue(text("wanted")
                .contains("1% of the others, or half as many again as with the default"));
        assertEquals("No setting meets that.", text("best"));
        assertEquals(false, browser.tell("at('mapping-part').checkVisibility()"));
        assertFalse(text("settings").contains("★"));
    }

    @Test
    public void oneIsRecommendedForAllPairsOfAKind() throws Exception {
        Tuning tuning = Tunings.tuning(random, 60, true, "standard");
        Map<String, Object> answer = map(open(tuning));
        List<Recommendation> recommendations = tuning.recommendations();
        assertEquals(
                recommendations.size(), browser.number("at('pairs').options.length"), 0);
        for (int i = 0; i < recommendations.size(); i++) {
            browser.tell("at('pairs').selectedIndex = " + i
                    + "; at('pairs').dispatchEvent(new Event('change'))");
            assertRecommended(recommendations.get(i), ObjectPath.eval("best." + i, answer));
            assertShown(recommendations.get(i).best());
        }
        for (SettingResult row : tuning.rows().subList(0, 20)) {
            browser.tell(ROWS + "[" + tuning.rows().indexOf(row)
                    + "].querySelector('button').click()");
            Recommendation recommendation = recommendation(tuning, row);
            assertEquals(
                    recommendations.indexOf(recommendation),
                    browser.number("at('pairs').selectedIndex"), 0);
            if (recommendation == null) {
                assertEquals("None.", text("best"));
                assertEquals(false, browser.tell("at('mapping-part').checkVisibility()"));
            } else {
                assertRecommended(
                        recommendation,
                        ObjectPath.eval(
                                "best." + recommendations.indexOf(recommendation), answer));
            }
        }
        open(Tunings.tuning(random, 1, true, "standard"));
        assertEquals(false, browser.tell("at('pairs-part').checkVisibility()"));
    }

    private static void assertRecommended(Recommendation recommendation, Map<String, ?> json) {
        assertEquals(json.get("mapping"), map(text("mapping")));
        assertEquals(
                recommendation.reasons(),
                browser.tell("[...at('reasons').children].map(it => it.textContent)"));
        assertTrue(text("best").contains("similarity " + recommendation.wanted().similarity()));
        assertTrue(text("front-words").startsWith("Recommended: "));
        assertEquals(
                recommendation.best().cost().textsRead(),
                Double.parseDouble(
                        browser.tell("[...at('best-figures').children]"
                                + ".find(it => it.firstChild.textContent === 'texts read').lastChild.textContent")),
                0.01);
    }

    @Test
    public void whatARowIsIsMarked() throws Exception {
        Tuning tuning = Tunings.tuning(random, 60, true, "standard");
        open(tuning);
        List<List<String>> marks = browser.tell(
                ROWS + ".map(row => [...row.querySelectorAll('[role=img]')].map(it => it.ariaLabel))");
        for (int i = 0; i < marks.size(); i++) {
            SettingResult row = tuning.rows().get(i);
            List<String> expected = new ArrayList<>();
            if (tuning.isRecommended(row)) {
                expected.add("recommended");
            }
            if (front(tuning, row)) {
                expected.add("on the front");
            }
            if (row.origin().fields().isEmpty() == false) {
                expected.add("present field " + String.join(", ", row.origin().fields()));
            }
            if (row.origin().isDefault()) {
                expected.add("default mapping");
            }
            assertEquals(expected, marks.get(i));
        }
        assertTrue(marks.stream().anyMatch(each -> each.contains("default mapping")));
        assertTrue(marks.stream().anyMatch(each -> each.contains("present field body.near")));
    }

    @Test
    public void passagesAreThoseOfTheAnswer() throws Exception {
        Tuning tuning = Tunings.tuning(random, 10, true, "standard");
        Map<String, Object> answer = map(open(tuning));
        List<List<String>> rows = browser.tell(
                "[...at('passages').tBodies[0].rows].map(row => [...row.cells].map(it => it.textContent))");
        assertEquals(tuning.passages().size(), rows.size());
        for (int i = 0; i < rows.size(); i++) {
            PassageFigures figures = tuning.passages().get(i);
            List<String> row = rows.get(i);
            assertEquals("standard, 3 words", row.get(0));
            assertEquals(Integer.toString(figures.prints().oneIn()), row.get(2));
            assertEquals("1,500", row.get(3));
            assertFigure(100 * figures.recall(), row.get(5).replace("%", ""));
            assertFigure(figures.candidatesPerPassage(), row.get(6));
            assertFigure(figures.perDocument(), row.get(7));
            assertFigure(figures.termBytes(), row.get(8));
            assertEquals(Long.toString(figures.withoutPrints()), row.get(9));
        }
        assertEquals(16, ObjectPath.<Object>eval("best.0.mapping.passages", answer));
        assertTrue(text("mapping").contains("\"passages\": 16"));
        open(Tunings.withRows(tuning, tuning.rows()));
        assertEquals(false, browser.tell("at('passages-part').checkVisibility()"));
    }

    @Test
    public void parametersThatDifferAreColumnsAndOthersAreToldOnce() throws Exception {
        for (int settings : new int[] {1, 2, 40}) {
            Tuning tuning = Tunings.tuning(random, settings, true, "standard");
            List<Map<String, Object>> rows = ObjectPath.eval("settings", map(open(tuning)));
            for (String name : TuneResponse.parameters(tuning.rows().getFirst().setting())
                    .keySet()) {
                boolean same = rows.stream().map(row -> row.get(name)).distinct().count() == 1;
                boolean named = List.of("hash_count", "bands", "rows", "rows_taken").contains(name);
                assertEquals(name, same, text("same").matches(".*[ ,]" + name + " .*"));
                assertEquals(name, same == false && named == false,
                        browser.<List<String>>tell(HEADINGS + ".map(it => it.textContent)")
                                .contains(name));
            }
        }
    }

    @Test
    public void namesAndNotesAreTextWhateverTheyAre() throws Exception {
        Tuning tuning = Tunings.tuning(random, 20, true, HOSTILE);
        tuning = new Tuning(tuning.truths(), tuning.rows(), tuning.front(), tuning.passages(),
                tuning.recommendations().stream()
                        .map(
                                each -> new Recommendation(
                                        each.wanted(), each.best(), null, List.of(HOSTILE)))
                        .toList());
        browser.open(
                Pages.html(
                        Page.TUNE,
                        json(sample(HOSTILE, CHEAPEST), tuning)),
                800, false);
        // DevTools cannot send half a surrogate pair, so the page compares.
        browser.tell("window.hostile = answer.sample.field");
        assertEquals(HOSTILE.length(), browser.number("hostile.length"), 0);
        assertTrue(browser.<Boolean>tell("at('field').textContent === hostile"
                + " && at('reasons').firstChild.textContent === hostile"
                + " && at('notes').firstChild.textContent.includes(hostile)"
                + " && JSON.parse(at('mapping').textContent).analyzer === hostile"));
        assertEquals("undefined", browser.tell("typeof ran"));
        assertEquals(5, browser.number("document.scripts.length"), 0);
        assertEquals(0, browser.number("document.images.length"), 0);
        assertEquals(List.of(), browser.complaints());
    }

    private static void assertTable(List<SettingResult> expected) {
        List<String> headings =
                browser.tell(HEADINGS + ".filter(it => it.title).map(it => it.textContent)");
        assertEquals(List.copyOf(FIGURES.keySet()), headings);
        assertEquals(headings, browser
                .tell("[...document.querySelectorAll('dt')].slice(-20).map(it => it.textContent)"));
        List<String> names = browser.tell(ROWS + ".map(row => row.cells[0].textContent)");
        List<List<List<String>>> cells = browser.tell(
                ROWS + ".map(row => [...row.querySelectorAll('td:not(.words)')]"
                        + ".map(cell => [cell.title, cell.textContent]))");
        assertEquals(expected.size(), cells.size());
        for (int i = 0; i < cells.size(); i++) {
            SettingResult row = expected.get(i);
            assertTrue(names.get(i), names.get(i).endsWith(row.setting().taken() + " of "
                    + row.setting().banding().rows() + ", k "
                    + row.setting().scheme().hashCount()));
            for (int column = 0; column < headings.size(); column++) {
                double figure = FIGURES.get(headings.get(column)).applyAsDouble(row);
                String exactly = cells.get(i).get(column).getFirst();
                assertEquals(figure,
                        exactly.equals("null") ? Double.NaN : Double.parseDouble(exactly), 0);
                String[] written = cells.get(i).get(column).getLast().split(" ± ");
                assertFigure(figure, written[0]);
                if (written.length == 2) {
                    assertFigure(row.bands().standardError(), written[1]);
                }
            }
        }
    }

    private static void assertFigure(double figure, String written) {
        if (Double.isNaN(figure)) {
            assertEquals("–", written);
            return;
        }
        double read = Double.parseDouble(written.replaceAll("[<>,%]", ""));
        if (written.endsWith("%")) {
            assertEquals(figure, read / 100, 0.51e-4);
        } else if (written.contains(",") || figure == Math.rint(figure)) {
            assertEquals(figure, read, 0.5);
        } else {
            assertEquals(figure, read, Math.max(0.51e-4, 0.0051 * Math.abs(figure)));
        }
    }

    private static void assertPoints(Tuning tuning, Predicate<SettingResult> wanted, String label) {
        List<List<Number>> points = browser.tell(
                "(Chart.getChart('front').data.datasets.find(it => it.label === '" + label
                        + "')?.data ?? []).map(({x, y}) => [x, y])");
        assertEquals(
                tuning.rows().stream().filter(wanted)
                        .map(row -> row.cost().total(Verify.EXACT) + " "
                                + row.bands().recall())
                        .sorted().toList(),
                points.stream()
                        .map(point -> point.getFirst().doubleValue() + " "
                                + point.getLast().doubleValue())
                        .sorted().toList());
    }

    private static void assertShown(SettingResult row) {
        Banding banding = row.setting().taken();
        List<Map<String, Number>> line =
                browser.tell("Chart.getChart('histogram').data.datasets[0].data");
        for (Map<String, Number> point : line) {
            assertEquals(banding.probability(point.get("x").doubleValue()),
                    point.get("y").doubleValue(), 1e-9);
        }
        assertTrue(text("histogram-words")
                .startsWith("Shingles of " + row.setting().shingles().size() + " "));
        assertEquals(
                row.setting().similarity(),
                browser.number("Chart.getChart('histogram').data.datasets[1].data[0].x"), 0);
    }

    private static void assertVisible(Tuning tuning, Predicate<SettingResult> wanted) {
        List<Boolean> visible = browser.tell(ROWS + ".map(row => row.checkVisibility())");
        assertEquals(tuning.rows().stream().map(wanted::test).toList(), visible);
        assertEquals(tuning.rows().stream().filter(wanted).count() + " of 60 settings",
                text("shown-rows"));
    }

    private static boolean front(Tuning tuning, SettingResult row) {
        return tuning.front().get(tuning.rows().indexOf(row));
    }

    private static boolean samePairs(SettingResult row, SettingResult other) {
        return row.setting().wanted().equals(other.setting().wanted());
    }

    private static SettingResult shownAtFirst(Tuning tuning) {
        return tuning.rows().stream().filter(tuning::isRecommended).findFirst().orElseThrow();
    }

    /** Returns null for a row whose pairs were not asked for. */
    private static Recommendation recommendation(Tuning tuning, SettingResult row) {
        return tuning.recommendations().stream()
                .filter(each -> each.wanted().equals(row.setting().wanted()))
                .findFirst()
                .orElse(null);
    }

    private static String text(String id) {
        return browser.tell("at('" + id + "').textContent");
    }

    private static String open(Tuning tuning) throws Exception {
        String json = json(sample("body", CHEAPEST), tuning);
        browser.open(Pages.html(Page.TUNE, json), 1600, false);
        return json;
    }

    /** Returns what is asked for on a sample of texts of a field, of which also the field of neighbours has its name. */
    private static SampleDescription sample(String field, String objective) {
        TuneParameters said = TuneRequests.parameters("\"seed\": 42, " + objective);
        return new SampleDescription(
                new TuneParameters(
                        field, said.query(), said.sampleSize(), said.seed(), said.grid(),
                        said.passages(), said.objective()),
                21_578, 1_500, 0, 1_500, 500, field + ".near");
    }

    private static String json(SampleDescription sample, Tuning tuning) {
        return Strings.toString(new TuneResponse(42, sample, tuning));
    }

    private static Map<String, Object> map(String json) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
    }
}
