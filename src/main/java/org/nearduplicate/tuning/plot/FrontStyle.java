package org.nearduplicate.tuning.plot;

import org.nearduplicate.tuning.plot.FrontPoint.Place;

/** How a setting is drawn, by its place in relation to the front. */
enum FrontStyle {

    /** Solid. */
    FRONT(Place.FRONT, new Symbol(Mark.CIRCLE, Ink.CURVE, true), "1", 2,
            "on the front: no other setting finds more of the same pairs at no higher cost"),

    /** Hollow: its recall is that of other pairs, and not to be compared. */
    OTHER_FRONT(Place.OTHER_FRONT, new Symbol(Mark.CIRCLE, Ink.CURVE, false), "0.85", 0.75,
            "on the front of other shingles or of another similarity"),

    /** Faint. */
    OFF(Place.OFF, new Symbol(Mark.CIRCLE, Ink.BAR, true), "0.45", 0, "other settings");

    private final Place place;
    private final Symbol symbol;
    private final String opacity;
    private final double lineWidth;
    private final String words;

    FrontStyle(Place place, Symbol symbol, String opacity, double lineWidth, String words) {
        this.place = place;
        this.symbol = symbol;
        this.opacity = opacity;
        this.lineWidth = lineWidth;
        this.words = words;
    }

    static FrontStyle of(Place place) {
        for (FrontStyle style : values()) {
            if (style.place == place) {
                return style;
            }
        }
        throw new AssertionError(place);
    }

    /** Returns what stands for it in the legend. */
    Symbol symbol() {
        return symbol;
    }

    /** Returns the classes of its circles. */
    String classes() {
        return symbol.classes();
    }

    /** Returns how much of what is behind a circle is hidden. */
    String opacity() {
        return opacity;
    }

    /** Returns the width of the line that joins a front. */
    double lineWidth() {
        return lineWidth;
    }

    /** Returns what the legend says. */
    String words() {
        return words;
    }
}
