package org.nearduplicate.elasticsearch.tuning;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Test;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.page.BrowserTestCase;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.page.Pages;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.tuning.Samples;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;
import org.nearduplicate.tuning.TuningProgress;

/** The page of a parameter search as a browser shows it: its figures, and what one can do with it. */
public class TunePageTest extends BrowserTestCase {

    static {
        // Requests have loggers, which tests of Elasticsearch itself would set up.
        LogConfigurator.configureESLogging();
    }

    private static final String ONE =
            "\"analyzer\": \"mine\", \"bands\": 8, \"rows\": 4, \"recall\": 0.97, \"noise\": 0.25";
    private static final String MANY = "\"analyzer\": \"mine\", \"shingle_size\": [2, 3, 5],"
            + " \"sketch\": [\"minhash\", \"fast_similarity\"], \"hash_count\": [64, 128], \"bands\": [8, 16],"
            + " \"similarity\": [0.5, 0.8], \"passages\": [4, 16], \"recall\": 0.97, \"noise\": 0.25";

    /** As JSON writes it. */
    private static final String HOSTILE =
            "\\\"><script>ran=1</script><img src=x onerror=ran=1></script><!--\\u2028\\ud800\\u202e\\u0000&lt;";

    private static final String HEADINGS =
            "[...document.querySelectorAll('#settings thead button')]";
    private static final String ROWS = "[...at('settings').tBodies[0].rows]";

