package org.nearduplicate.tuning.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tunings;
import org.nearduplicate.tuning.plot.Css;
import org.nearduplicate.tuning.plot.SettingPart;
import org.nearduplicate.tuning.plot.Xml;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/** The page holds every figure, and nothing that its reader's browser would load or run. */
public class HtmlReportTest extends LuceneTestCase {

    private static final Objective OBJECTIVE = new Objective(Objective.Kind.F1, 0.99, 0.001);
    private static final String MAPPING = "{\n  \"near\": { \"type\": \"minhash\" }\n}";
    private static final String HOSTILE = "\"><script>alert('&')</script>\u0000]]>";
    private static final String HOSTILE_READ = "\"><script>alert('&')</script>\ufffd]]>";

    /** The figures in the order of the columns, by their headings. */
    private static final Map<String, ToDoubleFunction<SettingResult>> FIGURES =
            new LinkedHashMap<>();

    static {
        FIGURES.put("pairs", row -> row.counts().truePositives() + row.counts().falseNegatives());
        FIGURES.put("true positives", row -> row.counts().truePositives());
        FIGURES.put("false positives", row -> row.counts().falsePositives());
        FIGURES.put("false negatives", row -> row.counts().falseNegatives());
        FIGURES.put("precision", row -> row.counts().precision());
        FIGURES.put("recall", row -> row.counts().recall());
        FIGURES.put("F1", row -> row.counts().f1());
        FIGURES.put("found", row -> row.bands().recall());
        FIGURES.put("predicted", row -> row.bands().predictedRecall());
        FIGURES.put("noise", row -> row.bands().noise());
        FIGURES.put("candidates per document", row -> row.bands().candidatesPerDocument());
        FIGURES.put("mean", row -> row.error().mean());
        FIGURES.put("mean absolute", row -> row.error().meanAbsolute());
        FIGURES.put("standard deviation", row -> row.error().standardDeviation());
        FIGURES.put("bytes per document",
                row -> row.cost().signatureBytes() + row.cost().bandTermBytes());
        FIGURES.put("of the signature", row -> row.cost().signatureBytes());
        FIGURES.put("of the band terms", row -> row.cost().bandTermBytes());
        FIGURES.put("µs to sign", row -> row.cost().signingMicros());
    }

    public void testEveryFigureOfEveryRowIsInTheTable() {
        for (int settings : new int[] {1, 2, 40, 1000}) {
            Tuning tuning = Tunings.tuning(random(), settings, random().nextBoolean(), "standard");
            assertTable(tuning, page(tuning));
        }
    }

    public void testFiguresThatDoNotExistAreDashes() {
        Tuning tuning = Tunings.tuning(random(), 3, false, "standard");
        List<SettingResult> rows = new ArrayList<>(tuning.rows());
        rows.set(1, Tunings.rowWithoutPairs(rows.get(1).setting()));
        Tuning without = new Tuning(
                tuning.truths(), rows, tuning.front(), tuning.recommendation());
        Element page = page(without);
        assertTable(without, page);
        assertFalse(page.getTextContent().contains("NaN"));
        rows.replaceAll(row -> Tunings.rowWithoutPairs(row.setting()));
        without = new Tuning(tuning.truths(), rows, tuning.front(), tuning.recommendation());
        assertTable(without, page(without));
    }

    public void testParametersThatDifferAreColumnsAndOthersAreToldOnce() {
        for (int settings : new int[] {1, 2, 5, 40}) {
            Tuning tuning = Tunings.tuning(random(), settings, true, "standard");
            Element page = page(tuning);
            String once = Xml.elements(page, "p").stream().map(Element::getTextContent)
                    .filter(text -> text.contains("The same in all")).findFirst().orElse("");
            List<Element> rows = rows(page);
            for (SettingPart part : SettingPart.values()) {
                Set<String> values = new HashSet<>();
                tuning.rows().forEach(row -> values.add(part.value(row.setting())));
                assertEquals(values.size() == 1,
                        once.matches("(?s).*[ ,]" + part.parameter() + " .*"));
                for (int i = 0; i < rows.size() && values.size() > 1; i++) {
                    String value = part.value(tuning.rows().get(i).setting());
                    assertTrue(rows.get(i).getTextContent().contains(value));
                }
            }
        }
    }

    public void testMarks() {
        Tuning tuning = Tunings.tuning(random(), 30, true, "standard");
        List<Element> rows = rows(page(tuning));
        for (int i = 0; i < rows.size(); i++) {
            String name = Xml.elements(rows.get(i), "th").getFirst().getTextContent();
            boolean best = tuning.rows().get(i) == tuning.recommendation().best();
            assertEquals(tuning.front().get(i), name.contains("◆"));
            assertEquals(best, name.contains("★"));
            assertEquals(best, Xml.hasClass("recommended").test(rows.get(i)));
        }
    }

