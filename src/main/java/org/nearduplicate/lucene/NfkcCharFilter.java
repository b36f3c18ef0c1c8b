package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import org.apache.lucene.analysis.CharFilter;

/**
 * Brings a text to Unicode normal form NFKC, with offsets that still point into the original text.
 *
 * <p>A text is normalized piece by piece, each from one ASCII character to the next. An ASCII
 * character never composes with what stands before it, so the pieces together are the normal form of
 * the whole, and an offset is wrong by no more than its piece. Up to the first piece that holds more
 * than ASCII, a text passes as it is read and takes no memory.
 */
final class NfkcCharFilter extends CharFilter {

    private static final int BUFFER_SIZE = 512;
    private static final int FIRST_NON_ASCII = 0x80;
    private static final int END = -1;

    private boolean begun;

    /** The character that follows those that passed, which is ASCII, or {@link #END}. */
    private int ahead;

    /** How many characters passed as they were. */
    private int passed;

    /** The normal form of all that follows those that passed, once it holds more than ASCII. */
    private Reader rest;

    /** The offsets of the rest, if it is not its own normal form. */
    private OffsetMap offsets;

    NfkcCharFilter(Reader input) {
        super(input);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int passing = rest == null ? pass(buffer, offset, length) : 0;
        return passing == 0 ? rest.read(buffer, offset, length) : passing;
    }

    @Override
    protected int correct(int offset) {
        return offsets == null ? offset : offsets.original(offset);
    }

    /**
     * Reads ASCII, and makes the rest when it meets anything else.
     *
     * @return how many characters passed, 0 if the rest begins here, or {@link #END}
     */
    private int pass(char[] buffer, int offset, int length) throws IOException {
        if (begun == false) {
            begun = true;
            ahead = input.read();
        }
        if (ahead == END) {
            return END;
        }
        buffer[offset] = (char) ahead;
        int size = 1 + Math.max(0, input.read(buffer, offset + 1, length - 1));
        ahead = input.read();
        int ascii = ascii(buffer, offset, size);
        // The last ASCII character may compose with what follows it.
        int passing = ascii == size && ahead < FIRST_NON_ASCII ? size : Math.max(0, ascii - 1);
        passed += passing;
        if (passing < size) {
            rest = new StringReader(normalize(readAll(buffer, offset + passing, size - passing)));
        }
        return passing;
    }

    /** Returns how many of these characters are ASCII, up to the first that is not. */
    private static int ascii(char[] buffer, int offset, int length) {
        int ascii = 0;
        while (ascii < length && buffer[offset + ascii] < FIRST_NON_ASCII) {
            ascii++;
        }
        return ascii;
    }

    /** Returns these characters and all that follow. */
    private String readAll(char[] first, int offset, int length) throws IOException {
        StringBuilder text = new StringBuilder().append(first, offset, length);
        if (ahead != END) {
            text.append((char) ahead);
        }
        char[] buffer = new char[BUFFER_SIZE];
        for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
            text.append(buffer, 0, n);
        }
        return text.toString();
    }

    private String normalize(String text) {
        if (Normalizer.isNormalized(text, Form.NFKC)) {
            return text;
        }
        offsets = new OffsetMap();
        StringBuilder result = new StringBuilder(text.length());
        for (int start = 0; start < text.length();) {
            int end = pieceEnd(text, start);
            String original = text.substring(start, end);
            String piece = Normalizer.normalize(original, Form.NFKC);
            if (piece.equals(original) == false) {
                int rewritten = passed + result.length();
                offsets.add(rewritten, passed + start, original.length());
                offsets.add(rewritten + piece.length(), passed + end, Integer.MAX_VALUE);
            }
            result.append(piece);
            start = end;
        }
        return result.toString();
    }

    /** Returns where the piece ends that begins at {@code start}: before the next ASCII character. */
    private static int pieceEnd(String text, int start) {
        int end = start + 1;
        while (end < text.length() && text.charAt(end) >= FIRST_NON_ASCII) {
            end++;
        }
        return end;
    }
}