    /** The figures in the order of the columns: headings, and where they are in a row of the answer. */
    private static final Map<String, String> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("pairs", "pairs");
        FIGURES.put("recall", "recall");
        FIGURES.put("predicted", "predicted_recall");
        FIGURES.put("noise", "noise");
        FIGURES.put("candidates per document", "candidates_per_document");
        FIGURES.put("texts read", "texts_read_per_query");
        FIGURES.put("true positives", "signature.true_positives");
        FIGURES.put("false positives", "signature.false_positives");
        FIGURES.put("false negatives", "signature.false_negatives");
        FIGURES.put("precision", "signature.precision");
        FIGURES.put("recall by signatures", "signature.recall");
        FIGURES.put("F1", "signature.f1");
        FIGURES.put("mean", "signature.mean_error");
        FIGURES.put("mean absolute", "signature.mean_absolute_error");
        FIGURES.put("standard deviation", "signature.error_standard_deviation");
        FIGURES.put("cost", "cost");
        FIGURES.put("bytes per document", "per_document.total_in_bytes");
        FIGURES.put("of the signature", "per_document.signature_in_bytes");
        FIGURES.put("of the band terms", "per_document.band_terms_in_bytes");
        FIGURES.put("µs to sign", "per_document.signing_in_micros");
    }

    private static final Map<String, String> SEARCHED = new ConcurrentHashMap<>();

    private Map<String, Object> answer;

    @Test
    public void everywhere() throws Exception {
        String name = "a_field_with_a_long_name".repeat(10);
        String some = json(search(ONE + ", \"passages\": [4, 16], \"shingle_size\": [2, 3]"));
        PageRules.check(
                browser,
                Pages.html(Page.TUNE, some.replace("mine", name).replace("body", name)));
        PageRules.check(
                browser,
                Pages.html(
                        Page.TUNE,
                        json(search("\"verify\": \"signature\", \"bands\": 8, \"rows\": 4"))));
    }

    @Test
    public void figuresThatDoNotExistAreDashesAndNotDrawn() throws Exception {
        Map<String, Object> some = search(MANY);
        withoutPairs(ObjectPath.eval("settings.1", some));
        open(some);
        assertTable(rows());
        assertTrue(text("front-words").contains("no pair to find: 1 setting."));
        rows().forEach(TunePageTest::withoutPairs);
        open(some);
        assertTable(rows());
        assertFalse(browser.<String>tell("document.body.innerText")
                .matches("(?s).*(NaN|null|undefined).*"));
    }

    private static void withoutPairs(Map<String, Object> row) {
        row.putAll(Map.of("pairs", 0, "front", false, "recommended", false));
        for (String name : List.of("recall", "predicted_recall", "predicted_standard_error")) {
            row.put(name, null);
        }
        ObjectPath.<Map<String, Object>>eval("signature", row)
                .replaceAll((name, figure) -> figure instanceof Double ? null : 0);
    }

    @Test
    public void theHistogramHasThePairsOfTheAnswer() throws Exception {
        open(search(MANY));
        assertEquals(4, browser.number("at('shingles').options.length"), 0);
        for (int i = 0; i < 4; i++) {
            choose("shingles", i);
            Map<String, Object> histogram = at("shingles." + i + ".histogram");
            List<Map<String, Number>> bars = browser.tell(
                    "Chart.getChart('histogram').data.datasets.find(it => it.type === 'bar').data");
            double[] pairs = new double[100];
            for (Map<?, ?> bin : ObjectPath.<List<Map<?, ?>>>eval("bins", histogram)) {
                pairs[(int) Math.round(100 * (double) bin.get("from"))] = number(bin.get("pairs"));
            }
            assertEquals(100, bars.size());
            for (int bin = 0; bin < 100; bin++) {
                assertEquals((2 * bin + 1) / 200.0, bars.get(bin).get("x").doubleValue(), 1e-9);
                Number drawn = bars.get(bin).get("y");
                assertEquals(pairs[bin], drawn == null ? 0 : drawn.doubleValue(), 0);
            }
            assertTrue(text("histogram-words").contains(
                    String.format(Locale.ROOT, "%,d of them identical",
                            (int) histogram.get("identical"))));
        }
        assertEquals(
                browser.number("answer.shingles[3].histogram.bins.length"),
                browser.number("at('bins').tBodies[0].rows.length"), 0);
    }

    @Test
    public void theFrontHasTheRecallAndTheCostOfTheAnswer() throws Exception {
        open(search(MANY));
        Map<String, Object> shown = shownAtFirst();
        Predicate<Map<String, Object>> front = row -> is(row, "front");
        Predicate<Map<String, Object>> like = row -> samePairs(row, shown);
        assertPoints(row -> is(row, "recommended"), "recommended");
        assertPoints(row -> is(row, "default_mapping"), "default mapping");
        assertPoints(row -> fields(row).isEmpty() == false, "present field");
        assertPoints(front.and(like), "on the front");
        assertPoints(front.and(like.negate()), "on the front of other pairs");
        assertPoints(front.negate(), "other settings");
    }

    @Test
    public void aSettingIsShownInThePictures() throws Exception {
        open(search(MANY));
        assertShown(shownAtFirst());
        for (int i : new int[] {7, 23}) {
            press(i);
            assertShown(rows().get(i));
            assertEquals(
                    List.of(i),
                    browser.tell(
                            ROWS + ".flatMap((row, i) => "
                                    + "row.querySelector('[aria-pressed=true]') ? [i] : [])"));
        }
    }

    @Test
    public void headingsSortAndDashesAreLast() throws Exception {
        Map<String, Object> some = search(MANY);
        withoutPairs(ObjectPath.eval("settings.11", some));
        open(some);
        for (String heading : List.of("recall", "pairs", "mean", "µs to sign")) {
            Comparator<Map<String, Object>> up =
                    Comparator.comparingDouble(row -> figure(row, heading));
            Comparator<Map<String, Object>> dashesLast =
                    Comparator.comparing(row -> Double.isNaN(figure(row, heading)));
            browser.tell(HEADINGS + ".find(it => it.textContent === '" + heading + "').focus()");
            for (boolean down : new boolean[] {true, false}) {
                browser.press(down ? "Enter" : "Space");
                assertEquals(
                        List.of(heading + (down ? " descending" : " ascending")),
                        browser.tell(
                                "[...document.querySelectorAll('[aria-sort]')]"
                                        + ".map(it => it.textContent + ' ' + it.ariaSort)"));
                assertTable(
                        rows().stream()
                                .sorted(dashesLast.thenComparing(down ? up.reversed() : up))
                                .toList());
            }
        }
    }

    @Test
    public void choicesFilter() throws Exception {
        open(search(MANY));
        browser.tell("[...document.querySelectorAll('.filters label')]"
                + ".find(it => it.innerText.startsWith('hash_count')).control.focus()");
        while (browser.<String>tell("document.activeElement.value").equals("128") == false) {
            browser.press("ArrowDown");
        }
        assertVisible(row -> row.get("hash_count").equals(128));
        browser.tell("at('only-front').focus()");
        browser.press("Space");
        assertVisible(row -> row.get("hash_count").equals(128) && is(row, "front"));
    }

    @Test
    public void whatIsRecommendedCanBeCopied() throws Exception {
        open(search(MANY));
        Map<String, Object> recommended = recommendation(shownAtFirst());
        browser.tell("navigator.clipboard.writeText = async text => { window.copied = text; }");
        browser.tell("at('copy').focus()");
        browser.press("Enter");
        assertEquals("Copied.", text("copied"));
        assertEquals(recommended.get("mapping"), map(browser.tell("copied")));
        browser.tell("navigator.clipboard.writeText = () => Promise.reject()");
        browser.tell(
                "getSelection().removeAllRanges(); document.execCommand = () => false; at('copy').click()");
        assertTrue(text("copied").startsWith("Selected: copy it with"));
        assertEquals(recommended.get("mapping"), map(browser.tell("String(getSelection())")));
        for (String shown : List.of("2,000 documents", "1,500 documents", "21,578", "seed 42",
                "500 documents",
                "body.near", "noise and candidates per document look higher",
                "Wanted: the lowest cost of a query that finds at least 97% of the pairs to find, and by the curve of those of just the similarity, and verifies at most 25% of the others.")) {
            assertTrue(shown, browser.<String>tell("document.body.innerText").contains(shown));
        }
    }

    @Test
    public void nothingIsRecommended() throws Exception {
        open(search("\"bands\": 8, \"rows\": 4, \"verify\": \"signature\""));
        assertEquals("Wanted: the highest F1 of a query by signatures.", text("wanted"));
        open(search("\"bands\": 1, \"rows\": 6, \"hash_count\": 64"));
        assertTrue(text("wanted")
                .contains("1% of the others, or half as many again as with the default"));
        assertEquals("No setting meets that.", text("best"));
        assertFalse(isVisible("mapping-part"));
        assertFalse(text("settings").contains("★"));
    }

    @Test
    public void oneIsRecommendedForAllPairsOfAKind() throws Exception {
        open(search(MANY));
        List<Map<String, Object>> all = at("best");
        assertEquals(all.size(), browser.number("at('pairs').options.length"), 0);
        for (int i = 0; i < all.size(); i++) {
            choose("pairs", i);
            assertRecommended(all.get(i));
        }
        int untried = 0;
        for (int i = 0; i < rows().size(); i++) {
            press(i);
            Map<String, Object> recommendation = recommendation(rows().get(i));
            assertEquals(
                    all.indexOf(recommendation), browser.number("at('pairs').selectedIndex"), 0);
            if (recommendation == null) {
                untried++;
                assertEquals("None.", text("best"));
                assertFalse(isVisible("mapping-part"));
            } else {
                assertRecommended(recommendation);
            }
        }
        assertEquals("the field with other shingles, by each similarity", 2, untried);
        open(search(ONE));
        assertFalse(isVisible("pairs-part"));
    }

    private void assertRecommended(Map<String, Object> recommendation) {
        assertEquals(
                recommendation.get("reasons"),
                browser.tell("[...at('reasons').children].map(it => it.textContent)"));
        Map<String, Object> best = rows().stream()
                .filter(row -> is(row, "recommended") && samePairs(row, recommendation))
                .findFirst().orElse(null);
        if (best == null) {
            assertEquals("No setting meets that.", text("best"));
            return;
        }
        assertEquals(recommendation.get("mapping"), map(text("mapping")));
        assertTrue(text("best").contains("similarity " + recommendation.get("similarity")));
        assertTrue(text("front-words").startsWith("Recommended: "));
        assertFigure(
                figure(best, "texts read"),
                browser.tell("[...at('best-figures').children]"
                        + ".find(it => it.firstChild.textContent === 'texts read').lastChild.textContent"));
    }

    @Test
    public void whatARowIsIsMarked() throws Exception {
        open(search(MANY));
        List<List<String>> marks = browser.tell(
                ROWS + ".map(row => [...row.querySelectorAll('[role=img]')].map(it => it.ariaLabel))");
        for (int i = 0; i < marks.size(); i++) {
            Map<String, Object> row = rows().get(i);
            List<String> expected = new ArrayList<>();
            if (is(row, "recommended")) {
                expected.add("recommended");
            }
            if (is(row, "front")) {
                expected.add("on the front");
            }
            if (fields(row).isEmpty() == false) {
                expected.add("present field " + String.join(", ", fields(row)));
            }
            if (is(row, "default_mapping")) {
                expected.add("default mapping");
            }
            assertEquals(expected, marks.get(i));
        }
        assertTrue(marks.stream().anyMatch(each -> each.contains("recommended")));
        assertTrue(marks.stream().anyMatch(each -> each.contains("default mapping")));
        assertTrue(
                marks.stream().anyMatch(
                        each -> each.contains("present field body.near, body.other")));
    }

    @Test
    public void passagesAreThoseOfTheAnswer() throws Exception {
        open(search(MANY));
        List<List<String>> shown = browser.tell(
                "[...at('passages').tBodies[0].rows].map(row => [...row.cells].map(it => it.textContent))");
        List<Map<String, Object>> passages = at("passages");
        assertEquals(3 * 2 * 2, passages.size());
        assertEquals(passages.size(), shown.size());
        for (int i = 0; i < shown.size(); i++) {
            Map<String, Object> each = passages.get(i);
            List<String> row = shown.get(i);
            assertEquals("mine, " + each.get("shingle_size") + " words", row.getFirst());
            List<String> figures = List.of(
                    "similarity", "passages", "asked", "pairs", "recall",
                    "candidates_per_passage", "per_document.sampled_shingles",
                    "per_document.sampled_shingles_in_bytes", "documents_without_sampled_shingles");
            for (int column = 0; column < figures.size(); column++) {
                assertFigure(
                        number(ObjectPath.eval(figures.get(column), each)), row.get(column + 1));
            }
        }
        open(search(ONE));
        assertFalse(isVisible("passages-part"));
    }

    @Test
    public void parametersThatDifferAreColumnsAndOthersAreShownOnce() throws Exception {
        for (String request : List.of(ONE, MANY)) {
            open(search(request));
            assertTable(rows());
            List<String> names = List.of(
                    "analyzer", "shingle_unit", "shingle_size", "hash_function", "sketch",
                    "hash_count", "signature_bits", "bands", "rows", "rows_taken", "similarity",
                    "seed");
            for (String name : names) {
                boolean same = rows().stream().map(row -> row.get(name)).distinct().count() == 1;
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
        String json = json(search(MANY))
                .replace("mine", HOSTILE).replace("body", HOSTILE).replace("Settings", HOSTILE);
        browser.open(Pages.html(Page.TUNE, json), 800, false);
        // DevTools cannot send half a surrogate pair, so the page compares.
        browser.tell("window.hostile = answer.sample.field");
        assertEquals(
                map("{\"it\": \"" + HOSTILE + "\"}").get("it").toString().length(),
                browser.number("hostile.length"), 0);
        assertTrue(browser.<Boolean>tell("at('field').textContent === hostile"
                + " && at('reasons').firstChild.textContent.startsWith(hostile)"
                + " && at('notes').firstChild.textContent.includes(hostile)"
                + " && JSON.parse(at('mapping').textContent).analyzer === hostile"));
        assertEquals("undefined", browser.tell("typeof ran"));
        assertEquals(5, browser.number("document.scripts.length"), 0);
        assertEquals(0, browser.number("document.images.length"), 0);
        assertEquals(List.of(), browser.complaints());
    }

    private static void assertTable(List<Map<String, Object>> expected) {
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
            Map<String, Object> row = expected.get(i);
            String name = row.get("bands") + "×" + row.get("rows_taken") + " of "
                    + row.get("rows") + ", k " + row.get("hash_count");
            assertTrue(names.get(i), names.get(i).endsWith(name));
            for (int column = 0; column < headings.size(); column++) {
                double figure = figure(row, headings.get(column));
                String exactly = cells.get(i).get(column).getFirst();
                assertEquals(figure,
                        exactly.equals("null") ? Double.NaN : Double.parseDouble(exactly), 0);
                String[] written = cells.get(i).get(column).getLast().split(" ± ");
                assertFigure(figure, written[0]);
                if (written.length == 2) {
                    assertFigure(number(row.get("predicted_standard_error")), written[1]);
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

    private void assertPoints(Predicate<Map<String, Object>> wanted, String label) {
        List<List<Number>> points = browser.tell(
                "(Chart.getChart('front').data.datasets.find(it => it.label === '" + label
                        + "')?.data ?? []).map(({x, y}) => [x, y])");
        List<String> expected = rows().stream().filter(wanted)
                .map(row -> figure(row, "cost") + " " + figure(row, "recall"))
                .sorted().toList();
        assertFalse(label, expected.isEmpty());
        assertEquals(
                expected,
                points.stream()
                        .map(point -> point.getFirst().doubleValue() + " "
                                + point.getLast().doubleValue())
                        .sorted().toList());
    }

    private static void assertShown(Map<String, Object> row) {
        Banding banding = new Banding((int) row.get("bands"), (int) row.get("rows_taken"));
        List<Map<String, Number>> line =
                browser.tell("Chart.getChart('histogram').data.datasets[0].data");
        for (Map<String, Number> point : line) {
            assertEquals(banding.probability(point.get("x").doubleValue()),
                    point.get("y").doubleValue(), 1e-9);
        }
        assertTrue(text("histogram-words")
                .startsWith("Shingles of " + row.get("shingle_size") + " "));
        assertEquals(
                (double) row.get("similarity"),
                browser.number("Chart.getChart('histogram').data.datasets[1].data[0].x"), 0);
    }

    private void assertVisible(Predicate<Map<String, Object>> wanted) {
        List<Boolean> expected = rows().stream().map(wanted::test).toList();
        assertEquals(expected, browser.tell(ROWS + ".map(row => row.checkVisibility())"));
        assertEquals(
                Collections.frequency(expected, true) + " of " + rows().size() + " settings",
                text("shown-rows"));
    }

    private List<Map<String, Object>> rows() {
        return at("settings");
    }

    private <T> T at(String path) {
        return ObjectPath.eval(path, answer);
    }

    private static double figure(Map<String, Object> row, String heading) {
        return number(ObjectPath.eval(FIGURES.get(heading), row));
    }

    private static double number(Object figure) {
        return figure == null ? Double.NaN : ((Number) figure).doubleValue();
    }

    private static boolean is(Map<String, Object> row, String mark) {
        return (boolean) row.get(mark);
    }

    private static List<String> fields(Map<String, Object> row) {
        return ObjectPath.eval("present_fields", row);
    }

    private static boolean samePairs(Map<String, Object> row, Map<String, Object> other) {
        return Stream.of("shingle_size", "similarity")
                .allMatch(name -> row.get(name).equals(other.get(name)));
    }

    private Map<String, Object> shownAtFirst() {
        return rows().stream().filter(row -> is(row, "recommended")).findFirst().orElseThrow();
    }

    /** Returns null for a row whose pairs were not tried. */
    private Map<String, Object> recommendation(Map<String, Object> row) {
        return this.<List<Map<String, Object>>>at("best").stream()
                .filter(each -> samePairs(row, each))
                .findFirst().orElse(null);
    }

    private static void choose(String id, int index) {
        browser.tell("at('" + id + "').selectedIndex = " + index + "; at('" + id
                + "').dispatchEvent(new Event('change'))");
    }

    private static void press(int row) {
        browser.tell(ROWS + "[" + row + "].querySelector('button').click()");
    }

    private void open(Map<String, Object> found) throws Exception {
        answer = found;
        browser.open(Pages.html(Page.TUNE, json(found)), 1600, false);
    }

    /** Returns the answer to a request on 300 random texts, beside a field of other shingles and two of the same bands. */
    private static Map<String, Object> search(String request) {
        return map(SEARCHED.computeIfAbsent(request, TunePageTest::answer));
    }

    private static String answer(String request) {
        TuneParameters parameters = TuneRequests.parameters("\"seed\": 42, " + request);
        String analyzer = parameters.grid().analyzers().getFirst();
        RandomTexts texts = new RandomTexts(new Random(3));
        BandChoice bands = BandChoice.resolve(20, 4, 0.8, null, 192);
        Tuning tuning = new TuningJob(
                Stream.generate(texts::next).limit(300).toList(), parameters.grid(),
                new TreeMap<>(
                        Map.of(
                                "body.far", field(analyzer, 4, bands),
                                "body.near", field(analyzer, 3, bands),
                                "body.other", field(analyzer, 3, bands))),
                Map.of(analyzer, new WhitespaceAnalyzer()), parameters.objective(),
                new TuningProgress() {})
                .run();
        SampleDescription sample = new SampleDescription(
                parameters, 21_578, 1_500, 0, 1_500, 500, "body.near");
        return Strings.toString(new TuneResponse(42, sample, tuning));
    }

    private static Setting field(
            String analyzer, int size, BandChoice bands) {
        return Samples.byDefault(new ShingleSetting(analyzer, ShingleUnit.WORD, size), bands);
    }

    private static String json(Map<String, Object> answer) throws Exception {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.map(answer));
        }
    }
}
