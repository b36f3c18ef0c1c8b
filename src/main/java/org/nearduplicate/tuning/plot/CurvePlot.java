package org.nearduplicate.tuning.plot;

import java.util.List;
import java.util.stream.Collectors;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.tuning.plot.Labels.Label;

/**
 * Draws the S-curve of bands and rows: which share of the pairs of a similarity is found. Goals are
 * corners that the curve stays out of if it meets them.
 */
public final class CurvePlot {

    private static final double RIGHT = 20;
    private static final Symbol STEEPEST = new Symbol(Mark.DIAMOND, Ink.CURVE, true);
    private static final double MARK = 7;

    /** Probabilities whose similarities are told to a reader who does not see the curve. */
    private static final double[] TOLD = {0.001, 0.5, 0.99};

    private final Banding banding;
    private final List<GoalMark> goals;

    private CurvePlot(Banding banding, List<CurveGoal> goals) {
        this.banding = banding;
        this.goals = goals.stream().map(goal -> new GoalMark(goal, banding)).toList();
    }

    /**
     * Draws a curve.
     *
     * @param banding the bands and rows
     * @param goals what is wanted of the curve, none or more
     * @return an SVG document
     */
    public static String svg(Banding banding, List<CurveGoal> goals) {
        return svg(banding, goals, PlotSize.WIDE);
    }

    /**
     * Draws a curve.
     *
     * @param banding the bands and rows
     * @param goals what is wanted of the curve, none or more
     * @param size how large the picture is
     * @return an SVG document
     */
    public static String svg(Banding banding, List<CurveGoal> goals, PlotSize size) {
        return new CurvePlot(banding, goals).draw(size);
    }

    /** Returns bands and rows in words, as {@code 35 bands × 3 rows}. */
    static String words(Banding banding) {
        return banding.bands() + (banding.bands() == 1 ? " band × " : " bands × ")
                + banding.rows() + (banding.rows() == 1 ? " row" : " rows");
    }

    private String draw(PlotSize size) {
        Picture picture = new Picture(size, words(banding), description(), RIGHT);
        Box area = picture.area();
        Scale similarities = LinearScale.similarities(area.left(), area.right());
        Scale probabilities = LinearScale.shares(area.bottom(), area.top());
        goals.forEach(goal -> goal.drawCorner(picture, similarities, probabilities));
        Axes axes = new Axes(picture);
        axes.below(similarities, "Jaccard similarity of a pair");
        axes.left(probabilities, "Probability that it is found");
        CurveLine line = new CurveLine(banding, similarities, probabilities);
        line.draw(picture.body());
        drawMarks(picture, line, similarities, probabilities);
        return picture.svg();
    }

    private void drawMarks(
            Picture picture, CurveLine line, Scale similarities, Scale probabilities) {
        Labels labels = new Labels(picture);
        line.reserve(labels);
        goals.forEach(goal -> goal.drawMark(picture, labels, similarities, probabilities));
        if (isStraight() == false) {
            double x = similarities.place(banding.steepest());
            double y = probabilities.place(banding.probability(banding.steepest()));
            STEEPEST.draw(picture.body(), x, y, MARK);
            labels.avoid(Box.around(x, y, 2 * MARK, 2 * MARK));
            labels.write(new Label(x, y, "J = " + Figures.quantity(banding.steepest()), Ink.TEXT,
                    false));
        }
        goals.forEach(goal -> goal.writeLabel(labels, similarities, probabilities));
        picture.legend(isStraight() ? new Symbol(Mark.LINE, Ink.CURVE, false) : STEEPEST, slope());
        goals.forEach(goal -> picture.legend(goal.symbol(), goal.words()));
    }

    /** One band of one row finds as many as the similarity is. */
    private boolean isStraight() {
        return banding.components() == 1;
    }

    private String slope() {
        if (isStraight()) {
            return "equally steep everywhere";
        }
        double steepest = banding.steepest();
        return "steepest at similarity " + Figures.quantity(steepest) + ", where "
                + Figures.share(banding.probability(steepest)) + " are found";
    }

    private String description() {
        StringBuilder words = new StringBuilder(
                "The S-curve: the probability that a pair of documents is found, by its Jaccard "
                        + "similarity. It is " + slope() + ".");
        for (double probability : TOLD) {
            words.append(' ').append(Figures.share(probability))
                    .append(" are found at similarity ")
                    .append(Figures.quantity(banding.similarityAt(probability))).append('.');
        }
        return words + goals.stream().map(goal -> " Goal " + goal.words() + ".")
                .collect(Collectors.joining());
    }
}
