package org.nearduplicate.tuning.plot;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes XML that is also HTML: every text and every attribute is escaped, every element is closed.
 * Each element begins on a line of its own.
 */
public final class Markup {

    /** Stands for a character that XML cannot hold. */
    private static final int REPLACEMENT = 0xFFFD;

    private static final double HUNDREDTHS = 100;

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param element its name
     * @param attributes names and values in turn; a number is rounded to hundredths
     * @return this
     */
    public Markup open(String element, Object... attributes) {
        start(element, attributes);
        out.append('>');
        open.push(element);
        return this;
    }

    /** Closes the element that was opened last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /**
     * Writes an element without content, which HTML has to know as one that has none.
     *
     * @param element its name
     * @param attributes names and values in turn
     * @return this
     */
    public Markup empty(String element, Object... attributes) {
        start(element, attributes);
        out.append("/>");
        return this;
    }

    /**
     * Writes an element that holds a text.
     *
     * @param element its name
     * @param text its text
     * @param attributes names and values in turn
     * @return this
     */
    public Markup element(String element, String text, Object... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** Writes a text. */
    public Markup text(String text) {
        text.codePoints().forEach(this::escape);
        return this;
    }

    /** Writes what is markup already. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void start(String element, Object... attributes) {
        out.append("\n<").append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(value(attributes[i + 1]));
            out.append('"');
        }
    }

    /** Writes a number, rounded to hundredths. */
    static String number(double number) {
        double rounded = Math.round(number * HUNDREDTHS) / HUNDREDTHS;
        return rounded == Math.rint(rounded)
                ? String.valueOf((long) rounded)
                : String.valueOf(rounded);
    }

    private static String value(Object value) {
        return value instanceof Double number ? number(number) : String.valueOf(value);
    }

    private void escape(int character) {
        switch (character) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> out.appendCodePoint(isXml(character) ? character : REPLACEMENT);
        }
    }

    /** The production Char of XML 1.0. */
    private static boolean isXml(int character) {
        return character == '\t' || character == '\n' || character == '\r'
                || character >= ' ' && character < Character.MIN_SURROGATE
                || character > Character.MAX_SURROGATE && character <= REPLACEMENT
                || character >= Character.MIN_SUPPLEMENTARY_CODE_POINT;
    }
}
