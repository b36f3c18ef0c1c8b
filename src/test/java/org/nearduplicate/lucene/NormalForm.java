package org.nearduplicate.lucene;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * NFKC as the analyzer is to make it, from what the JDK says about each character: of the whole text,
 * unless more than 30 characters in a row attach to what stands before them; these count in parts.
 */
final class NormalForm {

    static final int LONGEST_RUN = 30;

    /** What is second in a composition is what a decomposition holds after its first. */
    private static final BitSet SECOND = new BitSet();

    static {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            decomposed(codePoint, Form.NFD).skip(1).forEach(SECOND::set);
        }
    }

    private NormalForm() {}

    /** Returns the normal form of a text. */
    static String of(String text) {
        StringBuilder result = new StringBuilder();
        int start = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            run = attaches(text.codePointAt(i)) ? run + 1 : 0;
            if (run > LONGEST_RUN) {
                result.append(ofWhole(text.substring(start, i)));
                start = i;
                run = 1;
            }
        }
        return result.append(ofWhole(text.substring(start))).toString();
    }

    private static String ofWhole(String text) {
        return Normalizer.normalize(text, Form.NFKC);
    }

    /** Returns whether a character is a mark, not assigned, or may compose with what stands before it. */
    static boolean attaches(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK, Character.UNASSIGNED ->
                true;
            default -> mayMove(decomposed(codePoint, Form.NFKD).findFirst().getAsInt());
        };
    }

    /** No mark comes after the iota, and every mark that is put in order comes before it. */
    private static boolean mayMove(int codePoint) {
        String after = "\u0345" + Character.toString(codePoint);
        return codePoint == 0x345 || SECOND.get(codePoint)
                || Normalizer.isNormalized(after, Form.NFD) == false
                        && Normalizer.normalize(after, Form.NFD).codePointAt(0) != 0x345;
    }

    private static IntStream decomposed(int codePoint, Form form) {
        return Normalizer.normalize(Character.toString(codePoint), form).codePoints();
    }
}
