package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import org.apache.lucene.analysis.charfilter.BaseCharFilter;

/**
 * Brings a text to Unicode normal form NFKC, with offsets that still point into the original text.
 *
 * <p>A text is normalized piece by piece, each from one ASCII character to the next. An ASCII
 * character never composes with what stands before it, so the pieces together are the normal form of
 * the whole, and an offset is wrong by no more than its piece.
 */
final class NfkcCharFilter extends BaseCharFilter {

    private static final int BUFFER_SIZE = 8192;
    private static final int FIRST_NON_ASCII = 0x80;

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
            String piece = Normalizer.normalize(text.substring(start, end), Form.NFKC);
            mapOffsets(result.length(), end - start, piece.length());
            result.append(piece);
            start = end;
        }
        return result.toString();
    }

    /** Offsets past the original end of a piece that grew point to that end. */
    private void mapOffsets(int start, int originalLength, int normalizedLength) {
        int shift = getLastCumulativeDiff();
        if (normalizedLength < originalLength) {
            addOffCorrectMap(start + normalizedLength, shift + originalLength - normalizedLength);
        }
        for (int length = originalLength + 1; length <= normalizedLength; length++) {
            addOffCorrectMap(start + length, shift + originalLength - length);
        }
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
