package org.nearduplicate.lucene;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Where a text is cut into pieces whose normal forms NFKC are together that of the whole: before each character
 * that does not {@linkplain #attaches attach} to what stands before it. That is decided by the text alone, not
 * by how it is read.
 *
 * <p>The time to put a run of combining marks in order grows with the square of its length. As in the
 * Stream-Safe Text Format of Unicode (UAX #15), a run counts in parts of at most 30; each is normalized
 * by itself. No text in any language has such a run.
 */
final class NfkcPieces {

    /** So many characters in a row may attach to what stands before them. */
    private static final int LONGEST_RUN = 30;

    /** No piece has more code units: two for each character, the first one included. */
    static final int LONGEST_PIECE = 2 * (1 + LONGEST_RUN);

    /**
     * The letters that attach: vowels and final consonants of Hangul, whatever their width, two vowels of
     * Kirat Rai, and the sound marks of half-width kana.
     */
    private static final BitSet LETTERS = new BitSet();

    static {
        LETTERS.set(0x1161, 0x1176);
        LETTERS.set(0x11A8, 0x11C3);
        LETTERS.set(0x16D67, 0x16D69);
        IntStream.concat(IntStream.range(0x3131, 0x318F), IntStream.range(0xFF9E, 0xFFDD))
                .filter(letter -> attaches(firstOfNormalForm(letter)))
                .forEach(LETTERS::set);
    }

    private NfkcPieces() {}

    /**
     * Returns where the piece ends that begins at {@code start}: at {@code end} at the latest, and no further
     * than {@value #LONGEST_PIECE} code units on.
     */
    static int pieceEnd(char[] text, int start, int end) {
        int at = start;
        int run = 0;
        do {
            int codePoint = Character.codePointAt(text, at, end);
            if (attaches(codePoint)) {
                run++;
            }
            at += Character.charCount(codePoint);
        } while (at < end && run < LONGEST_RUN && attachesAt(text, at, end));
        return at;
    }

    /** Returns whether the character at {@code start} attaches, in a text that ends at {@code end}. */
    static boolean attachesAt(char[] text, int start, int end) {
        return attaches(Character.codePointAt(text, start, end));
    }

    /**
     * Returns whether a character may change places or compose with what stands before it: combining
     * marks (some of them never would), a few letters, and what is not assigned yet.
     */
    static boolean attaches(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK, Character.UNASSIGNED ->
                true;
            case Character.OTHER_LETTER, Character.MODIFIER_LETTER -> LETTERS.get(codePoint);
            default -> false;
        };
    }

    private static int firstOfNormalForm(int codePoint) {
        return Normalizer.normalize(Character.toString(codePoint), Form.NFKD).codePointAt(0);
    }
}
