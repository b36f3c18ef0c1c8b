package org.nearduplicate.tuning.plot;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Shapes around the origin. They are told from each other without their colours. */
enum Mark {

    /** Points up: the curve should be above. */
    UP(size -> path("M0 %1$s L%2$s %3$s L%4$s %3$s Z", -size, size, 0.8 * size, -size)),

    /** Points down: the curve should be below. */
    DOWN(size -> path("M0 %2$s L%2$s %3$s L%4$s %3$s Z", -size, size, -0.8 * size, -size)),

    /** Where the curve is steepest. */
    DIAMOND(size -> path("M0 %1$s L%2$s 0 L0 %2$s L%1$s 0 Z", -size, size)),

    /** A setting. */
    CIRCLE(Mark::circle),

    /** A square, around a setting. */
    FRAME(size -> path("M%1$s %1$s H%2$s V%2$s H%1$s Z", -size, size)),

    /** A bar. */
    BAR(size -> path("M%1$s %1$s H%2$s V%2$s H%1$s Z", -0.8 * size, 0.8 * size)),

    /** A line. */
    LINE(size -> path("M%1$s 0 H%2$s", -1.4 * size, 1.4 * size)),

    /** A dashed line. */
    DASHES(size -> path("M%1$s 0 H%2$s", -1.4 * size, 1.4 * size));

    private final DoubleFunction<String> path;

    Mark(DoubleFunction<String> path) {
        this.path = path;
    }

    /** Returns the path of a shape that reaches so far from the origin. */
    String path(double size) {
        return path.apply(size);
    }

    /** Whether it is a line that bounds nothing, or leaves what it bounds to be seen. */
    boolean isOpen() {
        return this == LINE || this == DASHES || this == FRAME;
    }

    private static String circle(double radius) {
        return path("M%1$s 0 A%2$s %2$s 0 1 1 %2$s 0 A%2$s %2$s 0 1 1 %1$s 0 Z", -radius, radius);
    }

    private static String path(String format, double... numbers) {
        return String.format(Locale.ROOT, format,
                Arrays.stream(numbers).mapToObj(Markup::number).toArray());
    }
}
