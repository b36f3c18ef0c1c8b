package org.nearduplicate.tuning.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * How much room words take. Whoever opens a picture chooses the font, so that is an upper estimate.
 */
final class Words {

    /** The height of a line with what is between lines. */
    static final double LINE_HEIGHT = 20;

    /** From the middle of a line down to what letters stand on. */
    static final double BASELINE = 5;

    /** The mean width of small letters of 14 pixels, and of others, in wide fonts. */
    private static final double SMALL_WIDTH = 7.4;
    private static final double OTHER_WIDTH = 9.4;

    private Words() {}

    /** Returns the width of a line. */
    static double width(String line) {
        return line.codePoints().mapToDouble(Words::width).sum();
    }

    /** Cuts a text into lines, between words where words are not longer than a line. */
    static List<String> wrap(String text, double width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.isEmpty() == false && width(line + " " + word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
            while (fitting(line, width) < line.length()) {
                int most = fitting(line, width);
                lines.add(line.substring(0, most));
                line.delete(0, most);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /** Returns how much of a line fits, at least one character. */
    private static int fitting(CharSequence line, double width) {
        double taken = 0;
        for (int i = 0; i < line.length();) {
            int character = Character.codePointAt(line, i);
            taken += width(character);
            if (taken > width && i > 0) {
                return i;
            }
            i += Character.charCount(character);
        }
        return line.length();
    }

    private static double width(int character) {
        return Character.isLowerCase(character) || character == ' ' || character == ','
                || character == '.' ? SMALL_WIDTH : OTHER_WIDTH;
    }
}
