package org.nearduplicate.analysis;

import java.lang.Character.UnicodeBlock;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * The rules that the table of characters is made by, from what the JDK says of a character and Lucene of its letter. Why
 * each is as it is stands in docs/reference/analyzer.md.
 */
final class CharacterRules {

    /** Their letters are words by themselves, with what attaches to them. */
    private static final Set<UnicodeScript> WITHOUT_SPACES = EnumSet.of(
            UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER, UnicodeScript.MYANMAR, UnicodeScript.TAI_LE,
            UnicodeScript.NEW_TAI_LUE, UnicodeScript.TAI_THAM, UnicodeScript.TAI_VIET,
            UnicodeScript.JAVANESE, UnicodeScript.BALINESE, UnicodeScript.NUSHU,
            UnicodeScript.TANGUT, UnicodeScript.KHITAN_SMALL_SCRIPT, UnicodeScript.YI);

    private static final Set<UnicodeScript> COMPOSED =
            EnumSet.of(UnicodeScript.HANGUL, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA);

    /**
     * Whatever is written for an apostrophe between letters: also accents and letters that look like it, accents that a program
     * did not put onto their letter, the signs of Armenian that stand within a word, and what a wrong encoding left of one.
     */
    private static final String APOSTROPHES =
            "'`\u00B4\u1FBD\u1FBF\u2018\u2019\u201B\u2032\u02B9\u02BA\u02BB\u02BC\u02BD\u02BE\u02BF"
                    + "\u02C8\u02CA\u02CB\uA78B\uA78C\u05F3"
                    + "\u00A8\u00AF\u00B8\u02C6\u02C7\u02D8\u02D9\u02DA\u02DB\u02DC\u02DD"
                    + "\u055A\u055B\u055C\u055E\u0091\u0092\uFFFD";

    private static final String QUOTES = "\"\u201C\u201D\u201E\u05F4";
    private static final String SEPARATORS = ".,\u066B\u066C\u060C";
    private static final String HYPHENS = "-\u2010\u058A";
    private static final String NEWLINES = "\n\u000B\f\r\u0085\u2028\u2029";
    private static final String SOUND_MARKS = "\u3099\u309A";

    /** They stand beside a word, and not all write them. */
    private static final String TRADE_MARKS = "\u2120\u2122";

    /** They stand for a degree and a middle dot, and decompose to letters. */
    private static final String NO_LETTERS = "\u00BA\u318D";

    /** Soft hyphens of programs that read PDF, and of those that read print. */
    private static final String SOFT_HYPHENS = "\u00AD\u00AC\uFFE2\u0002\uFFFE";

    /** Vowels that are written before the consonant after which they are spoken. */
    private static final String LEADS =
            "\u0E40\u0E41\u0E42\u0E43\u0E44\u0EC0\u0EC1\u0EC2\u0EC3\u0EC4"
                    + "\u19B5\u19B6\u19B7\u19BA\uAAB5\uAAB6\uAAB9\uAABB\uAABC";

    /** Words of Burmese in one sign, which are punctuation for Unicode. */
    private static final String SIGNS = "\u104C\u104D\u104E\u104F";

    /** Vowels that are letters for Unicode, and belong to the one before: that of kana is only long. */
    private static final String FOLLOWING_VOWELS = "\u30FC\u0E30\u0E32\u0E45\u0EB0\u0EB2\u0EBD";

    /** They put the next consonant below the one before. */
    private static final String STACKS = "\u17D2\u1039\u1A60\uA9C0\u1B44";

    /** Vowels among the marks that normal forms put in order. */
    private static final String ORDERED =
            "\u0C56\u0E38\u0E39\u0EB8\u0EB9\u0F72\u0F74\u0F7A\u0F7B\u0F7C\u0F7D\u0F80";

    /** In pairs: a letter, and the one that keyboards of another language have for it, or that it has lost its vowel to. */
    private static final String LETTERS =
            "\u0671\u0627\u0649\u064A\u06CC\u064A\u06A9\u0643\u06AA\u0643\u0629\u0647"
                    + "\u06C1\u0647\u06D5\u0647\u06C3\u0647\u06BE\u0647"
                    + "\u0D7A\u0D23\u0D7B\u0D28\u0D7C\u0D30\u0D7D\u0D32\u0D7E\u0D33\u0D7F\u0D15"
                    + "\u09CE\u09A4\u0901\u0902\u00D7x\u30F5\u30AB\u30F6\u30B1";

    /** Letters of Yiddish that are two. */
    private static final Map<Integer, String> DIGRAPHS = Map.of(
            0x05F0, "\u05D5\u05D5", 0x05F1, "\u05D5\u05D9", 0x05F2, "\u05D9\u05D9");

    /** Without a glyph, though they are letters or marks: fillers, variants, and what keeps normal forms apart. */
    private static final String INVISIBLE =
            "\u115F\u1160\u3164\uFFA0\u034F\u17B4\u17B5\u180B\u180C\u180D\u180F";

    /** They only make a word longer. */
    private static final String LENGTHENING = "\u0640\u07FA";

    private static final int IOTA_BELOW = 0x0345;

