package org.nearduplicate.tuning.plot;

import java.util.Locale;

/**
 * What colours are for. Each is one on a light background and another on a dark one; texts have a
 * contrast of 4.5 at least on what is behind them, and shapes that tell something of 3 (WCAG 2.2,
 * 1.4.3 and 1.4.11).
 */
public enum Ink {

    /** Behind everything. */
    BACKGROUND("#ffffff", "#15181c"),

    /** Behind what is set apart. */
    PANEL("#f3f5f7", "#1f242a"),

    /** Behind what is recommended. */
    HIGHLIGHT("#fff3d0", "#3b3012"),

    /** Words. */
    TEXT("#1f2328", "#e8eaed"),

    /** Words of less weight. */
    MUTED("#57606a", "#a9b1bb"),

    /** Lines that guide the eye. */
    GRID("#e2e5e9", "#2d333b"),

    /** Axes and ticks. */
    AXIS("#7a838d", "#7d8590"),

    /** The S-curve, the front, and links. */
    CURVE("#0b62c4", "#6cb0ff"),

    /** Pairs that should be found. */
    FIND("#1a7f37", "#4ac26b"),

    /** Pairs that should be left out. */
    LEAVE_OUT("#a94a00", "#ffa657"),

    /** Pairs, and settings that are not on the front. */
    BAR("#8b939d", "#6b7480"),

    /** The recommended setting. */
    BEST("#b3146b", "#ff8ac4");

    private static final String PREFIX = "nd-";

    private final String light;
    private final String dark;

    Ink(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** Returns the colour on a light background, as CSS writes it. */
    public String light() {
        return light;
    }

    /** Returns the colour on a dark background, as CSS writes it. */
    public String dark() {
        return dark;
    }

    /** Returns the name in lower case, as style sheets have it. */
    public String cssName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the class of a shape or a text that is filled with it. */
    String fill() {
        return PREFIX + "fill-" + cssName();
    }

    /** Returns the class of a line that is drawn with it. */
    String stroke() {
        return PREFIX + "stroke-" + cssName();
    }
}
