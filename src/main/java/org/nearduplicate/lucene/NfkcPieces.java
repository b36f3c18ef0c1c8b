package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The normal form NFKC of a text, made piece by piece as it is read.
 *
 * <p>A piece ends before a character that does not {@linkplain #attaches attach} to what stands before
 * it: before the next ASCII character, or before any other if there is no ASCII for long. So the pieces
 * together are the normal form of the whole, and an offset is wrong by no more than its piece. Where
 * pieces end is decided by the text alone, not by how it is read.
 *
 * <p>The time to put a run of combining marks in order grows with the square of its length. As in the
 * Stream-Safe Text Format of Unicode (UAX #15), a run counts in parts of at most 30; each is normalized
 * by itself. No text in any language has such a run.
 *
 * <p>The first half of a surrogate pair at the end, where a text was cut, becomes the replacement
 * character: the standard tokenizer would take it for an end of the text before the words that it read
 * with it, and lose a short text as a whole.
 */
final class NfkcPieces {

    static final int FIRST_NON_ASCII = 0x80;

    /** So many characters in a row may attach to what stands before them. */
    private static final int LONGEST_RUN = 30;

    /** A piece of so many code units ends before the next character that does not attach. */
    private static final int LONG_PIECE = 256;

    /** No piece has more code units: there are two more for each character beyond a long one. */
    static final int LONGEST_PIECE = LONG_PIECE + 2 * LONGEST_RUN + 1;

    private static final int END = -1;
    private static final char REPLACEMENT = '\uFFFD';

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

    private final Reader input;

    /** What was read and is not normalized yet; begins with a piece. */
    private final StringBuilder raw;

    /** Where {@link #raw} begins in the original text. */
    private int rawOffset;

    private boolean ended;

    private final StringBuilder normal = new StringBuilder();

    /** Where {@link #normal} begins in the normal form, and how much of it was given away. */
    private int normalOffset;

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
            readOn(buffer, offset, length);
            normalize();
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

    /** Reads some of the text by way of a buffer. */
    private void readOn(char[] buffer, int offset, int length) throws IOException {
        int size = input.read(buffer, offset, length);
        if (size >= 0) {
            raw.append(buffer, offset, size);
            return;
        }
        ended = true;
        int last = raw.length() - 1;
        if (last >= 0 && Character.isHighSurrogate(raw.charAt(last))) {
            raw.setCharAt(last, REPLACEMENT);
        }
    }

    /** Takes the pieces from the front of what was read whose end is known. */
    private void normalize() {
        normalOffset += normal.length();
        normal.setLength(0);
        given = 0;
        int start = 0;
        while (start < raw.length()) {
            int end = pieceEnd(raw, start);
            // What follows may be half of a pair.
            if (ended == false && end + 1 >= raw.length()) {
                break;
            }
            normalize(start, end);
            start = end;
        }
        raw.delete(0, start);
        rawOffset += start;
    }

    private void normalize(int start, int end) {
        if (end - start == 1 && raw.charAt(start) < FIRST_NON_ASCII) {
            normal.append(raw.charAt(start));
            return;
        }
        String original = raw.substring(start, end);
        String piece = Normalizer.normalize(original, Form.NFKC);
        if (piece.equals(original) == false) {
            addOffsets(start, end, piece.length());
        }
        normal.append(piece);
    }

    private void addOffsets(int start, int end, int length) {
        if (offsets == null) {
            offsets = new OffsetMap();
        }
        int rewritten = normalOffset + normal.length();
        offsets.add(rewritten, rawOffset + start, end - start);
        offsets.add(rewritten + length, rawOffset + end, Integer.MAX_VALUE);
    }

    /** Returns where the piece ends that begins at {@code start}, that of the text at the latest. */
    static int pieceEnd(CharSequence text, int start) {
        int end = start;
        int run = 0;
        do {
            int codePoint = Character.codePointAt(text, end);
            run = attaches(codePoint) ? run + 1 : 0;
            if (run > LONGEST_RUN || run == 0 && end - start >= LONG_PIECE) {
                return end;
            }
            end += Character.charCount(codePoint);
        } while (end < text.length() && text.charAt(end) >= FIRST_NON_ASCII);
        return end;
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