    /**
     * What is written in two characters and looks like one: vowels of Thai, Lao and Khmer, and letters with a vowel sign behind
     * them that Unicode advises against (The Unicode Standard, tables 12-1, 12-10, 12-15).
     */
    private static final Map<String, Character> PAIRS = Stream.of(
            "\u0E40\u0E40\u0E41", "\u0EC0\u0EC0\u0EC1", "\u17C1\u17B6\u17C4", "\u17C1\u17B8\u17BE",
            "\u0905\u093E\u0906", "\u0905\u0945\u0972", "\u0905\u0946\u0904", "\u0905\u0949\u0911",
            "\u0905\u094A\u0912", "\u0905\u094B\u0913", "\u0905\u094C\u0914", "\u0906\u0946\u0912",
            "\u0906\u0947\u0913", "\u0906\u0948\u0914", "\u090F\u0945\u090D", "\u090F\u0946\u090E",
            "\u090F\u0947\u0910", "\u0985\u09BE\u0986", "\u0A85\u0ABE\u0A86", "\u0A85\u0AC7\u0A8F",
            "\u0A85\u0AC8\u0A90", "\u0A85\u0ACB\u0A93", "\u0A85\u0ACC\u0A94")
            .collect(Collectors.toMap(each -> each.substring(0, 2), each -> each.charAt(2)));

    private static final Set<UnicodeBlock> CIRCLED = Set.of(
            UnicodeBlock.ENCLOSED_ALPHANUMERICS, UnicodeBlock.DINGBATS,
            UnicodeBlock.ENCLOSED_CJK_LETTERS_AND_MONTHS);

    private static final String SAME = "same";

    /** What characters became, if others: many tests need all. */
    private static final String[] FOLDED = new String[Character.MAX_CODE_POINT + 1];

    private CharacterRules() {}

    /**
     * Returns what becomes of a character.
     *
     * @param codePoint any, or a lone surrogate
     * @return none, one or several characters, of which nothing else becomes
     */
    static String folded(int codePoint) {
        if (FOLDED[codePoint] == null) {
            String folded = fold(codePoint);
            FOLDED[codePoint] = folded.equals(Character.toString(codePoint)) ? SAME : folded;
        }
        return FOLDED[codePoint].equals(SAME)
                ? Character.toString(codePoint)
                : FOLDED[codePoint];
    }

    /** Returns what two characters become, the second of which attaches to the first, or null if they stay. */
    static Character composed(int first, int second) {
        String both = Character.toString(first) + Character.toString(second);
        String normal = Normalizer.normalize(both, Form.NFC);
        return SOUND_MARKS.indexOf(second) >= 0 && normal.length() == 1
                ? (Character) normal.charAt(0)
                : PAIRS.get(both);
    }

    private static String fold(int codePoint) {
        if (Character.getType(codePoint) == Character.SURROGATE) {
            return Character.toString(codePoint);
        }
        if (TRADE_MARKS.indexOf(codePoint) >= 0 || SOFT_HYPHENS.indexOf(codePoint) >= 0) {
            return "";
        }
        if (NO_LETTERS.indexOf(codePoint) >= 0) {
            return Character.toString(codePoint);
        }
        String canonical = Normalizer.normalize(Character.toString(codePoint), Form.NFD);
        if (APOSTROPHES.indexOf(canonical.codePointAt(0)) >= 0) {
            return "'";
        }
        String last = "";
        String folded = Character.toString(codePoint);
        while (folded.equals(last) == false) {
            last = folded;
            folded = foldOnce(last);
        }
        return folded;
    }