    public void testWhatIsRecommendedAndWhy() {
        Tuning tuning = Tunings.tuning(random(), 10, true, "standard");
        Element page = page(tuning);
        assertEquals(MAPPING, Xml.elements(page, "pre").getFirst().getTextContent());
        String text = page.getTextContent();
        tuning.recommendation().reasons().forEach(reason -> assertTrue(text.contains(reason)));
        Setting best = tuning.recommendation().best().setting();
        String name = Xml.elements(page, "p", Xml.hasClass("best")).getFirst().getTextContent();
        assertTrue(name, name.contains("bands " + best.banding().bands() + ","));
        assertTrue(name, name.contains("hash_count " + best.sketch().hashCount() + ","));
    }

    public void testNothingIsRecommended() {
        Tuning tuning = Tunings.tuning(random(), 10, false, "standard");
        Element page = Xml.parse(HtmlReport.html(Tunings.sample("body", null), tuning,
                new Objective(Objective.Kind.FEWEST_BANDS, 0.97, 0.002), null));
        assertTrue(Xml.elements(page, "pre").isEmpty());
        String text = page.getTextContent();
        assertTrue(text.contains("No setting meets that."));
        assertTrue(text.contains("97%"));
        assertTrue(text.contains("0.2%"));
        assertFalse(Xml.elements(page, "tbody").getFirst().getTextContent().contains("★"));
        tuning.recommendation().reasons().forEach(reason -> assertTrue(text.contains(reason)));
    }

    public void testOneHistogramForEachShingleSetting() {
        Tuning tuning = Tunings.tuning(random(), 400, true, "standard");
        Element page = page(tuning);
        assertEquals(3, tuning.truths().size());
        assertEquals(2, Xml.elements(page, "details").size());
        assertEquals(4, Xml.elements(page, "figure").size());
        String first = Xml.elements(page, "figcaption").getFirst().getTextContent();
        int size = tuning.recommendation().best().setting().shingles().size();
        assertTrue(first, first.contains("Shingles of " + size + " "));
        List<String> captions = Xml.elements(page, "figcaption").stream()
                .map(Element::getTextContent).distinct().toList();
        assertEquals(3, captions.size());
    }

    public void testTheOrderOfTheParts() {
        assertEquals(
                List.of("Recommendation", "How similar the documents are",
                        "What settings find, and what that costs", "All settings",
                        "How the sample was made", "What the columns mean"),
                Xml.elements(page(Tunings.tuning(random(), 5, true, "standard")), "h2").stream()
                        .map(Element::getTextContent).toList());
    }

    public void testHowTheSampleWasMade() {
        Tuning tuning = Tunings.tuning(random(), 2, true, "standard");
        String text = Xml.parse(HtmlReport.html(
                Tunings.sample("body", "body.near", "First note.", "Second note."), tuning,
                OBJECTIVE, MAPPING)).getTextContent();
        for (String told : List.of("2,000 documents", "1,500 documents", "21,578", "seed 42", "500",
                "body.near", "First note.", "Second note.")) {
            assertTrue(told, text.contains(told));
        }
        assertFalse(page(tuning).getTextContent().contains("were added"));
    }

    public void testEveryColumnIsExplainedWhereItsHeadingLeads() {
        Element page = page(Tunings.tuning(random(), 5, true, "standard"));
        List<Element> links = Xml.elements(page, "a");
        assertEquals(FIGURES.size(), links.size());
        for (Element link : links) {
            String target = link.getAttribute("href").substring(1);
            List<Element> notes = Xml.elements(page, "dt",
                    note -> note.getAttribute("id").equals(target));
            assertEquals(target, 1, notes.size());
            assertEquals(link.getTextContent(), notes.getFirst().getTextContent());
        }
    }

    public void testNamesAreEscaped() {
        Tuning tuning = Tunings.tuning(random(), 20, true, HOSTILE);
        tuning = new Tuning(tuning.truths(), tuning.rows(), tuning.front(),
                new Recommendation(tuning.recommendation().best(), List.of(HOSTILE)));
        Element page = Xml.parse(HtmlReport.html(
                Tunings.sample(HOSTILE, HOSTILE, HOSTILE), tuning, OBJECTIVE, HOSTILE));
        assertHarmless(page);
        assertEquals(HOSTILE_READ, Xml.elements(page, "pre").getFirst().getTextContent());
        assertEquals(2, Xml.elements(page, "li",
                item -> item.getTextContent().equals(HOSTILE_READ)).size());
        assertTrue(Xml.elements(page, "h1").getFirst().getTextContent().contains(HOSTILE_READ));
    }

