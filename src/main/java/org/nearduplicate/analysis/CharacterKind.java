package org.nearduplicate.analysis;

import java.util.List;

/** What a character does to a word. */
final class CharacterKind {

    /** Ends a word. */
    static final int BREAK = 0;

    static final int LETTER = 1;

    /** One of the ASCII ones, which all others become. */
    static final int DIGIT = 2;

    /** A word by itself, with what attaches to it: of a script that has no spaces, or an emoji. */
    static final int UNIT = 3;

    /** The beginning of a unit, which goes on with the next: a vowel that is written before its consonant. */
    static final int LEAD = 4;

    /** A vowel or the last consonant of a Hangul syllable: composes with what stands before, or is a letter. */
    static final int JAMO = 5;

    /** Belongs to what stands before it: a vowel sign. */
    static final int EXTEND = 6;

    /** The same, after its own script only. Normal forms put these in order, so only the first of them counts. */
    static final int ORDERED = 7;

    /** Composes with the kana before it, or is nothing. */
    static final int SOUND_MARK = 8;

    /** Is nothing, and the next character is of the same unit. */
    static final int STACK = 9;

    static final int NOTHING = 10;

    /** Nothing, or what a hyphen is at the end of a line. */
    static final int SOFT_HYPHEN = 11;

    static final int HYPHEN = 12;
    static final int SPACE = 13;
    static final int NEWLINE = 14;
    static final int APOSTROPHE = 15;

    /** Within Hebrew words what an apostrophe is. */
    static final int QUOTE = 16;

    /** May stand between thousands and hundreds, whichever it is where it is written. */
    static final int SEPARATOR = 17;

    /** Becomes several; in place of a code point is their {@linkplain CharacterTable#several number}. */
    static final int SEVERAL = 18;

    /** What the file calls them: each at its number. */
    static final List<String> NAMES = List.of(
            "break", "letter", "digit", "unit", "lead", "jamo", "extend", "ordered",
            "sound_mark", "stack", "nothing", "soft_hyphen", "hyphen", "space", "newline",
            "apostrophe", "quote", "separator");

    private CharacterKind() {}
}
