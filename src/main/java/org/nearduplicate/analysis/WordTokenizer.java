package org.nearduplicate.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * The words of a text in any script, such that texts that a reader takes to be the same have the same words: case, accents,
 * points, punctuation and what cannot be seen do not count. Scripts without spaces have units instead of words, a
 * letter and what attaches to it.
 *
 * <p>Each character becomes by itself what the {@link CharacterTable} says. That is exact for texts in any normal form:
 * normal forms only move marks that become nothing, or of which only one counts. What becomes of them makes words in one
 * pass, in O(length) time and O(1) memory.
 *
 * <p>A token stands from its first character to the last one that it was made from or that attaches to it. It has {@link
 * #MAX_LENGTH} code units at most; what is left of a longer word is the next.
 */
public final class WordTokenizer extends Tokenizer {

    /** The longest token, in UTF-16 code units; one more where the last character has two. */
    public static final int MAX_LENGTH = 255;

    /** The type of tokens that stand beside each other without a space in their script. */
    public static final String UNIT = "unit";

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    private final FoldedText text;
    private final Word word;
    private final PendingDigits pending = new PendingDigits();

    /** Creates a tokenizer, as Lucene does: for one text after the other. */
    public WordTokenizer() {
        this(new FoldedText());
    }

    WordTokenizer(FoldedText text) {
        this.text = text;
        this.word = new Word(text);
        text.reset(input);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        text.reset(input);
        pending.clear();
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
        char[] buffer = term.resizeBuffer(MAX_LENGTH + 1);
        if (pending.isEmpty()) {
            int first = skipToWord();
            if (first == FoldedText.END) {
                return false;
            }
            word.begin(buffer, text.start());
            word.append(first);
            switch (CharacterTable.kind(first)) {
                case CharacterKind.UNIT -> readUnit(false);
                case CharacterKind.LEAD -> readUnit(true);
                default -> readWord();
            }
        } else {
            word.begin(buffer, pending.start());
            word.append(pending);
            readWord();
        }
        term.setLength(word.size());
        offset.setOffset(correctOffset(word.start()), correctOffset(word.end()));
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
                case CharacterKind.LETTER, CharacterKind.DIGIT, CharacterKind.UNIT,
                        CharacterKind.LEAD, CharacterKind.JAMO -> {
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

    private void readWord() throws IOException {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = word.endsWithDigit() ? readAfterDigit() : readAfterLetter();
        }
    }

    private boolean readAfterLetter() throws IOException {
        word.appendLetters();
        int entry = text.peek();
        return switch (CharacterTable.kind(entry)) {
            case CharacterKind.LETTER, CharacterKind.DIGIT -> word.append(entry);
            case CharacterKind.JAMO -> word.compose(entry);
            case CharacterKind.SOFT_HYPHEN -> goesOnAfterSoftHyphen();
            case CharacterKind.HYPHEN -> goesOnAfterHyphen();
            case CharacterKind.APOSTROPHE -> goesOnAfterApostrophe();
            case CharacterKind.QUOTE -> word.endsWithHebrew() && goesOnAfterQuote();
            default -> word.attach(entry);
        };
    }

    private boolean readAfterDigit() throws IOException {
        int entry = text.peek();
        return switch (CharacterTable.kind(entry)) {
            case CharacterKind.LETTER, CharacterKind.DIGIT, CharacterKind.JAMO ->
                word.append(entry);
            case CharacterKind.SEPARATOR -> goesOnAfterSeparator();
            case CharacterKind.APOSTROPHE -> goesOnAfterDigitAndApostrophe();
            case CharacterKind.EXTEND -> word.absorb();
            default -> word.attach(entry);
        };
    }

    /**
     * White space ends no unit: no sign that belongs to a letter begins a word, wherever a program put a space before it.
     *
     * @param lead whether the first character is one that the next belongs to
     */
    private void readUnit(boolean lead) throws IOException {
        type.setType(UNIT);
        boolean joins = lead;
        boolean goesOn = true;
        while (goesOn) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.UNIT -> {
                    goesOn = joins && word.append(entry);
                    joins = false;
                }
                case CharacterKind.LEAD -> goesOn = lead && word.composePair(entry);
                case CharacterKind.STACK -> {
                    goesOn = word.absorb();
                    joins = true;
                }
                case CharacterKind.SPACE, CharacterKind.NEWLINE -> text.take();
                default -> goesOn = word.attach(entry);
            }
        }
    }

    /** A soft hyphen is nothing, but where a line ends. */
    private boolean goesOnAfterSoftHyphen() throws IOException {
        word.absorb();
        int kind = CharacterTable.kind(peekAfterInvisible());
        return kind != CharacterKind.SPACE && kind != CharacterKind.NEWLINE
                || goesOnAfterSpace(true);
    }

    private boolean goesOnAfterHyphen() throws IOException {
        text.take();
        return goesOnAfterSpace(false);
    }

    /**
     * Returns whether a word that was divided goes on in the next line: between letters, and not with an upper-case one, which
     * begins the second part of a compound.
     *
     * @param isNextLine whether any white space stands for the end of a line
     */
    private boolean goesOnAfterSpace(boolean isNextLine) throws IOException {
        boolean nextLine = isNextLine;
        while (true) {
            int entry = text.peek();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.NEWLINE -> nextLine = true;
                case CharacterKind.SPACE, CharacterKind.NOTHING, CharacterKind.SOFT_HYPHEN -> {
                }
                case CharacterKind.LETTER -> {
                    return nextLine && CharacterTable.isUpper(entry) == false;
                }
                default -> {
                    return false;
                }
            }
            text.take();
        }
    }

    /** Apostrophes are nothing between letters. */
    private boolean goesOnAfterApostrophe() throws IOException {
        int kind;
        do {
            text.take();
            kind = CharacterTable.kind(peekAfterInvisible());
        } while (kind == CharacterKind.APOSTROPHE);
        return kind == CharacterKind.LETTER;
    }

    private boolean goesOnAfterQuote() throws IOException {
        text.take();
        return Word.isHebrew(CharacterTable.codePoint(peekAfterInvisible()));
    }

    /** An apostrophe is nothing between a digit and a letter, or where a separator is nothing. */
    private boolean goesOnAfterDigitAndApostrophe() throws IOException {
        text.take();
        return CharacterTable.kind(peekAfterInvisible()) == CharacterKind.LETTER
                || goesOnWithGroup();
    }

    private boolean goesOnAfterSeparator() throws IOException {
        text.take();
        return goesOnWithGroup();
    }

    /** A separator is nothing between one to three digits and exactly three. If these are not, they are of the next word. */
    private boolean goesOnWithGroup() throws IOException {
        if (word.endsWithDigits(PendingDigits.GROUP + 1)
                || word.hasRoom(PendingDigits.GROUP) == false) {
            return false;
        }
        int entry = peekAfterInvisible();
        while (CharacterTable.kind(entry) == CharacterKind.DIGIT && pending.isGroup() == false) {
            pending.add(entry, text.start());
            text.take();
            entry = peekAfterDigit();
            pending.endAt(text.end());
        }
        if (pending.isGroup() == false || CharacterTable.kind(entry) == CharacterKind.DIGIT) {
            return false;
        }
        word.append(pending);
        return true;
    }

    private int peekAfterInvisible() throws IOException {
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
    private int peekAfterDigit() throws IOException {
        while (true) {
            int entry = peekAfterInvisible();
            switch (CharacterTable.kind(entry)) {
                case CharacterKind.EXTEND, CharacterKind.ORDERED, CharacterKind.SOUND_MARK ->
                    text.take();
                default -> {
                    return entry;
                }
            }
        }
    }
}
