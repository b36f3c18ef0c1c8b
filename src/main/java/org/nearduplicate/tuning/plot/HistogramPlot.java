package org.nearduplicate.tuning.plot;

import java.util.stream.IntStream;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.tuning.JaccardHistogram;

/**
 * Draws how many pairs of a sample have which similarity, and over it the S-curve that finds them:
 * what is high at the left should be under a low curve, and what is at the right under a high one.
 */
public final class HistogramPlot {

    /** How many bins make one bar. */
    private static final int JOINED = 2;

    private static final int BARS = JaccardHistogram.BINS / JOINED;
    private static final double GAP = 0.15;
    private static final Symbol PAIRS = new Symbol(Mark.BAR, Ink.BAR, true);
    private static final Symbol CURVE = new Symbol(Mark.LINE, Ink.CURVE, false);
    private static final Symbol SIMILARITY = new Symbol(Mark.DASHES, Ink.TEXT, false);

    private final JaccardHistogram histogram;
    private final Banding banding;
    private final double similarity;

    private HistogramPlot(JaccardHistogram histogram, Banding banding, double similarity) {
        this.histogram = histogram;
        this.banding = banding;
        this.similarity = similarity;
    }

    /**
     * Draws a histogram.
     *
     * @param histogram the pairs of a sample
     * @param banding the bands and rows whose curve is drawn over it
     * @param similarity the similarity from which pairs should be found, which is marked
     * @return an SVG document
     */
    public static String svg(JaccardHistogram histogram, Banding banding, double similarity) {
        return svg(histogram, banding, similarity, PlotSize.WIDE);
    }

    /**
     * Draws a histogram.
     *
     * @param histogram the pairs of a sample
     * @param banding the bands and rows whose curve is drawn over it
     * @param similarity the similarity from which pairs should be found, which is marked
     * @param size how large the picture is
     * @return an SVG document
     */
    public static String svg(
            JaccardHistogram histogram, Banding banding, double similarity, PlotSize size) {
        return new HistogramPlot(histogram, banding, similarity).draw(size);
    }

    private String draw(PlotSize size) {
        Picture picture = new Picture(size, "Exact similarities of the pairs", description(),
                Picture.SIDE);
        Box area = picture.area();
        Scale similarities = LinearScale.similarities(area.left(), area.right());
        Scale counts = LogScale.counts(most(), area.bottom(), area.top());
        Scale probabilities = LinearScale.shares(area.bottom(), area.top());
        Axes axes = new Axes(picture);
        axes.below(similarities, "Jaccard similarity of a pair");
        axes.left(counts, "Pairs (log scale)");
        axes.right(probabilities, "Probability found");
        for (int bar = 0; bar < BARS; bar++) {
            drawBar(picture, bar, similarities, counts);
        }
        double x = similarities.place(similarity);
        picture.body().empty("line", "x1", x, "y1", area.top(), "x2", x, "y2", area.bottom(),
                "stroke-width", 2.0, "stroke-dasharray", Symbol.DASHES, "class",
                Ink.TEXT.stroke() + " nd-similarity");
        new CurveLine(banding, similarities, probabilities).draw(picture.body());
        writeLegend(picture);
        return picture.svg();
    }

    private void drawBar(Picture picture, int bar, Scale similarities, Scale counts) {
        long count = count(bar);
        if (count == 0) {
            return;
        }
        double from = (double) bar / BARS;
        double to = (bar + 1.0) / BARS;
        double left = similarities.place(from);
        double width = similarities.place(to) - left;
        double top = counts.place(count);
        picture.body()
                .open("rect", "x", left + GAP / 2 * width, "y", top, "width", (1 - GAP) * width,
                        "height", picture.area().bottom() - top, "class",
                        Ink.BAR.fill() + " nd-bar")
                .element("title", Figures.quantity(from) + "–" + Figures.quantity(to) + ": "
                        + pairs(count))
                .close();
    }

    private void writeLegend(Picture picture) {
        picture.legend(PAIRS, all() == 0
                ? "no pair has a common shingle"
                : pairs(all()) + " with a common shingle, " + Figures.count(histogram.identical())
                        + " of them identical (in the last bar)");
        picture.legend(CURVE, "S-curve of " + CurvePlot.words(banding));
        picture.legend(SIMILARITY, "similarity from which pairs should be found, "
                + Figures.similarity(similarity));
        picture.note("Not drawn: " + pairs(histogram.disjoint()) + " without a common shingle.");
    }

    private String description() {
        long reaching = IntStream.range(JaccardHistogram.bin(similarity), JaccardHistogram.BINS)
                .mapToLong(histogram::count).sum();
        return pairs(all()) + " of the sample have a common shingle, "
                + Figures.count(histogram.identical()) + " of them are identical, and "
                + Figures.count(reaching) + " are about as similar as "
                + Figures.similarity(similarity) + " or more; "
                + pairs(histogram.disjoint()) + " have no common shingle. The S-curve of "
                + CurvePlot.words(banding) + " finds "
                + Figures.share(banding.probability(similarity)) + " of the pairs of similarity "
                + Figures.similarity(similarity) + ".";
    }

    private long count(int bar) {
        return IntStream.range(bar * JOINED, (bar + 1) * JOINED).mapToLong(histogram::count).sum();
    }

    private long most() {
        return IntStream.range(0, BARS).mapToLong(this::count).max().getAsLong();
    }

    private long all() {
        return IntStream.range(0, BARS).mapToLong(this::count).sum();
    }

    private static String pairs(long count) {
        return Figures.count(count) + (count == 1 ? " pair" : " pairs");
    }
}
