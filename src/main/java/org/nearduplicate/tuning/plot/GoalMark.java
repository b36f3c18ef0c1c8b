package org.nearduplicate.tuning.plot;

import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.CurveGoal.Kind;
import org.nearduplicate.tuning.plot.Labels.Label;

/**
 * A goal in the picture of a curve: a corner that the curve has to stay out of, and a mark at its
 * tip.
 */
final class GoalMark {

    private static final double MARK = 8;
    private static final String CORNER_OPACITY = "0.1";

    private final CurveGoal goal;
    private final double probability;
    private final boolean met;

    GoalMark(CurveGoal goal, Banding banding) {
        this.goal = goal;
        this.probability = banding.probability(goal.similarity());
        this.met = goal.metBy(banding);
    }

    /** Returns the mark: filled if the goal is met. */
    Symbol symbol() {
        return new Symbol(isFind() ? Mark.UP : Mark.DOWN, ink(), met);
    }

    /** Returns the goal and what the curve makes of it. */
    String words() {
        return (met ? "met: " : "not met: ") + (isFind() ? "at least " : "at most ")
                + Figures.share(goal.probability()) + " at similarity "
                + Figures.similarity(goal.similarity()) + ", where "
                + Figures.share(probability) + " are found";
    }

    /** Draws the corner: what is below and right of the tip, or above and left of it. */
    void drawCorner(Picture picture, Scale similarities, Scale probabilities) {
        Box area = picture.area();
        double x = similarities.place(goal.similarity());
        double y = probabilities.place(goal.probability());
        Box corner = isFind()
                ? new Box(x, y, area.right(), area.bottom())
                : new Box(area.left(), area.top(), x, y);
        picture.body().empty("rect", "x", corner.left(), "y", corner.top(), "width",
                corner.width(), "height", corner.height(), "class",
                ink().fill() + " " + ink().stroke(), "fill-opacity", CORNER_OPACITY,
                "stroke-dasharray", "4 4");
    }

    /** Draws the mark at the tip. */
    void drawMark(Picture picture, Labels labels, Scale similarities, Scale probabilities) {
        double x = similarities.place(goal.similarity());
        double y = probabilities.place(goal.probability());
        symbol().draw(picture.body(), x, y, MARK);
        labels.avoid(Box.around(x, y, 2 * MARK, 2 * MARK));
    }

    /** Writes the goal beside its mark. */
    void writeLabel(Labels labels, Scale similarities, Scale probabilities) {
        labels.write(new Label(
                similarities.place(goal.similarity()),
                probabilities.place(goal.probability()),
                (isFind() ? "≥ " : "≤ ") + Figures.share(goal.probability()) + (met ? "" : " not")
                        + " met",
                ink(),
                true));
    }

    private boolean isFind() {
        return goal.kind() == Kind.FIND;
    }

    private Ink ink() {
        return isFind() ? Ink.FIND : Ink.LEAVE_OUT;
    }
}
