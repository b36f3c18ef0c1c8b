package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * The normal form NFKC of a text, made piece by piece as it is read.
 *
 * <p>A piece goes from one ASCII character to the next, or up to a letter, digit or symbol if there is
 * no ASCII for long. None of these ever composes with what stands before it, so the pieces together are
 * the normal form of the whole, and an offset is wrong by no more than its piece. Where pieces end is
 * decided by the text alone, not by how it is read. A piece is only larger than some hundred characters
 * in a text of nothing but combining marks.
 *
 * <p>The first half of a surrogate pair at the end, where a text was cut, becomes the replacement
 * character: the standard tokenizer would take it for an end of the text before the words that it read
 * with it, and lose a short text as a whole.
 */
final class NfkcPieces {

    static final int FIRST_NON_ASCII = 0x80;

    /** How much is read at a time. */
    private static final int WINDOW = 4096;

    /** A piece of so many characters ends before the next one that is no mark. */
    private static final int LONG_PIECE = 256;

    private static final int END = -1;
    private static final char REPLACEMENT = '\uFFFD';

    private final Reader input;
    private final char[] chunk = new char[WINDOW];

    /** What was read and is not normalized yet; begins with a piece. */
    private final StringBuilder raw;

    /** Where {@link #raw} begins in the original text, and where its normal form will. */
    private int rawOffset;

    private int normalOffset;
    private boolean ended;

    private String normal = "";
    private int given;

    /** The offsets, if a piece so far is not its own normal form. */
    private OffsetMap offsets;

    /**
     * @param input the text that follows {@code begin}
     * @param begin the text, which is taken over
     * @param offset where it begins in the original text, which is its own normal form so far
     */
    NfkcPieces(Reader input, StringBuilder begin, int offset) {
        this.input = input;
        this.raw = begin;
        this.rawOffset = offset;
        this.normalOffset = offset;
    }

    /** Reads characters of the normal form, as a reader does. */
    int read(char[] buffer, int offset, int length) throws IOException {
        while (given == normal.length()) {
            if (ended && raw.isEmpty()) {
                return END;
            }
            normalize(fill());
        }
        int size = Math.min(length, normal.length() - given);
        normal.getChars(given, given + size, buffer, offset);
        given += size;
        return size;
    }

    /** Returns the offset in the original text of one in the normal form. */
    int original(int offset) {
        return offsets == null ? offset : Math.min(rawOffset, offsets.original(offset));
    }

    /** Reads on until there is a whole piece, and returns where the last whole piece ends. */
    private int fill() throws IOException {
        int searched = 0;
        int end = 0;
        while (end == 0) {
            int wanted = searched + WINDOW;
            while (ended == false && raw.length() <= wanted) {
                readOn();
            }
            end = ended ? raw.length() : lastPieceEnd(searched);
            searched = raw.length() - 1;
        }
        return end;
    }

    private void readOn() throws IOException {
        int size = input.read(chunk, 0, WINDOW);
        if (size >= 0) {
            raw.append(chunk, 0, size);
            return;
        }
        ended = true;
        int last = raw.length() - 1;
        if (last >= 0 && Character.isHighSurrogate(raw.charAt(last))) {
            raw.setCharAt(last, REPLACEMENT);
        }
    }

    /** Returns where the last piece ends of which the end is known, or 0. */
    private int lastPieceEnd(int searched) {
        int start = 0;
        int end = pieceEnd(raw, start, Math.max(1, searched));
        while (end < raw.length()) {
            start = end;
            end = pieceEnd(raw, start, start + 1);
        }
        return start;
    }

    /** Takes whole pieces from the front of what was read. */
    private void normalize(int end) {
        String text = raw.substring(0, end);
        raw.delete(0, end);
        given = 0;
        normal = Normalizer.isNormalized(text, Form.NFKC) ? text : rewrite(text);
        rawOffset += end;
        normalOffset += normal.length();
    }

    private String rewrite(String text) {
        if (offsets == null) {
            offsets = new OffsetMap();
        }
        StringBuilder result = new StringBuilder(text.length());
        for (int start = 0; start < text.length();) {
            int end = pieceEnd(text, start, start + 1);
            String original = text.substring(start, end);
            String piece = Normalizer.normalize(original, Form.NFKC);
            if (piece.equals(original) == false) {
                int rewritten = normalOffset + result.length();
                offsets.add(rewritten, rawOffset + start, original.length());
                offsets.add(
                        rewritten + piece.length(), rawOffset + end, Integer.MAX_VALUE);
            }
            result.append(piece);
            start = end;
        }
        return result.toString();
    }

    /**
     * Returns where a piece ends.
     *
     * @param start where it begins
     * @param from where it does not end before
     * @return the end, that of the text at the latest
     */
    private static int pieceEnd(CharSequence text, int start, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= FIRST_NON_ASCII) {
            if (end - start >= LONG_PIECE
                    && endsPiece(Character.codePointAt(text, end))) {
                return end;
            }
            end++;
        }
        return end;
    }

    /**
     * Returns whether a code point never composes with what stands before it, for those that begin most
     * words. Of the others, many would do no harm either.
     */
    static boolean endsPiece(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER, Character.OTHER_NUMBER,
                    Character.SPACE_SEPARATOR,
                    Character.OTHER_SYMBOL, Character.OTHER_PUNCTUATION ->
                true;
            case Character.OTHER_LETTER -> composesAsLetter(codePoint) == false;
            default -> false;
        };
    }

    /** Parts of Korean syllables, and the vowels of Kirat Rai, compose with the letter before them. */
    private static boolean composesAsLetter(int codePoint) {
        boolean partOfSyllable = UnicodeScript.of(codePoint) == UnicodeScript.HANGUL
                && (codePoint < 0xAC00 || codePoint > 0xD7A3);
        return partOfSyllable || codePoint >= 0x16D63 && codePoint <= 0x16D6A;
    }
}
