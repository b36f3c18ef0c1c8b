package org.nearduplicate.tuning.plot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;

/** Reads figures back from a picture by the ticks of an axis, as its reader does. */
final class DrawnAxis {

    private static final String SUFFIXES = "kMGTPE";

    private final boolean logarithmic;
    private final List<Double> places = new ArrayList<>();
    private final List<Double> figures = new ArrayList<>();
    private double zero = Double.NaN;

    private DrawnAxis(boolean logarithmic) {
        this.logarithmic = logarithmic;
    }

    static DrawnAxis linear(Element svg, String name) {
        return read(svg, name, false);
    }

    static DrawnAxis logarithmic(Element svg, String name) {
        return read(svg, name, true);
    }

    private static DrawnAxis read(Element svg, String name, boolean logarithmic) {
        List<Element> lines = Xml.elements(svg, "line", Xml.hasClass(name));
        List<Element> texts = Xml.elements(svg, "text", Xml.hasClass(name));
        assertEquals(lines.size(), texts.size());
        DrawnAxis axis = new DrawnAxis(logarithmic);
        String coordinate = name.equals(Axes.X) ? "x" : "y";
        for (int i = 0; i < lines.size(); i++) {
            double place = Xml.number(lines.get(i), coordinate + "1");
            double figure = figure(texts.get(i).getTextContent());
            if (logarithmic && figure == 0) {
                axis.zero = place;
            } else {
                axis.places.add(place);
                axis.figures.add(logarithmic ? Math.log(figure) : figure);
            }
        }
        assertTrue("an axis needs two ticks", axis.places.size() >= 2);
        axis.figures.forEach(figure -> assertEquals(figure,
                axis.interpolate(axis.places.get(axis.figures.indexOf(figure))), 1e-3));
        return axis;
    }

    /** Returns the figure at a place. */
    double figureAt(double place) {
        if (Math.abs(place - zero) < 0.01) {
            return 0;
        }
        return logarithmic ? Math.exp(interpolate(place)) : interpolate(place);
    }

    /** Returns the place of a figure. */
    double placeOf(double figure) {
        double onAxis = logarithmic ? Math.log(figure) : figure;
        double share = (onAxis - figures.getFirst()) / (figures.getLast() - figures.getFirst());
        return places.getFirst() + share * (places.getLast() - places.getFirst());
    }

    private double interpolate(double place) {
        double share = (place - places.getFirst()) / (places.getLast() - places.getFirst());
        return figures.getFirst() + share * (figures.getLast() - figures.getFirst());
    }

    private static double figure(String label) {
        int suffix = SUFFIXES.indexOf(label.charAt(label.length() - 1));
        if (suffix >= 0) {
            return Double.parseDouble(label.substring(0, label.length() - 1))
                    * Math.pow(1000, suffix + 1);
        }
        return label.endsWith("%")
                ? Double.parseDouble(label.substring(0, label.length() - 1)) / 100
                : Double.parseDouble(label);
    }
}
