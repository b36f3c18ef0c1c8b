package org.nearduplicate.analysis;

/**
 * A word that is made of the next characters of a text: letters, digits, and what attaches to them. Not thread-safe;
 * serves one word after the other.
 */
final class Word {

    private static final char FIRST_HEBREW = '\u05D0';
    private static final char LAST_HEBREW = '\u05EA';
    private static final char TIBETAN_U = '\u0F74';

    private final FoldedText text;
    private char[] characters;
    private int size;
    private int start;
    private int end;

    /** Where the digits after the last separator of a number begin, or 0. */
    private int groupStart;

    /** @param text of which characters are taken */
    Word(FoldedText text) {
        this.text = text;
    }

    /** Begins a word in a buffer for {@link WordTokenizer#MAX_LENGTH} code units and one more. */
    void begin(char[] buffer, int offset) {
        characters = buffer;
        size = 0;
        start = offset;
        groupStart = 0;
    }

    int size() {
        return size;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Takes the next character, and returns whether there was room for it. */
    boolean append(int entry) {
        if (size >= WordTokenizer.MAX_LENGTH) {
            return false;
        }
        size += Character.toChars(CharacterTable.codePoint(entry), characters, size);
        return absorb();
    }

    /** Makes the next character a part of the word, of which nothing more becomes. */
    boolean absorb() {
        text.take();
        end = text.end();
        return true;
    }

    /** Takes all letters that follow and have nothing special. */
    void appendLetters() {
        int before = size;
        size = text.takeLetters(characters, size, WordTokenizer.MAX_LENGTH);
        if (size > before) {
            end = text.end();
        }
    }

    /** Takes digits that follow a separator. */
    void append(PendingDigits digits) {
        groupStart = size;
        size += digits.copy(characters, size);
        end = digits.end();
        digits.clear();
    }

    /**
     * Takes the next character if it belongs to the one before in any word, and returns whether it did. Where there is no room
     * nothing becomes of it: no word may begin with it.
     */
    boolean attach(int entry) {
        return switch (CharacterTable.kind(entry)) {
            case CharacterKind.EXTEND -> composePair(entry) || append(entry) || absorb();
            case CharacterKind.ORDERED -> appendOrdered(entry);
            case CharacterKind.SOUND_MARK -> replaceLast(
                    CharacterTable.composed(last(), CharacterTable.codePoint(entry)));
            case CharacterKind.STACK, CharacterKind.NOTHING, CharacterKind.SOFT_HYPHEN -> absorb();
            default -> false;
        };
    }

    /** Takes a part of a Hangul syllable, and returns whether there was room for it. */
    boolean compose(int entry) {
        char syllable = CharacterTable.syllable(last(), CharacterTable.codePoint(entry));
        return syllable == 0 ? append(entry) : replaceLast(syllable);
    }

    /** Takes the next character if it is the second part of one that is written in two, and returns whether it did. */
    boolean composePair(int entry) {
        char both = CharacterTable.composed(last(), CharacterTable.codePoint(entry));
        return both != 0 && replaceLast(both);
    }

    boolean endsWithHebrew() {
        return isHebrew(last());
    }

    static boolean isHebrew(int codePoint) {
        return FIRST_HEBREW <= codePoint && codePoint <= LAST_HEBREW;
    }

    boolean endsWithDigit() {
        return isDigit(last());
    }

    /** Returns whether so many digits end the word, after the last separator of their number. */
    boolean endsWithDigits(int count) {
        int first = size;
        while (first > groupStart && size - first < count && isDigit(characters[first - 1])) {
            first--;
        }
        return size - first == count;
    }

    /** Returns whether there is room for so many more code units. */
    boolean hasRoom(int more) {
        return size + more <= WordTokenizer.MAX_LENGTH;
    }

    /** Of marks that normal forms put in order the first one counts: only one of them does not come first. */
    private boolean appendOrdered(int entry) {
        char mark = (char) CharacterTable.codePoint(entry);
        if (isOfOneScript(last(), mark) == false) {
            return absorb();
        }
        if (CharacterTable.kind(CharacterTable.entry(last())) == CharacterKind.ORDERED) {
            return replaceLast(last() == TIBETAN_U ? mark : 0);
        }
        return append(entry) || absorb();
    }

    /** Takes the next character, and puts what it composed to in the place of the last one, unless that is 0. */
    private boolean replaceLast(char composed) {
        if (composed != 0) {
            characters[size - 1] = composed;
        }
        return absorb();
    }

    private static boolean isDigit(char character) {
        return '0' <= character && character <= '9';
    }

    private char last() {
        return characters[size - 1];
    }

    /** Scripts with ordered marks have a block of 128, but for Tibetan, which has two. */
    private static boolean isOfOneScript(char character, char mark) {
        return character >> 7 == mark >> 7
                || character >> 8 == mark >> 8 && mark >> 8 == TIBETAN_U >> 8;
    }
}
