package org.nearduplicate.tuning.plot;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.tuning.JaccardHistogram;
import org.nearduplicate.tuning.Tunings;
import org.nearduplicate.tuning.plot.Drawing.Place;
import org.w3c.dom.Element;

/** The counts and the curve can be read back from the picture. */
public class HistogramPlotTest extends LuceneTestCase {

    private static final int BARS = 50;

    public void testEveryBarIsAsHighAsItsCount() {
        for (int i = 0; i < 20; i++) {
            JaccardHistogram histogram = randomHistogram();
            Drawing drawing = draw(histogram, new Banding(16, 6), 0.8);
            DrawnAxis similarities = DrawnAxis.linear(drawing.svg(), Axes.X);
            DrawnAxis counts = DrawnAxis.logarithmic(drawing.svg(), Axes.Y);
            long[] expected = IntStream.range(0, BARS)
                    .mapToLong(bar -> histogram.count(2 * bar) + histogram.count(2 * bar + 1))
                    .toArray();
            for (Element bar : Xml.elements(drawing.svg(), "rect", Xml.hasClass("nd-bar"))) {
                double top = Xml.number(bar, "y");
                double height = Xml.number(bar, "height");
                double middle = similarities.figureAt(
                        Xml.number(bar, "x") + Xml.number(bar, "width") / 2);
                int index = (int) (middle * BARS);
                assertEquals(index + 0.5, middle * BARS, 0.01);
                assertEquals(1, counts.figureAt(top) / expected[index], 0.01);
                assertEquals(drawing.bottom(), top + height, 0.011);
                assertTrue(height > 1);
                assertTrue(Xml.elements(bar, "title").getFirst().getTextContent()
                        .contains(": " + Figures.count(expected[index]) + " pair"));
                expected[index] = 0;
            }
            assertArrayEquals(new long[BARS], expected);
        }
    }

    public void testTheCurveHasAnAxisOfItsOwn() {
        Banding banding = new Banding(1 + random().nextInt(50), 1 + random().nextInt(12));
        Drawing drawing = draw(randomHistogram(), banding, 0.8);
        DrawnAxis similarities = DrawnAxis.linear(drawing.svg(), Axes.X);
        DrawnAxis probabilities = DrawnAxis.linear(drawing.svg(), Axes.Y2);
        assertEquals(1, probabilities.figureAt(drawing.curve().getLast().y()), 1e-3);
        for (double similarity = 0.05; similarity < 1; similarity += 0.05) {
            double x = similarities.placeOf(similarity);
            Place nearest = drawing.curve().stream()
                    .min((a, b) -> Double.compare(Math.abs(a.x() - x), Math.abs(b.x() - x)))
                    .orElseThrow();
            assertEquals(banding.probability(similarities.figureAt(nearest.x())),
                    probabilities.figureAt(nearest.y()), 2e-3);
        }
    }

    public void testTheSimilarityIsMarked() {
        double similarity = 0.01 + 0.99 * random().nextDouble();
        Drawing drawing = draw(randomHistogram(), new Banding(16, 6), similarity);
        Element line = Xml.elements(drawing.svg(), "line", Xml.hasClass("nd-similarity"))
                .getFirst();
        double place = DrawnAxis.linear(drawing.svg(), Axes.X).placeOf(similarity);
        assertEquals(place, Xml.number(line, "x1"), 0.011);
        assertEquals(place, Xml.number(line, "x2"), 0.011);
    }

    public void testWhatIsInNoBarIsTold() {
        long[] counts = new long[JaccardHistogram.BINS];
        counts[10] = 30;
        counts[79] = 5;
        counts[85] = 2;
        counts[99] = 4;
        Drawing drawing = draw(Tunings.histogram(counts, 123_456, 3), new Banding(16, 6), 0.8);
        for (String words : List.of(drawing.words(), drawing.description())) {
            assertTrue(words, words.contains("123,456 pairs"));
            assertTrue(words, words.contains("41 pairs"));
            assertTrue(words, words.contains("3 of them"));
        }
        assertTrue(drawing.description(), drawing.description().contains("6 are about as similar"));
    }

    public void testNoPairs() {
        Drawing drawing = draw(Tunings.emptyHistogram(), new Banding(1, 1), 1);
        assertTrue(Xml.elements(drawing.svg(), "rect", Xml.hasClass("nd-bar")).isEmpty());
        assertTrue(drawing.words().contains("no pair has a common shingle"));
    }

    /** Returns a histogram of counts from none to more than any sample has. */
    private static JaccardHistogram randomHistogram() {
        Random random = random();
        double decades = 1 + 9 * random.nextDouble();
        long[] counts = new long[JaccardHistogram.BINS];
        for (int bin = 0; bin < counts.length; bin++) {
            counts[bin] = random.nextInt(3) == 0
                    ? 0
                    : (long) Math.pow(10, decades * random.nextDouble());
        }
        return Tunings.histogram(counts, random.nextInt(1_000_000), counts[99] / 2);
    }

    private static Drawing draw(JaccardHistogram histogram, Banding banding, double similarity) {
        return new Drawing(HistogramPlot.svg(
                histogram, banding, similarity, PlotSize.values()[random().nextInt(2)]));
    }
}