    public void testNothingIsLoadedAndNothingRuns() {
        Element page = page(Tunings.tuning(random(), 50, true, "standard"));
        assertHarmless(page);
        assertEquals(1, Xml.elements(page, "meta", meta -> meta.getAttribute("http-equiv")
                .equals("Content-Security-Policy")
                && meta.getAttribute("content").startsWith("default-src 'none';")).size());
    }

    /** HTML does not unescape what is in a style sheet, and XML does. */
    public void testTheStyleSheetMeansTheSameInHtmlAndInXml() {
        assertFalse(PageStyle.CSS.matches("(?s).*[<>&\"'].*"));
        assertEquals(PageStyle.CSS.chars().filter(c -> c == '{').count(),
                PageStyle.CSS.chars().filter(c -> c == '}').count());
    }

    public void testContrasts() {
        for (boolean dark : new boolean[] {false, true}) {
            Map<String, String> colours = Css.variables(PageStyle.CSS, dark);
            for (String behind : List.of("background", "panel", "highlight")) {
                for (String ink : List.of("text", "muted", "curve")) {
                    double contrast = Css.contrast(colours.get(ink), colours.get(behind));
                    assertTrue(ink + " on " + behind + " " + contrast, contrast >= 4.5);
                }
            }
        }
    }

    private static void assertHarmless(Element page) {
        Set<String> ids = new HashSet<>();
        for (Element element : Xml.elements(page, "*")) {
            assertFalse(Set.of("script", "link", "img", "iframe", "object", "image", "use", "base")
                    .contains(element.getLocalName()));
            NamedNodeMap attributes = element.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                String name = attributes.item(i).getNodeName();
                String value = attributes.item(i).getNodeValue();
                assertFalse(name,
                        name.startsWith("on") || name.equals("src") || name.equals("style"));
                assertFalse(value, value.contains("://") && name.equals("xmlns") == false);
                assertTrue(value, name.equals("href") == false || value.startsWith("#note-"));
                assertTrue(value, name.equals("id") == false || ids.add(value));
            }
        }
        for (Element style : Xml.elements(page, "style")) {
            assertFalse(style.getTextContent().contains("url("));
            assertFalse(style.getTextContent().contains("@import"));
        }
    }

    private static void assertTable(Tuning tuning, Element page) {
        List<String> headings = Xml.elements(Xml.elements(page, "thead").getFirst(), "a").stream()
                .map(Element::getTextContent).toList();
        assertEquals(List.copyOf(FIGURES.keySet()), headings);
        List<Element> rows = rows(page);
        assertEquals(tuning.rows().size(), rows.size());
        for (int i = 0; i < rows.size(); i++) {
            SettingResult row = tuning.rows().get(i);
            String name = Xml.elements(rows.get(i), "th").getFirst().getTextContent();
            assertTrue(name, name.endsWith(" " + row.setting().banding() + ", k "
                    + row.setting().sketch().hashCount()));
            List<String> cells = Xml.elements(rows.get(i), "td",
                    cell -> Xml.hasClass("part").test(cell) == false).stream()
                    .map(Element::getTextContent).toList();
            assertEquals(FIGURES.size(), cells.size());
            for (int column = 0; column < cells.size(); column++) {
                String heading = headings.get(column);
                String[] written = cells.get(column).split(" ± ");
                assertFigure(heading, FIGURES.get(heading).applyAsDouble(row), written[0]);
                assertEquals(heading.equals("predicted") ? 2 : 1, written.length);
                if (written.length == 2) {
                    assertFigure(heading, row.bands().standardError(), written[1]);
                }
            }
        }
    }

    private static void assertFigure(String heading, double figure, String written) {
        if (Double.isNaN(figure)) {
            assertEquals(heading, "–", written);
            return;
        }
        double read = Double.parseDouble(written.replaceAll("[<>,%]", ""));
        if (written.endsWith("%")) {
            assertEquals(heading, figure, read / 100, 0.51e-4);
        } else if (written.contains(",") || figure == Math.rint(figure)) {
            assertEquals(heading, figure, read, 0.5);
        } else {
            assertEquals(heading, figure, read, Math.max(0.51e-4, 0.0051 * Math.abs(figure)));
        }
    }

    private static List<Element> rows(Element page) {
        return Xml.elements(Xml.elements(page, "tbody").getFirst(), "tr");
    }

    private static Element page(Tuning tuning) {
        return Xml.parse(HtmlReport.html(Tunings.sample("body", null), tuning, OBJECTIVE,
                tuning.recommendation().best() == null ? null : MAPPING));
    }
}
