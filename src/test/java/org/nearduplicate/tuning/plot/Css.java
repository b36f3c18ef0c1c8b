package org.nearduplicate.tuning.plot;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads colours from a style sheet, and how they contrast. */
public final class Css {

    private static final String DARK = "@media (prefers-color-scheme:dark)";
    private static final Pattern CLASS = Pattern.compile(
            "\\.([a-z0-9-]+)\\{(?:fill|stroke):(#[0-9a-f]{6})\\}");
    private static final Pattern VARIABLE = Pattern.compile("--([a-z-]+):(#[0-9a-f]{6});");

    private Css() {}

    /** Returns the colours of the classes of a picture, in the light or in the dark. */
    public static Map<String, String> classes(String css, boolean dark) {
        return colours(CLASS, css, dark);
    }

    /** Returns the colours of the variables of a page, in the light or in the dark. */
    public static Map<String, String> variables(String css, boolean dark) {
        return colours(VARIABLE, css, dark);
    }

    private static Map<String, String> colours(Pattern pattern, String css, boolean dark) {
        int at = css.indexOf(DARK);
        Map<String, String> colours = new HashMap<>();
        Matcher matcher = pattern.matcher(dark ? css.substring(at) : css.substring(0, at));
        while (matcher.find()) {
            colours.put(matcher.group(1), matcher.group(2));
        }
        return colours;
    }

    /** Returns the contrast ratio of two colours as WCAG 2.2 defines it. */
    public static double contrast(String a, String b) {
        double lighter = Math.max(luminance(a), luminance(b));
        double darker = Math.min(luminance(a), luminance(b));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(String colour) {
        return 0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3)
                + 0.0722 * channel(colour, 5);
    }

    private static double channel(String colour, int at) {
        double value = Integer.parseInt(colour, at, at + 2, 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
