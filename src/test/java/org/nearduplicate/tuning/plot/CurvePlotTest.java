package org.nearduplicate.tuning.plot;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.CurveGoal.Kind;
import org.nearduplicate.tuning.plot.Drawing.Place;
import org.w3c.dom.Element;

/** The picture of a curve says what the curve is, whichever it is. */
public class CurvePlotTest extends LuceneTestCase {

    private static final List<Banding> EXTREMES = List.of(new Banding(1, 1), new Banding(1, 128),
            new Banding(1024, 1), new Banding(5, 25), new Banding(42, 3), new Banding(1, 1024),
            new Banding(1024, 1024));

    /** Half of what is rounded, in pixels. */
    private static final double ROUNDING = 0.006;

    private Banding banding;
    private List<CurveGoal> goals;
    private Drawing drawing;
    private DrawnAxis similarities;
    private DrawnAxis probabilities;

    private void draw(Banding of, List<CurveGoal> wanted) {
        banding = of;
        goals = wanted;
        drawing = new Drawing(
                CurvePlot.svg(of, wanted, PlotSize.values()[random().nextInt(2)]));
        similarities = DrawnAxis.linear(drawing.svg(), Axes.X);
        probabilities = DrawnAxis.linear(drawing.svg(), Axes.Y);
    }

    public void testEveryPointOfTheLineIsOnTheCurve() {
        drawings(() -> {
            double step = similarities.figureAt(ROUNDING) - similarities.figureAt(0);
            double height = probabilities.figureAt(0) - probabilities.figureAt(ROUNDING);
            for (Place point : drawing.curve()) {
                double similarity = similarities.figureAt(point.x());
                double probability = probabilities.figureAt(point.y());
                assertTrue(probability >= at(similarity - step) - height);
                assertTrue(probability <= at(similarity + step) + height);
            }
            assertEquals(similarities.placeOf(0), drawing.curve().getFirst().x(), ROUNDING);
            assertEquals(similarities.placeOf(1), drawing.curve().getLast().x(), ROUNDING);
        });
    }

    /** Half a pixel from the curve is not seen. */
    public void testTheLineIsSmooth() {
        drawings(() -> {
            List<Place> points = drawing.curve();
            for (int i = 1; i < points.size(); i++) {
                Place from = points.get(i - 1);
                Place to = points.get(i);
                double x = (from.x() + to.x()) / 2;
                double y = (from.y() + to.y()) / 2;
                double onCurve = probabilities.placeOf(at(similarities.figureAt(x)));
                double alongX = similarities.placeOf(banding.similarityAt(
                        Math.clamp(probabilities.figureAt(y), 1e-12, 1 - 1e-12)));
                assertTrue(Math.min(Math.abs(y - onCurve), Math.abs(x - alongX)) < 0.5);
            }
        });
    }

    public void testTheSteepestPointIsMarkedAndTold() {
        drawings(() -> {
            List<Element> marks = drawing.marks("nd-fill-curve");
            if (banding.components() == 1) {
                assertEquals(0, marks.size());
                assertTrue(drawing.words().contains("equally steep everywhere"));
                return;
            }
            assertEquals(1, marks.size());
            Place mark = Drawing.place(marks.getFirst());
            assertEquals(similarities.placeOf(banding.steepest()), mark.x(), 2 * ROUNDING);
            assertEquals(probabilities.placeOf(banding.probability(banding.steepest())), mark.y(),
                    2 * ROUNDING);
            String told = "steepest at similarity " + Figures.quantity(banding.steepest());
            assertTrue(drawing.words().contains(told));
            assertTrue(drawing.description().contains(told));
        });
    }

    public void testEveryGoalIsMarkedAndItsMarkTellsWhetherItIsMet() {
        drawings(() -> {
            for (Kind kind : Kind.values()) {
                String ink = kind == Kind.FIND ? "find" : "leave-out";
                assertMarks(kind, true, drawing.marks("nd-fill-" + ink));
                assertMarks(kind, false, drawing.marks("nd-stroke-" + ink));
            }
            for (CurveGoal goal : goals) {
                boolean met = goal.metBy(banding);
                String told = (met ? "met: at " : "not met: at ")
                        + (goal.kind() == Kind.FIND ? "least " : "most ")
                        + Figures.share(goal.probability()) + " at similarity "
                        + Figures.similarity(goal.similarity());
                assertTrue(drawing.words().contains(told));
                assertTrue(drawing.description().contains("Goal " + told));
            }
        });
    }