    /** Returns whether a character is written in upper case. Most texts of Cherokee are written in what Unicode calls so. */
    static boolean isUpper(int codePoint) {
        return (Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint))
                && UnicodeScript.of(codePoint) != UnicodeScript.CHEROKEE;
    }

    /**
     * Returns the kind of a character.
     *
     * @param folded what becomes of it
     */
    static int kind(int codePoint, String folded) {
        if (folded.isEmpty()) {
            return SOFT_HYPHENS.indexOf(codePoint) >= 0 ? CharacterKind.SOFT_HYPHEN
                    : STACKS.indexOf(codePoint) >= 0 ? CharacterKind.STACK
                            : CharacterKind.NOTHING;
        }
        return folded.codePointCount(0, folded.length()) > 1
                ? CharacterKind.SEVERAL
                : kindOfFolded(folded.codePointAt(0));
    }

    private static String foldOnce(String text) {
        StringBuilder folded = new StringBuilder();
        decomposed(text)
                .filter(each -> each != IOTA_BELOW)
                .flatMap(each -> decomposed(caseFolded(each)))
                .forEach(each -> folded.append(letter(each)));
        return folded.codePoints().mapToObj(UnicodeScript::of).anyMatch(COMPOSED::contains)
                ? Normalizer.normalize(folded, Form.NFC)
                : folded.toString();
    }

    private static IntStream decomposed(String text) {
        return Normalizer.normalize(text, Form.NFKD).codePoints();
    }

    /** One by one, since Java makes a final sigma by what stands around. */
    private static String caseFolded(int codePoint) {
        String lower = Character.toString(codePoint).toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return lower.equals("\u03C2") ? "\u03C3" : lower;
    }

    private static String letter(int codePoint) {
        int type = Character.getType(codePoint);
        int pair = LETTERS.indexOf(codePoint);
        int value = type == Character.DECIMAL_DIGIT_NUMBER || type == Character.OTHER_NUMBER
                ? Character.getNumericValue(codePoint)
                : -1;
        if (isNothing(codePoint, type)) {
            return "";
        } else if (APOSTROPHES.indexOf(codePoint) >= 0) {
            return "'";
        } else if (DIGRAPHS.containsKey(codePoint)) {
            return DIGRAPHS.get(codePoint);
        } else if (pair >= 0 && pair % 2 == 0) {
            return LETTERS.substring(pair + 1, pair + 2);
        } else if (0 <= value
                && (value < 10 || CIRCLED.contains(UnicodeBlock.of(codePoint)))) {
            return Integer.toString(value);
        } else if (Character.isBmpCodePoint(codePoint) && Character.isLetter(codePoint)) {
            return ascii((char) codePoint);
        }
        return Character.toString(codePoint);
    }

    private static String ascii(char letter) {
        char[] ascii = new char[4];
        int length = ASCIIFoldingFilter.foldToASCII(new char[] {letter}, 0, ascii, 0, 1);
        return new String(ascii, 0, length);
    }

    private static boolean isNothing(int codePoint, int type) {
        return switch (type) {
            case Character.FORMAT, Character.ENCLOSING_MARK -> true;
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK ->
                isVariationSelector(codePoint) || INVISIBLE.indexOf(codePoint) >= 0
                        || isMoved(codePoint) && ORDERED.indexOf(codePoint) < 0
                                && SOUND_MARKS.indexOf(codePoint) < 0;
            default -> LENGTHENING.indexOf(codePoint) >= 0 || INVISIBLE.indexOf(codePoint) >= 0
                    || Character.isEmojiModifier(codePoint);
        };
    }

    private static boolean isVariationSelector(int codePoint) {
        return codePoint >= 0xFE00 && codePoint <= 0xFE0F
                || codePoint >= 0xE0100 && codePoint <= 0xE01EF;
    }

    /** Whether normal forms put a mark in order: its canonical combining class is not 0. The iota has the highest. */
    private static boolean isMoved(int codePoint) {
        String after = Character.toString(IOTA_BELOW) + Character.toString(codePoint);
        return codePoint == IOTA_BELOW
                || Normalizer.normalize(after, Form.NFD).codePointAt(0) != IOTA_BELOW;
    }

    private static int kindOfFolded(int codePoint) {
        if (codePoint >= '0' && codePoint <= '9') {
            return CharacterKind.DIGIT;
        } else if (codePoint == '\'') {
            return CharacterKind.APOSTROPHE;
        } else if (codePoint >= 0x1161 && codePoint <= 0x1175
                || codePoint >= 0x11A8 && codePoint <= 0x11C2) {
            return CharacterKind.JAMO;
        } else if (SOUND_MARKS.indexOf(codePoint) >= 0) {
            return CharacterKind.SOUND_MARK;
        } else if (QUOTES.indexOf(codePoint) >= 0) {
            return CharacterKind.QUOTE;
        } else if (SEPARATORS.indexOf(codePoint) >= 0) {
            return CharacterKind.SEPARATOR;
        } else if (HYPHENS.indexOf(codePoint) >= 0) {
            return CharacterKind.HYPHEN;
        } else if (LEADS.indexOf(codePoint) >= 0) {
            return CharacterKind.LEAD;
        } else if (SIGNS.indexOf(codePoint) >= 0) {
            return CharacterKind.UNIT;
        } else if (FOLLOWING_VOWELS.indexOf(codePoint) >= 0) {
            return CharacterKind.EXTEND;
        } else if (ORDERED.indexOf(codePoint) >= 0) {
            return CharacterKind.ORDERED;
        } else if (NEWLINES.indexOf(codePoint) >= 0) {
            return CharacterKind.NEWLINE;
        } else if (NO_LETTERS.indexOf(codePoint) >= 0) {
            return CharacterKind.BREAK;
        } else if (codePoint == '\t') {
            return CharacterKind.SPACE;
        }
        return kindOfType(codePoint);
    }

    private static int kindOfType(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.SPACE_SEPARATOR -> CharacterKind.SPACE;
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK ->
                CharacterKind.EXTEND;
            case Character.LETTER_NUMBER, Character.OTHER_NUMBER, Character.OTHER_LETTER,
                    Character.MODIFIER_LETTER, Character.LOWERCASE_LETTER,
                    Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER ->
                kindOfLetter(codePoint);
            default -> Character.isEmojiPresentation(codePoint)
                    ? CharacterKind.UNIT
                    : CharacterKind.BREAK;
        };
    }

    private static int kindOfLetter(int codePoint) {
        UnicodeScript script = UnicodeScript.of(codePoint);
        return WITHOUT_SPACES.contains(script) ? CharacterKind.UNIT : CharacterKind.LETTER;
    }
}
