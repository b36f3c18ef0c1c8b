package org.nearduplicate.tuning.plot;

/**
 * What stands for something in a picture and in its legend.
 *
 * @param mark the shape
 * @param ink its colour
 * @param solid whether it is filled
 */
record Symbol(Mark mark, Ink ink, boolean solid) {

    /** How a dashed line is dashed. */
    static final String DASHES = "6 4";

    private static final double LINE_WIDTH = 2;
    private static final double EDGE_WIDTH = 1;

    /** Draws it around a point. */
    void draw(Markup markup, double x, double y, double size) {
        markup.empty("path",
                "d", mark.path(size),
                "transform", "translate(" + Markup.number(x) + " " + Markup.number(y) + ")",
                "stroke-width", solid ? EDGE_WIDTH : LINE_WIDTH,
                "stroke-dasharray", mark == Mark.DASHES ? DASHES : "none",
                "fill", "none",
                "class", classes());
    }

    /** Returns the classes of its shape: a line, a shape with an edge, or an outline. */
    String classes() {
        if (mark.isOpen()) {
            return ink.stroke();
        }
        return solid
                ? ink.fill() + " " + Ink.BACKGROUND.stroke()
                : Ink.BACKGROUND.fill() + " " + ink.stroke();
    }
}
