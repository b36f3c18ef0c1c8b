package org.nearduplicate.tuning.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.plot.FrontPoint.Place;
import org.nearduplicate.tuning.plot.Labels.Label;

/**
 * Draws what each setting finds and what that costs: recall against candidates per document, and
 * the bytes per document as the area of a circle. Settings on the front of the same pairs are
 * joined, but for those that are on it for their few bytes alone.
 */
public final class FrontPlot {

    private static final double RIGHT = 20;
    private static final double LARGEST = 11;
    private static final double FRAME_GAP = 4;
    private static final double ZERO_WIDTH = 34;

    private static final Symbol BEST = new Symbol(Mark.FRAME, Ink.BEST, false);

    private final Tuning tuning;
    private final SettingNames names;
    private final List<FrontPoint> points;
    private final Picture picture;
    private final Scale candidates;
    private final Scale recalls;
    private final double mostBytes;

    private FrontPlot(Tuning tuning, PlotSize size) {
        this.tuning = tuning;
        this.names = new SettingNames(tuning.rows());
        this.points = FrontPoint.of(tuning);
        this.picture = new Picture(size, "Recall and its cost", description(), RIGHT);
        this.mostBytes = points.stream().mapToDouble(FrontPoint::bytes).max().orElse(1);
        Box inner = picture.area().inset(LARGEST + FRAME_GAP);
        this.candidates = candidates(inner);
        this.recalls = LinearScale.sharesFrom(
                points.stream().mapToDouble(FrontPoint::recall).min().orElse(0),
                inner.bottom(), inner.top());
    }

    /**
     * Draws the front.
     *
     * @param tuning the settings with their figures
     * @return an SVG document
     */
    public static String svg(Tuning tuning) {
        return svg(tuning, PlotSize.WIDE);
    }

    /**
     * Draws the front.
     *
     * @param tuning the settings with their figures
     * @param size how large the picture is
     * @return an SVG document
     */
    public static String svg(Tuning tuning, PlotSize size) {
        return new FrontPlot(tuning, size).draw();
    }

    private String draw() {
        Axes axes = new Axes(picture);
        axes.below(candidates, "Candidates per document (log)");
        axes.left(recalls, "Recall");
        Labels labels = new Labels(picture);
        drawCircles(Place.OFF);
        for (Place front : List.of(Place.OTHER_FRONT, Place.FRONT)) {
            fronts(front).forEach(points -> drawLine(rising(points), labels));
            drawCircles(front);
        }
        points.stream().filter(FrontPoint::best).forEach(point -> BEST.draw(
                picture.body(), x(point), y(point), radius(point) + FRAME_GAP));
        writeLabels(labels);
        writeLegend();
        return picture.svg();
    }

    /** Draws the large before the small, so that none is hidden. */
    private void drawCircles(Place place) {
        FrontStyle style = FrontStyle.of(place);
        points.stream()
                .filter(point -> point.place() == place)
                .sorted(Comparator.comparingDouble(FrontPoint::bytes).reversed())
                .forEach(point -> picture.body()
                        .open("circle", "cx", x(point), "cy", y(point), "r", radius(point),
                                "class", style.classes(), "fill-opacity", style.opacity())
                        .element("title", point.words(names))
                        .close());
    }

    private void drawLine(List<FrontPoint> front, Labels labels) {
        FrontStyle style = FrontStyle.of(front.getFirst().place());
        for (int i = 1; i < front.size(); i++) {
            FrontPoint from = front.get(i - 1);
            FrontPoint to = front.get(i);
            picture.body().empty("line", "x1", x(from), "y1", y(from), "x2", x(to), "y2", y(to),
                    "stroke-width", style.lineWidth(), "class",
                    Ink.CURVE.stroke() + " nd-front-line");
            labels.avoid(x(from), y(from), x(to), y(to));
        }
    }

    private void writeLabels(Labels labels) {
        for (FrontPoint point : points) {
            double room = 2 * (radius(point) + (point.best() ? FRAME_GAP : 0));
            labels.avoid(Box.around(x(point), y(point), room, room));
        }
        points.stream()
                .filter(point -> point.place() != Place.OFF || point.best())
                .sorted(Comparator.comparing(FrontPoint::best).thenComparing(FrontPoint::place)
                        .reversed())
                .forEach(point -> writeLabel(labels, point));
    }

    private void writeLabel(Labels labels, FrontPoint point) {
        String name = SettingNames.shortName(point.row().setting());
        if (point.best()) {
            labels.write(new Label(x(point), y(point), name, Ink.BEST, true));
        } else {
            labels.writeNear(new Label(x(point), y(point), name, Ink.TEXT, false));
        }
    }

    private void writeLegend() {
        points.stream().filter(FrontPoint::best).forEach(point -> picture.legend(BEST,
                "recommended: " + point.words(names)));
        for (FrontStyle style : FrontStyle.values()) {
            if (points.stream().anyMatch(point -> FrontStyle.of(point.place()) == style)) {
                picture.legend(style.symbol(), style.words());
            }
        }
        if (points.isEmpty() == false) {
            picture.note("A circle's area tells the bytes per document, at most "
                    + Figures.quantity(mostBytes) + ".");
        }
        int left = tuning.rows().size() - points.size();
        if (left > 0) {
            picture.note("Not drawn, because they have no pair to find: " + left
                    + (left == 1 ? " setting." : " settings."));
        }
    }

    private String description() {
        return "Recall against candidates per document of " + points.size()
                + (points.size() == 1 ? " setting." : " settings.")
                + points.stream()
                        .filter(point -> point.place() == Place.FRONT || point.best())
                        .map(point -> (point.best() ? " Recommended: " : " On the front: ")
                                + point.words(names) + ".")
                        .collect(Collectors.joining());
    }

    /** Returns the settings of each front by what decides about the pairs, from the cheapest on. */
    private Collection<List<FrontPoint>> fronts(Place place) {
        return points.stream()
                .filter(point -> point.place() == place)
                .sorted(Comparator.comparingDouble(FrontPoint::candidates)
                        .thenComparing(FrontPoint::recall, Comparator.reverseOrder()))
                .collect(Collectors.groupingBy(point -> point.row().setting().wanted(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values();
    }

    /**
     * Leaves out those that are on the front only because they have fewer bytes: a line never
     * falls.
     */
    private static List<FrontPoint> rising(List<FrontPoint> front) {
        List<FrontPoint> rising = new ArrayList<>();
        for (FrontPoint point : front) {
            if (rising.isEmpty() || point.recall() > rising.getLast().recall()) {
                rising.add(point);
            }
        }
        return rising;
    }

    private Scale candidates(Box inner) {
        DoubleSummaryStatistics positive = points.stream()
                .mapToDouble(FrontPoint::candidates)
                .filter(figure -> figure > 0)
                .summaryStatistics();
        boolean zero = positive.getCount() < points.size();
        double start = inner.left() + (zero ? ZERO_WIDTH : 0);
        return positive.getCount() == 0
                ? LogScale.quantities(1, 10, inner.left(), start, inner.right())
                : LogScale.quantities(positive.getMin(), positive.getMax(), inner.left(), start,
                        inner.right());
    }

    private double x(FrontPoint point) {
        return candidates.place(point.candidates());
    }

    private double y(FrontPoint point) {
        return recalls.place(point.recall());
    }

    private double radius(FrontPoint point) {
        return LARGEST * Math.sqrt(point.bytes() / mostBytes);
    }
}
