package org.nearduplicate.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * The words of a text in any script, such that texts that a reader takes for the same have the same words: case, accents,
 * vowel signs, punctuation and what cannot be seen do not count. Scripts without spaces have units instead of words, a
 * letter and what attaches to it.
 *
 * <p>Each character becomes by itself what the {@link CharacterTable} says. That is exact for texts in any normal form:
 * normal forms only move marks that become nothing, or of which only one counts. What becomes of them makes words in one
 * pass, in O(length) time and O(1) memory.
 *
 * <p>A token stands from the first to the last character that it was made from. Those of more than {@link #MAX_LENGTH}
 * code units are cut.
 */
public final class WordTokenizer extends Tokenizer {

    /** The longest token, in UTF-16 code units; one more where the last character has two. */
    public static final int MAX_LENGTH = 255;

    /** The type of tokens that stand beside each other without a space in their script. */
    public static final String UNIT = "unit";

    /** So many digits stand behind a point between thousands and hundreds, and at most so many before it. */
    private static final int GROUP = 3;

    private static final char FIRST_HEBREW = '\u05D0';
    private static final char LAST_HEBREW = '\u05EA';
    private static final char THAI_E = '\u0E40';
    private static final char LAO_E = '\u0EC0';
    private static final char TIBETAN_U = '\u0F74';

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    private final FoldedText text = new FoldedText();

    /** The word that is made, the buffer of the term. */
    private char[] word;

    private int size;

    /** Where the last character of the word ends in the text. */
    private int end;

    /** Whether the last letter was written in upper case. */
    private boolean upper;

    /** Where the digits of the word begin that may stand before a point. */
    private int groupStart;

    /** Digits that were read behind a point and are of the next word, and where they stand. */
    private final char[] left = new char[GROUP];

    private int leftSize;
    private int leftStart;
    private int leftEnd;

    /** Creates a tokenizer, as Lucene does: for one text after the other. */
    public WordTokenizer() {
        text.reset(input);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        text.reset(input);
        leftSize = 0;
    }

    /** Reading goes on to be refused until there is another text. */
    @Override
    public void close() throws IOException {
        super.close();
        text.reset(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        clearAttributes();
        word = term.resizeBuffer(MAX_LENGTH + 1);
        size = 0;
        groupStart = 0;
        int start;
        if (leftSize > 0) {
            start = leftStart;
            takeLeft();
            readLetters();
        } else {
            int first = skipToWord();
            if (first == FoldedText.END) {
                return false;
            }
            start = text.start();
            append(first);
            switch (CharacterTable.kind(first)) {
                case CharacterKind.KATAKANA -> readKatakana();
                case CharacterKind.UNIT -> readUnit(false);
                case CharacterKind.LEAD -> readUnit(true);
                default -> readLetters();
            }
        }
        term.setLength(size);
        offset.setOffset(correctOffset(start), correctOffset(end));
        return true;
    }

    @Override
    public void end() throws IOException {
        super.end();
        int last = correctOffset(text.start());
        offset.setOffset(last, last);
    }

    /** Passes over what begins no word. Returns the entry of what does, which is next, or {@link FoldedText#END}. */
    private int skipToWord() throws IOException {
        while (true) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.LETTER, CharacterKind.DIGIT, CharacterKind.KATAKANA,
                        CharacterKind.UNIT, CharacterKind.LEAD, CharacterKind.JAMO -> {
                    return entry;
                }
                default -> {
                    if (entry == FoldedText.END) {
                        return entry;
                    }
                    text.take();
                }
            }
        }
    }

    private void readLetters() throws IOException {
        boolean goesOn = true;
        while (goesOn) {
            takePlainLetters();
            int entry = text.peek();
            goesOn = switch (CharacterTable.kind(entry)) {
                case CharacterKind.LETTER, CharacterKind.DIGIT -> append(entry);
                case CharacterKind.JAMO -> compose(entry);
                case CharacterKind.SOFT_HYPHEN -> goesOnBehindSoftHyphen();
                case CharacterKind.HYPHEN -> goesOnBehindHyphen();
                case CharacterKind.APOSTROPHE -> isDigit(word[size - 1])
                        ? goesOnBehindPoint()
                        : goesOnBehindApostrophe();
                case CharacterKind.QUOTE -> isHebrew(word[size - 1]) && goesOnBehindApostrophe();
                case CharacterKind.POINT -> isDigit(word[size - 1]) && goesOnBehindPoint();
                default -> attach(entry);
            };
        }
    }

    private void takePlainLetters() {
        int before = size;
        size = text.takeLetters(word, size, MAX_LENGTH);
        if (size > before) {
            upper = text.tookUpper();
            end = text.end();
        }
    }

    private void readKatakana() throws IOException {
        boolean goesOn = true;
        while (goesOn) {
            int entry = text.peek();
            goesOn = CharacterTable.kind(entry) == CharacterKind.KATAKANA
                    ? append(entry)
                    : attach(entry);
        }
    }

    /** @param lead whether the first character is one that the next belongs to */
    private void readUnit(boolean lead) throws IOException {
        type.setType(UNIT);
        boolean joins = lead;
        boolean goesOn = true;
        while (goesOn) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.UNIT -> {
                    goesOn = joins && append(entry);
                    joins = false;
                }
                case CharacterKind.LEAD -> goesOn = lead && joinLeads(entry);
                case CharacterKind.STACK -> {
                    goesOn = absorb();
                    joins = true;
                }
                default -> goesOn = attach(entry);
            }
        }
    }

    /** Two of the first vowel of Thai and of Lao look like the second, and are typed for it. */
    private boolean joinLeads(int entry) {
        int vowel = CharacterTable.codePoint(entry);
        if (size > 1 || word[0] != vowel || vowel != THAI_E && vowel != LAO_E) {
            return false;
        }
        word[0]++;
        return absorb();
    }

    /** Takes the next character if it belongs to the one before in any word, and tells whether it did. */
    private boolean attach(int entry) {
        return switch (CharacterTable.kind(entry)) {
            case CharacterKind.EXTEND -> append(entry);
            case CharacterKind.ORDERED -> order(entry);
            case CharacterKind.SOUND_MARK -> replaceLast(
                    CharacterTable.voiced(word[size - 1], CharacterTable.codePoint(entry)));
            case CharacterKind.STACK, CharacterKind.NOTHING, CharacterKind.SOFT_HYPHEN ->
                absorb();
            default -> false;
        };
    }

    /** Takes the next character, and tells whether there was room for it. */
    private boolean append(int entry) {
        if (size >= MAX_LENGTH) {
            return false;
        }
        size += Character.toChars(CharacterTable.codePoint(entry), word, size);
        upper = CharacterTable.isUpper(entry);
        return absorb();
    }

    /** Makes the next character a part of the word, of which nothing more becomes. */
    private boolean absorb() {
        text.take();
        end = text.end();
        return true;
    }

    private boolean replaceLast(char composed) {
        if (composed != 0) {
            word[size - 1] = composed;
        }
        return absorb();
    }

    private boolean compose(int entry) {
        char syllable =
                CharacterTable.syllable(word[size - 1], CharacterTable.codePoint(entry));
        return syllable == 0 ? append(entry) : replaceLast(syllable);
    }

    /** Of marks that normal forms put in order the first one counts: only one of them does not come first. */
    private boolean order(int entry) {
        char before = word[size - 1];
        char mark = (char) CharacterTable.codePoint(entry);
        if (isOfOneScript(before, mark) == false) {
            return absorb();
        }
        if (CharacterTable.kind(CharacterTable.entry(before)) != CharacterKind.ORDERED) {
            return append(entry);
        }
        return replaceLast(before == TIBETAN_U ? mark : before);
    }

    /** A soft hyphen is nothing, but where a line ends. */
    private boolean goesOnBehindSoftHyphen() throws IOException {
        text.take();
        int kind = CharacterTable.kind(peekBehindNothing());
        return kind != CharacterKind.SPACE && kind != CharacterKind.NEWLINE
                || goesOnInNextLine(true);
    }

    private boolean goesOnBehindHyphen() throws IOException {
        text.take();
        return goesOnInNextLine(false);
    }

    /**
     * Tells whether a word that was divided goes on: between letters, and not with the first upper case one, which begins the
     * second part of a compound.
     *
     * @param ended whether any white space is the end of a line
     */
    private boolean goesOnInNextLine(boolean ended) throws IOException {
        boolean nextLine = ended;
        while (true) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.NEWLINE -> nextLine = true;
                case CharacterKind.SPACE, CharacterKind.NOTHING, CharacterKind.SOFT_HYPHEN -> {
                }
                case CharacterKind.APOSTROPHE -> {
                    if (nextLine == false) {
                        return false;
                    }
                }
                case CharacterKind.LETTER -> {
                    return nextLine && isDigit(word[size - 1]) == false
                            && (upper || CharacterTable.isUpper(entry) == false);
                }
                default -> {
                    return false;
                }
            }
            text.take();
        }
    }

    /** An apostrophe is nothing between letters. */
    private boolean goesOnBehindApostrophe() throws IOException {
        text.take();
        return CharacterTable.kind(peekBehindNothing()) == CharacterKind.LETTER;
    }

    /** A point is nothing between at most three digits and exactly three. Others are of the next word. */
    private boolean goesOnBehindPoint() throws IOException {
        if (digits() > GROUP || size + GROUP > MAX_LENGTH) {
            return false;
        }
        text.take();
        int entry = peekBehindNothing();
        while (CharacterTable.kind(entry) == CharacterKind.DIGIT && leftSize < GROUP) {
            if (leftSize == 0) {
                leftStart = text.start();
            }
            left[leftSize++] = (char) CharacterTable.codePoint(entry);
            text.take();
            entry = peekBehindDigit();
            leftEnd = text.end();
        }
        if (leftSize < GROUP || CharacterTable.kind(entry) == CharacterKind.DIGIT) {
            return false;
        }
        groupStart = size;
        takeLeft();
        return true;
    }

    private void takeLeft() {
        System.arraycopy(left, 0, word, size, leftSize);
        size += leftSize;
        leftSize = 0;
        end = leftEnd;
    }

    private int digits() {
        int first = size;
        while (first > groupStart && isDigit(word[first - 1])) {
            first--;
        }
        return size - first;
    }

    private int peekBehindNothing() throws IOException {
        while (true) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.NOTHING, CharacterKind.STACK, CharacterKind.SOFT_HYPHEN ->
                    text.take();
                default -> {
                    return entry;
                }
            }
        }
    }

    /** No digit has a vowel or a sound. */
    private int peekBehindDigit() throws IOException {
        int entry = peekBehindNothing();
        while (CharacterTable.kind(entry) == CharacterKind.ORDERED
                || CharacterTable.kind(entry) == CharacterKind.SOUND_MARK) {
            text.take();
            entry = peekBehindNothing();
        }
        return entry;
    }

    private static boolean isDigit(char character) {
        return '0' <= character && character <= '9';
    }

    private static boolean isHebrew(char character) {
        return FIRST_HEBREW <= character && character <= LAST_HEBREW;
    }

    /** Scripts with ordered marks have a block of 128, but for Tibetan, which has two. */
    private static boolean isOfOneScript(char character, char mark) {
        return character >> 7 == mark >> 7
                || character >> 8 == mark >> 8 && mark >> 8 == TIBETAN_U >> 8;
    }
}
