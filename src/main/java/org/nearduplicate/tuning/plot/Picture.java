package org.nearduplicate.tuning.plot;

/**
 * A picture while it is drawn: a heading, an area between axes, and a legend below that grows with
 * its lines. Belongs to one thread.
 */
final class Picture {

    /** How far the numbers of an axis at the side reach from the area. */
    static final double SIDE = 56;

    private static final double MARGIN = 14;
    private static final double SYMBOL_WIDTH = 26;
    private static final double SYMBOL_SIZE = 6;
    private static final double ABOVE_AREA = 14;
    private static final double BELOW_AREA = 68;
    private static final String HEADING_SIZE = "16";
    private static final double HEADING_RATIO = 16.0 / 14 * 1.08;

    private final String title;
    private final String description;
    private final double width;
    private final Box area;
    private final Markup body = new Markup();
    private double nextLine;

    /**
     * Begins a picture.
     *
     * @param size how large it is
     * @param title what it shows, which is its heading too
     * @param description what it tells, for a reader who does not see it
     * @param right the room right of the area
     */
    Picture(PlotSize size, String title, String description, double right) {
        this.title = title;
        this.description = description;
        this.width = size.width();
        double y = MARGIN + Words.LINE_HEIGHT / 2;
        for (String line : Words.wrap(title, (width - 2 * MARGIN) / HEADING_RATIO)) {
            body.element("text", line, "x", MARGIN, "y", y + Words.BASELINE, "class",
                    Ink.TEXT.fill(), "font-size", HEADING_SIZE, "font-weight", "600");
            y += Words.LINE_HEIGHT + 2;
        }
        double top = y + Words.LINE_HEIGHT / 2 + ABOVE_AREA;
        this.area = new Box(SIDE, top, width - right, top + size.areaHeight());
        this.nextLine = area.bottom() + BELOW_AREA;
    }

    /** Returns the place between the axes. */
    Box area() {
        return area;
    }

    /** Returns where shapes are written to, the later above the earlier. */
    Markup body() {
        return body;
    }

    /** Adds a line to the legend, or more if it is long. */
    void legend(Symbol symbol, String text) {
        symbol.draw(body, MARGIN + SYMBOL_WIDTH / 2 - 4, nextLine, SYMBOL_SIZE);
        lines(text, MARGIN + SYMBOL_WIDTH);
    }

    /** Adds a line to the legend that is about no symbol. */
    void note(String text) {
        lines(text, MARGIN);
    }

    /** Returns the document. */
    String svg() {
        double height = nextLine - Words.LINE_HEIGHT / 2 + MARGIN;
        return new Markup()
                .open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox",
                        "0 0 " + Markup.number(width) + " " + Markup.number(height),
                        "width", width, "height", height, "role", "img", "class", PlotStyle.PLOT)
                .element("title", title)
                .element("desc", description)
                .element("style", PlotStyle.CSS)
                .empty("rect", "width", "100%", "height", "100%", "class", Ink.BACKGROUND.fill())
                .raw(body.toString())
                .close()
                .toString()
                .stripLeading();
    }

    private void lines(String text, double left) {
        for (String line : Words.wrap(text, width - left - MARGIN)) {
            body.element("text", line, "x", left, "y", nextLine + Words.BASELINE, "class",
                    Ink.TEXT.fill());
            nextLine += Words.LINE_HEIGHT;
        }
    }
}
