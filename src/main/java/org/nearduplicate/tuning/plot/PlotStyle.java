package org.nearduplicate.tuning.plot;

import java.util.function.Function;

/**
 * The style sheet of every picture. It is the same in all of them and speaks of classes that only
 * pictures have, so that pictures in one page do not disturb each other nor the page.
 */
final class PlotStyle {

    /** The class of a picture. */
    static final String PLOT = "nd-plot";

    static final String CSS =
            ".nd-plot{font-family:system-ui,sans-serif;font-size:14px;max-width:100%;"
                    + "height:auto}\n"
                    + classes(Ink::light)
                    + "@media (prefers-color-scheme:dark){\n"
                    + classes(Ink::dark)
                    + "}\n";

    private PlotStyle() {}

    private static String classes(Function<Ink, String> colour) {
        StringBuilder classes = new StringBuilder();
        for (Ink ink : Ink.values()) {
            classes.append('.').append(ink.fill()).append("{fill:").append(colour.apply(ink));
            classes.append("}.").append(ink.stroke()).append("{stroke:").append(colour.apply(ink));
            classes.append("}\n");
        }
        return classes.toString();
    }
}
