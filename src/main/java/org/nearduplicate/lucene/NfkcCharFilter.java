package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import org.apache.lucene.analysis.CharFilter;

/**
 * Brings a text to Unicode normal form NFKC, with offsets that still point into the original text.
 *
 * <p>Up to the first character that is not ASCII, a text passes as it is read. {@link NfkcPieces}
 * normalizes the rest. Neither holds the whole text.
 */
final class NfkcCharFilter extends CharFilter {

    private static final int END = -1;

    private boolean begun;

    /** The character that follows those that passed, which is ASCII, or {@link #END}. */
    private int ahead;

    /** How many characters passed as they were. */
    private int passed;

    /** The normal form of all that follows those that passed, once it holds more than ASCII. */
    private NfkcPieces rest;

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
        return rest == null ? offset : rest.original(offset);
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
        int passing = ascii == size && ahead < NfkcPieces.FIRST_NON_ASCII
                ? size
                : Math.max(0, ascii - 1);
        passed += passing;
        if (passing < size) {
            StringBuilder begin =
                    new StringBuilder().append(buffer, offset + passing, size - passing);
            if (ahead != END) {
                begin.append((char) ahead);
            }
            rest = new NfkcPieces(input, begin, passed);
        }
        return passing;
    }

    /** Returns how many of these characters are ASCII, up to the first that is not. */
    private static int ascii(char[] buffer, int offset, int length) {
        int ascii = 0;
        while (ascii < length && buffer[offset + ascii] < NfkcPieces.FIRST_NON_ASCII) {
            ascii++;
        }
        return ascii;
    }
}
