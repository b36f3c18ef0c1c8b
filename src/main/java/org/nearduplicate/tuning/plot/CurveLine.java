package org.nearduplicate.tuning.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.nearduplicate.sketch.Banding;

/** An S-curve as a line between points, which are denser where it is steep. */
final class CurveLine {

    /** Steps along each axis. */
    private static final int STEPS = 128;

    private static final double CASING_WIDTH = 6;
    private static final double LINE_WIDTH = 2.5;

    private final List<Point> points;

    /** A point of the line, in the picture. */
    record Point(double x, double y) {}

    /** Places the curve of bands and rows between two axes. */
    CurveLine(Banding banding, Scale similarities, Scale probabilities) {
        this.points = similarities(banding).stream()
                .map(similarity -> new Point(
                        similarities.place(similarity),
                        probabilities.place(banding.probability(similarity))))
                .toList();
    }

    /** Draws it, set off from what is behind it. */
    void draw(Markup markup) {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? "M" : " L")
                    .append(Markup.number(point.x())).append(' ')
                    .append(Markup.number(point.y()));
        }
        draw(markup, path, Ink.BACKGROUND, CASING_WIDTH, "nd-casing");
        draw(markup, path, Ink.CURVE, LINE_WIDTH, "nd-curve");
    }

    /** Keeps words off it. */
    void reserve(Labels labels) {
        for (int i = 1; i < points.size(); i++) {
            labels.avoid(points.get(i - 1).x(), points.get(i - 1).y(), points.get(i).x(),
                    points.get(i).y());
        }
    }

    /**
     * Returns equal steps of similarity, together with the similarities of steps of probability,
     * which are smaller where a steep curve bends: at both ends.
     */
    private static List<Double> similarities(Banding banding) {
        List<Double> similarities = new ArrayList<>();
        similarities.add(0.0);
        for (double step = 1; step < STEPS; step++) {
            similarities.add(step / STEPS);
            similarities.add(banding.similarityAt((1 - Math.cos(Math.PI * step / STEPS)) / 2));
        }
        similarities.add(1.0);
        Collections.sort(similarities);
        return similarities;
    }

    private static void draw(
            Markup markup, CharSequence path, Ink ink, double width, String name) {
        markup.empty("path", "d", path, "fill", "none", "stroke-width", width, "stroke-linejoin",
                "round", "class", ink.stroke() + " " + name);
    }
}
