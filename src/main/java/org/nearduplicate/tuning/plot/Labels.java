package org.nearduplicate.tuning.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes words beside what they are about, where they cover neither a mark nor a line nor other
 * words. Words for which there is no such place are left out: a legend has to tell them too.
 */
final class Labels {

    private static final double[] GAPS = {8, 16, 32, 50, 70};
    private static final int[][] DIRECTIONS = {
            {1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    private static final double NEAR = 16;
    private static final double PADDING = 3;
    private static final double LINE_STEP = 6;
    private static final double BOLDER = 1.12;
    private static final String SEE_THROUGH = "0.8";

    private final Markup markup;
    private final Box area;
    private final List<Box> taken = new ArrayList<>();
    private final List<Box> words = new ArrayList<>();

    /**
     * Words beside a point.
     *
     * @param bold whether they are more important than others
     */
    record Label(double x, double y, String text, Ink ink, boolean bold) {

        double width() {
            return Words.width(text) * (bold ? BOLDER : 1) + 2 * PADDING;
        }
    }

    Labels(Picture picture) {
        this.markup = picture.body();
        this.area = picture.area().inset(2);
    }

    /** Keeps words off a place. */
    void avoid(Box box) {
        taken.add(box);
    }

    /** Keeps words off a straight line. */
    void avoid(double x1, double y1, double x2, double y2) {
        int steps = (int) Math.ceil(Math.hypot(x2 - x1, y2 - y1) / LINE_STEP);
        for (int step = 0; step <= steps; step++) {
            double share = steps == 0 ? 0 : (double) step / steps;
            avoid(Box.around(x1 + share * (x2 - x1), y1 + share * (y2 - y1), LINE_STEP, LINE_STEP));
        }
    }

    /** Writes words close by if there is room. */
    void writeNear(Label label) {
        write(label, NEAR);
    }

    /** Writes words close by or further off, with a line that leads to them, if there is room. */
    void write(Label label) {
        write(label, Double.POSITIVE_INFINITY);
    }

    private void write(Label label, double furthest) {
        for (double gap : GAPS) {
            for (int[] direction : DIRECTIONS) {
                Box box = Box.around(
                        label.x() + direction[0] * (gap + label.width() / 2),
                        label.y() + direction[1] * (gap + Words.LINE_HEIGHT / 2),
                        label.width(),
                        Words.LINE_HEIGHT).movedInto(area);
                if (gap <= furthest && area.contains(box)
                        && taken.stream().noneMatch(box::overlaps)
                        && words.stream().noneMatch(leader(label, box)::overlaps)) {
                    draw(label, box, gap > NEAR);
                    taken.add(box);
                    words.add(box);
                    return;
                }
            }
        }
    }

    /** Returns the room of the line that leads from a point to its words. */
    private static Box leader(Label label, Box box) {
        double x = Math.clamp(label.x(), box.left(), box.right());
        double y = Math.clamp(label.y(), box.top(), box.bottom());
        return new Box(Math.min(x, label.x()), Math.min(y, label.y()), Math.max(x, label.x()),
                Math.max(y, label.y()));
    }

    private void draw(Label label, Box box, boolean leader) {
        if (leader) {
            markup.empty("line", "x1", label.x(), "y1", label.y(), "x2",
                    Math.clamp(label.x(), box.left(), box.right()), "y2",
                    Math.clamp(label.y(), box.top(), box.bottom()), "class",
                    label.ink().stroke());
        }
        markup.empty("rect", "x", box.left(), "y", box.top(), "width", box.width(), "height",
                box.height(), "class", Ink.BACKGROUND.fill(), "fill-opacity", SEE_THROUGH);
        markup.element("text", label.text(), "x", box.centreX(), "y",
                box.centreY() + Words.BASELINE, "text-anchor", "middle", "font-weight",
                label.bold() ? "600" : "400", "class", label.ink().fill() + " nd-note");
    }
}
