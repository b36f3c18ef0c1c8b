package org.nearduplicate.analysis;

/** Digits that were read after a separator, until it is known of which word they are. Not thread-safe. */
final class PendingDigits {

    /** So many digits follow a separator of thousands and hundreds. */
    static final int GROUP = 3;

    private final char[] digits = new char[GROUP];
    private int size;
    private int start;
    private int end;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isGroup() {
        return size == GROUP;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Adds a digit, of {@value #GROUP} at most, which begins there in the text. */
    void add(int entry, int offset) {
        if (size == 0) {
            start = offset;
        }
        digits[size++] = (char) CharacterTable.codePoint(entry);
    }

    /** Sets where the last one ends, with what attaches to it. */
    void endAt(int offset) {
        end = offset;
    }

    /** Copies them, and returns how many there are. */
    int copy(char[] to, int from) {
        System.arraycopy(digits, 0, to, from, size);
        return size;
    }
}
