package org.nearduplicate.tuning.plot;

/**
 * Draws axes around an area: a line, ticks with their figures, a grid, and what the figures are.
 */
final class Axes {

    /** Classes by which the ticks of an axis are found. */
    static final String X = "nd-x";
    static final String Y = "nd-y";
    static final String Y2 = "nd-y2";

    private static final double TICK = 5;
    private static final double LABEL_GAP = 9;
    private static final double BELOW = 17;
    private static final double TITLE_BELOW = 39;
    private static final double TITLE_ABOVE = 14;

    private final Markup markup;
    private final Box area;

    Axes(Picture picture) {
        this.markup = picture.body();
        this.area = picture.area();
    }

    /** Draws the axis below, with a grid. */
    void below(Scale scale, String title) {
        for (Scale.Tick tick : scale.ticks()) {
            double x = scale.place(tick.figure());
            line(x, area.top(), x, area.bottom() + TICK, Ink.GRID, X);
            text(x, area.bottom() + BELOW, "middle", Ink.MUTED, X, tick.label());
        }
        line(area.left(), area.bottom(), area.right(), area.bottom(), Ink.AXIS, "nd-axis");
        text(area.centreX(), area.bottom() + TITLE_BELOW, "middle", Ink.TEXT, "nd-label", title);
    }

    /** Draws the axis at the left, with a grid. */
    void left(Scale scale, String title) {
        for (Scale.Tick tick : scale.ticks()) {
            double y = scale.place(tick.figure());
            line(area.left(), y, area.right(), y, Ink.GRID, Y);
            text(area.left() - LABEL_GAP, y, "end", Ink.MUTED, Y, tick.label());
        }
        line(area.left(), area.top(), area.left(), area.bottom(), Ink.AXIS, "nd-axis");
        text(LABEL_GAP + TICK, area.top() - TITLE_ABOVE - 6, "start", Ink.TEXT, "nd-label", title);
    }

    /** Draws the axis at the right, without a grid. */
    void right(Scale scale, String title) {
        for (Scale.Tick tick : scale.ticks()) {
            double y = scale.place(tick.figure());
            line(area.right(), y, area.right() + TICK, y, Ink.AXIS, Y2);
            text(area.right() + LABEL_GAP, y, "start", Ink.MUTED, Y2, tick.label());
        }
        line(area.right(), area.top(), area.right(), area.bottom(), Ink.AXIS, "nd-axis");
        text(area.right() + Picture.SIDE - LABEL_GAP - TICK, area.top() - TITLE_ABOVE - 6, "end",
                Ink.TEXT, "nd-label", title);
    }

    private void line(double x1, double y1, double x2, double y2, Ink ink, String name) {
        markup.empty("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "class",
                ink.stroke() + " " + name);
    }

    private void text(double x, double y, String anchor, Ink ink, String name, String text) {
        markup.element("text", text, "x", x, "y", y + Words.BASELINE, "text-anchor", anchor,
                "class",
                ink.fill() + " " + name);
    }
}
