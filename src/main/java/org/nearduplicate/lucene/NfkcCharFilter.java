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
 * the whole, and an offset is wrong by no more than its piece.
 */
final class NfkcCharFilter extends CharFilter {

    private static final int BUFFER_SIZE = 8192;
    private static final int FIRST_NON_ASCII = 0x80;

    private final OffsetMap offsets = new OffsetMap();
    private Reader normalized;

    NfkcCharFilter(Reader input) {
        super(input);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        if (normalized == null) {
            normalized = new StringReader(normalize(readAll()));
        }
        return normalized.read(buffer, offset, length);
    }

    @Override
    protected int correct(int offset) {
        return offsets.original(offset);
    }

    private String readAll() throws IOException {
        StringBuilder text = new StringBuilder();
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
        StringBuilder result = new StringBuilder(text.length());
        for (int start = 0; start < text.length();) {
            int end = pieceEnd(text, start);
            String original = text.substring(start, end);
            String piece = Normalizer.normalize(original, Form.NFKC);
            if (piece.equals(original) == false) {
                offsets.add(result.length(), start, original.length());
                offsets.add(result.length() + piece.length(), end, Integer.MAX_VALUE);
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
