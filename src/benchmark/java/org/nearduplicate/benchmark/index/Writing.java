package org.nearduplicate.benchmark.index;

import java.text.Normalizer;
import java.util.function.UnaryOperator;

/** Ways to write a text with characters that are not ASCII. */
public enum Writing {

    /** After every tenth word. */
    NO_BREAK_SPACES(tenthWord("${word}\u00A0")),

    /** Around every tenth word. */
    CURLY_QUOTES(tenthWord("\u201C${word}\u201D ")),

    /** After every tenth word. */
    ELLIPSES(tenthWord("${word}\u2026 ")),

    /** In place of every tenth word. */
    HALVES(tenthWord("1\u00BD ")),

    /** On one letter of 15, one character each; French has fewer. */
    ACCENTS(text -> text.replace('u', '\u00E9')),

    /** On one letter of 7, as in Czech. */
    MANY_ACCENTS(text -> text.replace('u', '\u016F').replace('a', '\u00E1')),

    /** As {@link #ACCENTS}, with marks that are characters of their own. */
    ACCENTS_APART(text -> Normalizer.normalize(ACCENTS.of(text), Normalizer.Form.NFD)),

    /** All letters. */
    FULL_WIDTH(Writing::fullWidth);

    private static final int TO_FULL_WIDTH = '\uFF41' - 'a';

    private final UnaryOperator<String> write;

    Writing(UnaryOperator<String> write) {
        this.write = write;
    }

    /** Writes a text of words with spaces between them. */
    String of(String text) {
        return write.apply(text);
    }

    private static UnaryOperator<String> tenthWord(String written) {
        return text -> text.replaceAll(
                "(?<before>(\\S+ ){9})(?<word>\\S+) ", "${before}" + written);
    }

    private static String fullWidth(String text) {
        StringBuilder written = new StringBuilder();
        text.chars().map(each -> Character.isLetter(each) ? each + TO_FULL_WIDTH : each)
                .forEach(each -> written.append((char) each));
        return written.toString();
    }
}
