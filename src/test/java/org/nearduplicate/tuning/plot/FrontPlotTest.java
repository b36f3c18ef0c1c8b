package org.nearduplicate.tuning.plot;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.tuning.BandFigures;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tunings;
import org.nearduplicate.tuning.plot.Drawing.Place;
import org.w3c.dom.Element;

/** Every setting can be read back from the picture. */
public class FrontPlotTest extends LuceneTestCase {

    public void testEverySettingIsDrawnWhereItsFiguresAre() {
        for (int settings : new int[] {1, 3, 20, 500}) {
            Tuning tuning = Tunings.tuning(random(), settings, random().nextBoolean(), "standard");
            assertDrawn(tuning, tuning.rows());
        }
    }

    public void testNoCandidates() {
        Tuning tuning = Tunings.tuning(random(), 10, true, "standard");
        List<SettingResult> rows = new ArrayList<>(tuning.rows());
        rows.set(3, withoutCandidates(rows.get(3)));
        assertDrawn(withRows(tuning, rows), rows);
        rows.replaceAll(FrontPlotTest::withoutCandidates);
        assertDrawn(withRows(tuning, rows), rows);
    }

    public void testSettingsWithoutPairsAreCounted() {
        Tuning tuning = Tunings.tuning(random(), 10, false, "standard");
        List<SettingResult> rows = new ArrayList<>(tuning.rows());
        rows.set(2, Tunings.rowWithoutPairs(rows.get(2).setting()));
        rows.set(7, Tunings.rowWithoutPairs(rows.get(7).setting()));
        List<SettingResult> drawn = new ArrayList<>(rows);
        drawn.remove(7);
        drawn.remove(2);
        Drawing drawing = assertDrawn(withRows(tuning, rows), drawn);
        assertTrue(drawing.words().contains("they have no pair to find: 2 settings."));
        rows.replaceAll(row -> Tunings.rowWithoutPairs(row.setting()));
        drawing = assertDrawn(withRows(tuning, rows), List.of());
        assertTrue(drawing.words().contains("they have no pair to find: 10 settings."));
    }

    public void testTheRecommendedSettingIsFramed() {
        for (int settings : new int[] {1, 3, 100}) {
            Tuning tuning = Tunings.tuning(random(), settings, true, "standard");
            Drawing drawing = new Drawing(FrontPlot.svg(tuning));
            List<Element> frames = drawing.marks("nd-stroke-best");
            assertEquals(1, frames.size());
            Place frame = Drawing.place(frames.getFirst());
            Element circle = circle(drawing, tuning, tuning.recommendation().best());
            assertEquals(Xml.number(circle, "cx"), frame.x(), 0);
            assertEquals(Xml.number(circle, "cy"), frame.y(), 0);
            assertTrue(drawing.words().contains("recommended: "));
        }
        Drawing none = new Drawing(
                FrontPlot.svg(Tunings.tuning(random(), 10, false, "standard")));
        assertTrue(none.marks("nd-stroke-best").isEmpty());
        assertFalse(none.words().contains("recommended"));
    }

    /** Solid: the front of the same pairs. Hollow: that of other pairs. Faint: no front. */
    public void testTheFrontIsToldFromTheRest() {
        Tuning tuning = Tunings.tuning(random(), 100, true, "standard");
        SettingResult best = tuning.recommendation().best();
        Drawing drawing = new Drawing(FrontPlot.svg(tuning));
        for (int i = 0; i < tuning.rows().size(); i++) {
            SettingResult row = tuning.rows().get(i);
            Element circle = circle(drawing, tuning, row);
            boolean samePairs = row.setting().shingles().equals(best.setting().shingles())
                    && row.setting().similarity() == best.setting().similarity();
            boolean front = tuning.front().get(i);
            assertEquals(front && samePairs, Xml.hasClass("nd-fill-curve").test(circle));
            assertEquals(front && samePairs == false, Xml.hasClass("nd-stroke-curve").test(circle));
            assertEquals(front == false, Xml.hasClass("nd-fill-bar").test(circle));
            assertEquals(front == false, Xml.number(circle, "fill-opacity") < 0.5);
        }
    }

    /** Further to the right is more expensive, so it is on the line only if it finds more. */
    public void testTheLinesOfTheFrontsRise() {
        Tuning tuning = Tunings.tuning(random(), 200, random().nextBoolean(), "standard");
        Drawing drawing = new Drawing(FrontPlot.svg(tuning));
        List<Element> lines = Xml.elements(
                drawing.svg(), "line", Xml.hasClass("nd-front-line"));
        assertFalse(lines.isEmpty());
        for (Element line : lines) {
            assertTrue(Xml.number(line, "x1") <= Xml.number(line, "x2"));
            assertTrue(Xml.number(line, "y1") >= Xml.number(line, "y2"));
        }
    }

    public void testNamesAreEscaped() {
        String hostile = "\"><script>alert('&')</script>\u0000\ud800]]>";
        Tuning tuning = Tunings.tuning(random(), 400, true, hostile);
        Drawing drawing = new Drawing(FrontPlot.svg(tuning));
        assertTrue(Xml.elements(drawing.svg(), "circle").stream()
                .anyMatch(circle -> circle.getTextContent()
                        .contains("\"><script>alert('&')</script>\ufffd\ufffd]]>")));
    }

    private static Drawing assertDrawn(Tuning tuning, List<SettingResult> rows) {
        Drawing drawing = new Drawing(
                FrontPlot.svg(tuning, PlotSize.values()[random().nextInt(2)]));
        assertEquals(rows.size(), Xml.elements(drawing.svg(), "circle").size());
        DrawnAxis candidates = DrawnAxis.logarithmic(drawing.svg(), Axes.X);
        DrawnAxis recalls = DrawnAxis.linear(drawing.svg(), Axes.Y);
        double bytesPerArea = 0;
        for (SettingResult row : rows) {
            Element circle = circle(drawing, tuning, row);
            double expected = row.bands().candidatesPerDocument();
            assertEquals(expected, candidates.figureAt(Xml.number(circle, "cx")), 0.01 * expected);
            assertEquals(
                    row.counts().recall(), recalls.figureAt(Xml.number(circle, "cy")), 1e-3);
            double area = Math.pow(Xml.number(circle, "r"), 2);
            bytesPerArea = bytesPerArea == 0 ? row.cost().bytes() / area : bytesPerArea;
            assertEquals(1, row.cost().bytes() / area / bytesPerArea, 0.02);
        }
        return drawing;
    }

    /** Returns the circle that tells of a setting. */
    private static Element circle(Drawing drawing, Tuning tuning, SettingResult row) {
        String name = new SettingNames(tuning.rows()).name(row.setting()) + ": recall "
                + Figures.share(row.counts().recall()) + ", ";
        List<Element> circles = Xml.elements(drawing.svg(), "circle",
                circle -> circle.getTextContent().strip().startsWith(name));
        assertEquals(name, 1, circles.size());
        return circles.getFirst();
    }

    private static SettingResult withoutCandidates(SettingResult row) {
        return new SettingResult(row.setting(), row.counts(), new BandFigures(0, 0.5, 0.1, 0, 0),
                row.error(), row.cost());
    }

    private static Tuning withRows(Tuning tuning, List<SettingResult> rows) {
        return new Tuning(tuning.truths(), rows, tuning.front(),
                new Recommendation(null, tuning.recommendation().reasons()));
    }
}
