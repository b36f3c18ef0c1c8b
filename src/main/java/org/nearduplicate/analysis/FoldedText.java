package org.nearduplicate.analysis;

import java.io.IOException;
import java.io.Reader;

/**
 * The characters of a text as the {@link CharacterTable} gives them, one after the other, and where they stand. It
 * holds a thousand characters of a text of any length. Not thread-safe.
 */
class FoldedText {

    /** What follows the last character: of no kind. */
    static final int END = -1;

    private static final int BUFFER = 1024;

    private final char[] raw = new char[BUFFER];
    private Reader input;
    private boolean ended;

    /** The next character, the end of what was read, and how much of the text was forgotten. */
    private int next;

    private int read;
    private int forgotten;

    /** The code units of the next character, once it was looked at. */
    private int length;

    /** What the next character became, if that is several, and how many of these were taken. */
    private int[] several;

    private int taken;

    /** Where the last character ends that was taken. */
    private int end;

    /** Begins a text. */
    void reset(Reader text) {
        input = text;
        ended = false;
        next = 0;
        read = 0;
        forgotten = 0;
        several = null;
    }

    /** Returns the entry of the next character, or {@link #END}. */
    int peek() throws IOException {
        if (several != null) {
            return several[taken];
        }
        if (read - next < 2) {
            fill();
        }
        if (next == read) {
            length = 0;
            return END;
        }
        int codePoint = Character.codePointAt(raw, next, read);
        length = Character.charCount(codePoint);
        int entry = CharacterTable.entry(codePoint);
        if (CharacterTable.kind(entry) != CharacterKind.SEVERAL) {
            return entry;
        }
        several = CharacterTable.several(entry);
        taken = 0;
        return several[0];
    }

    /** Takes the character that was looked at. */
    void take() {
        taken++;
        end = forgotten + next + length;
        if (several == null || taken == several.length) {
            several = null;
            next += length;
        }
    }

    /** Returns where in the text the next character begins. */
    int start() {
        return forgotten + next;
    }

    /** Returns where the last character ends that was taken. */
    int end() {
        return end;
    }

    /**
     * Takes letters that follow each other, as long as each becomes one code unit: what most of a text is.
     *
     * @param to receives what they become
     * @param from the first place for it
     * @param limit the place after the last
     * @return the place after what was received
     */
    int takeLetters(char[] to, int from, int limit) {
        if (several != null) {
            return from;
        }
        int at = next;
        int last = Math.min(read, at + limit - from);
        int size = from;
        while (at < last) {
            int entry = CharacterTable.entry(raw[at]);
            if (CharacterTable.isLetter(entry) == false) {
                break;
            }
            to[size++] = (char) entry;
            at++;
        }
        next = at;
        end = forgotten + at;
        return size;
    }

    /** Reads more. At least one character of two code units is there as a whole, unless the text ends. */
    private void fill() throws IOException {
        int left = read - next;
        System.arraycopy(raw, next, raw, 0, left);
        forgotten += next;
        next = 0;
        read = left;
        while (read < 2 && ended == false) {
            int more = input.read(raw, read, raw.length - read);
            ended = more < 0;
            read += Math.max(0, more);
        }
    }
}
