package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import org.apache.lucene.analysis.CharFilter;

/**
 * Brings a text to Unicode normal form NFKC, with offsets that still point into the original text.
 *
 * <p>A stretch of characters that become one each passes as it is read, each replaced in its place. What is
 * left is normalized in {@linkplain NfkcPieces pieces}. No more of a text is held than fits into the buffer.
 *
 * <p>The first half of a surrogate pair at the end, where a text was cut, becomes the replacement
 * character: the standard tokenizer would take it for an end of the text before the words that it read
 * with it, and lose a short text as a whole.
 */
final class NfkcCharFilter extends CharFilter {

    /** The characters that are held of a text at most. */
    static final int BUFFER_SIZE = 512;

    private static final int END = -1;
    private static final int FIRST_NON_ASCII = 0x80;
    private static final char REPLACEMENT = '\uFFFD';

    /** The memory that a filter works with; serves another one once its text is closed. */
    static final class Scratch {

        private final char[] raw = new char[BUFFER_SIZE];
        private final OffsetMap offsets = new OffsetMap();
    }

    /** What was read, and is not normalized yet from {@link #start} to {@link #end}. */
    private final char[] raw;

    private int start;
    private int end;
    private boolean ended;

    /** The normal form of the last piece, and how much of it was given away. */
    private String piece = "";

    private int given;

    /** How much of the original text was normalized, and the length of its normal form. */
    private int normalized;

    private int normalLength;

    /** The pieces whose normal forms have another length. */
    private final OffsetMap offsets;

    /**
     * @param input the text
     * @param scratch no other open filter has it
     */
    NfkcCharFilter(Reader input, Scratch scratch) {
        super(input);
        this.raw = scratch.raw;
        this.offsets = scratch.offsets;
        offsets.clear();
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int size = 0;
        while (size < length && (given < piece.length() || readOn())) {
            size += given < piece.length()
                    ? give(buffer, offset + size, length - size)
                    : pass(buffer, offset + size, length - size);
        }
        return size == 0 && length > 0 ? END : size;
    }

    @Override
    protected int correct(int offset) {
        return Math.min(normalized, offsets.original(offset));
    }

    /** Gives the memory of many pieces back: a thread may not analyze another text for days. */
    @Override
    public void close() throws IOException {
        offsets.clear();
        super.close();
    }

    /** Reads until there is a piece of the text and what tells its end, and returns whether there is any. */
    private boolean readOn() throws IOException {
        if (end - start < NfkcPieces.LONGEST_PIECE && ended == false) {
            end -= start;
            System.arraycopy(raw, start, raw, 0, end);
            start = 0;
            while (end < NfkcPieces.LONGEST_PIECE && ended == false) {
                int size = input.read(raw, end, raw.length - end);
                ended = size == END;
                end += ended ? 0 : size;
            }
            if (ended && end > 0 && Character.isHighSurrogate(raw[end - 1])) {
                raw[end - 1] = REPLACEMENT;
            }
        }
        return start < end;
    }

    /** Gives characters of the last piece away, and returns their number. */
    private int give(char[] buffer, int offset, int length) {
        int size = Math.min(length, piece.length() - given);
        piece.getChars(given, given + size, buffer, offset);
        given += size;
        return size;
    }

    /** Passes a stretch and returns its length, or makes a piece if that is 0. */
    private int pass(char[] buffer, int offset, int length) {
        int size = stretch(length);
        if (size == 0) {
            makePiece();
            return 0;
        }
        System.arraycopy(raw, start, buffer, offset, size);
        advance(size, size);
        return size;
    }

    /**
     * Replaces characters by what they become, as long as that is one each.
     *
     * @param most how many may be replaced
     * @return how many were, without the last if something attaches to it
     */
    private int stretch(int most) {
        // Something may attach to the last that was read, and that may be half of a pair.
        int stop = Math.min(start + most, ended ? end : end - 2);
        int at = asciiEnd(start, stop);
        while (at < stop) {
            char normal = NfkcForms.ALONE.get(raw[at]);
            if (normal == CharMap.NONE) {
                break;
            }
            raw[at] = normal;
            at = asciiEnd(at + 1, stop);
        }
        boolean attached = start < at && at < end && NfkcPieces.attachesAt(raw, at, end);
        return at - start - (attached ? 1 : 0);
    }

    private int asciiEnd(int from, int to) {
        int at = from;
        while (at < to && raw[at] < FIRST_NON_ASCII) {
            at++;
        }
        return at;
    }

    private void makePiece() {
        int length = NfkcPieces.pieceEnd(raw, start, end) - start;
        piece = NfkcForms.of(raw, start, length);
        given = 0;
        if (piece.length() != length) {
            offsets.add(normalLength, piece.length(), normalized, length);
        }
        advance(length, piece.length());
    }

    private void advance(int length, int lengthOfNormalForm) {
        start += length;
        normalized += length;
        normalLength += lengthOfNormalForm;
    }
}