    private void assertMarks(Kind kind, boolean met, List<Element> marks) {
        List<CurveGoal> expected = goals.stream()
                .filter(goal -> goal.kind() == kind && goal.metBy(banding) == met)
                .toList();
        assertEquals(expected.size(), marks.size());
        for (int i = 0; i < marks.size(); i++) {
            Place mark = Drawing.place(marks.get(i));
            CurveGoal goal = expected.get(i);
            assertEquals(similarities.placeOf(goal.similarity()), mark.x(), 2 * ROUNDING);
            assertEquals(probabilities.placeOf(goal.probability()), mark.y(), 2 * ROUNDING);
        }
    }

    /**
     * A curve that meets its goal has no point inside of the goal's corner, and else it has one.
     */
    public void testTheCurveStaysOutOfTheCornersOfGoalsThatAreMet() {
        drawings(() -> {
            List<Element> corners = Xml.elements(drawing.svg(), "rect",
                    rect -> rect.hasAttribute("stroke-dasharray"));
            assertEquals(goals.size(), corners.size());
            for (int i = 0; i < corners.size(); i++) {
                double depth = 0;
                for (Place point : drawing.curve()) {
                    depth = Math.max(depth, depth(corners.get(i), point));
                }
                CurveGoal goal = goals.get(i);
                double missed = Math.abs(at(goal.similarity()) - goal.probability());
                if (goal.metBy(banding)) {
                    assertTrue(goal + " " + depth, depth < 4 * ROUNDING);
                } else if (missed > 0.1 && goal.similarity() > 0.1 && goal.similarity() < 0.9) {
                    assertTrue(goal + " " + depth, depth > 0.1);
                }
            }
        });
    }

    /** Returns how far inside of a box a point is, 0 if it is not. */
    private static double depth(Element box, Place point) {
        double left = point.x() - Xml.number(box, "x");
        double top = point.y() - Xml.number(box, "y");
        double right = Xml.number(box, "width") - left;
        double bottom = Xml.number(box, "height") - top;
        return Math.max(0, Math.min(Math.min(left, right), Math.min(top, bottom)));
    }

    public void testTheTitleIsInWords() {
        draw(new Banding(35, 3), List.of());
        assertEquals("35 bands × 3 rows", drawing.title());
        assertEquals("35 bands × 3 rows", drawing.texts().getFirst());
        draw(new Banding(1, 1), List.of());
        assertEquals("1 band × 1 row", drawing.title());
    }

    public void testWhereThePairsAreFoundIsDescribed() {
        draw(new Banding(42, 3), List.of());
        for (String found : List.of("0.1% are found at similarity 0.0288",
                "50% are found at similarity 0.254", "99% are found at similarity 0.47")) {
            assertTrue(drawing.description(), drawing.description().contains(found));
        }
    }

    private void drawings(Runnable check) {
        for (Banding extreme : EXTREMES) {
            draw(extreme, randomGoals());
            check.run();
        }
        for (int i = 0; i < 30; i++) {
            draw(new Banding(1 + random().nextInt(100), 1 + random().nextInt(20)), randomGoals());
            check.run();
        }
    }

    private List<CurveGoal> randomGoals() {
        return IntStream.range(0, random().nextInt(5)).mapToObj(i -> randomGoal()).toList();
    }

    /** Returns a goal, of which some are close to an axis. */
    private CurveGoal randomGoal() {
        double[] similarity = {0.001, 0.05, 0.5, 0.8, 1, 1e-3 + 0.998 * random().nextDouble()};
        double[] probability =
                {0.0001, 0.01, 0.5, 0.99, 0.99999, 0.01 + 0.98 * random().nextDouble()};
        return new CurveGoal(Kind.values()[random().nextInt(2)],
                similarity[random().nextInt(similarity.length)],
                probability[random().nextInt(probability.length)]);
    }

    private double at(double similarity) {
        return banding.probability(Math.clamp(similarity, 0, 1));
    }
}
