package org.nearduplicate.analysis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What becomes of each character of a text by itself, and what that does to a word. It is read from {@code
 * characters.txt}, which is a part of the scheme version: tokens depend neither on the JDK nor on Lucene.
 *
 * <p>An entry is an int: the kind of the character in the upper 8 bits, then whether it was written in upper
 * case, whether it makes one character with some that follow it, then the code point that it became, or the
 * number of the several. Immutable, and shared by all threads; 1 MB.
 */
final class CharacterTable {

    static final String FILE = "characters.txt";

    private static final String RANGE = "..";

    private static final int KIND_SHIFT = 24;
    private static final int UPPER = 1 << KIND_SHIFT - 1;
    private static final int BEGINS_PAIR = UPPER >>> 1;
    private static final int CODE_POINT = BEGINS_PAIR - 1;

    private static final int BLOCK_BITS = 8;
    private static final int BLOCK_SIZE = 1 << BLOCK_BITS;

    private static final int[] EMPTY_BLOCK = new int[BLOCK_SIZE];

    private static final int FIRST_LEADING = 0x1100;
    private static final int LEADINGS = 19;
    private static final int FIRST_VOWEL = 0x1161;
    private static final int VOWELS = 21;
    private static final int BEFORE_TRAILING = 0x11A7;
    private static final int TRAILINGS = 28;
    private static final int FIRST_SYLLABLE = 0xAC00;

    private static final CharacterTable TABLE = read();

    /** The entries of nearly all texts, which are looked up in one step. */
    private static final int[] FIRST_PLANE =
            IntStream.rangeClosed(0, Character.MAX_VALUE).map(TABLE::get).toArray();

    /** By the upper bits of a code point. Blocks without any entry are one. */
    private final int[][] blocks = new int[Character.MAX_CODE_POINT + 1 >> BLOCK_BITS][];

    private final List<int[]> several = new ArrayList<>();

    /** Two characters each, ascending, and what they compose to. */
    private int[] pairs = {};
    private char[] composed = {};

    private CharacterTable() {}

    /** Returns the entry of a code point, or of a lone surrogate. */
    static int entry(int codePoint) {
        return codePoint <= Character.MAX_VALUE ? FIRST_PLANE[codePoint] : TABLE.get(codePoint);
    }

    /** Returns what a character does to a word. */
    static int kind(int entry) {
        return entry >>> KIND_SHIFT;
    }

    /** Returns whether a character became a letter: of one code unit, which are the lower 16 bits, if it is of one. */
    static boolean isLetter(int entry) {
        return kind(entry) == CharacterKind.LETTER;
    }

    /** Returns the code point that a character became, unless it became {@link CharacterKind#SEVERAL}. */
    static int codePoint(int entry) {
        return entry & CODE_POINT;
    }

    /** Returns whether a character was written in upper or title case. */
    static boolean isUpper(int entry) {
        return (entry & UPPER) != 0;
    }

    /** Returns the entries of what a character became that became {@link CharacterKind#SEVERAL}; not to be changed. */
    static int[] several(int entry) {
        return TABLE.several.get(codePoint(entry));
    }

    /** Returns what a character and a vowel or sound mark after it compose to, or 0. */
    static char composed(char character, int mark) {
        if ((FIRST_PLANE[character] & BEGINS_PAIR) == 0) {
            return 0;
        }
        int pair = Arrays.binarySearch(TABLE.pairs, pair(character, mark));
        return pair < 0 ? 0 : TABLE.composed[pair];
    }

    private static int pair(int character, int mark) {
        return character << Character.SIZE | mark;
    }

    /** Returns what a character and the next part of a Hangul syllable compose to, or 0 (Unicode, section 3.12). */
    static char syllable(char character, int jamo) {
        if (jamo <= BEFORE_TRAILING) {
            int leading = character - FIRST_LEADING;
            return 0 <= leading && leading < LEADINGS
                    ? (char) (FIRST_SYLLABLE
                            + (leading * VOWELS + jamo - FIRST_VOWEL) * TRAILINGS)
                    : 0;
        }
        int syllable = character - FIRST_SYLLABLE;
        return 0 <= syllable && syllable < LEADINGS * VOWELS * TRAILINGS
                && syllable % TRAILINGS == 0
                        ? (char) (character + jamo - BEFORE_TRAILING)
                        : 0;
    }

    private static CharacterTable read() {
        CharacterTable table = new CharacterTable();
        Arrays.fill(table.blocks, EMPTY_BLOCK);
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(
                        Objects.requireNonNull(
                                CharacterTable.class.getResourceAsStream(FILE), FILE),
                        StandardCharsets.US_ASCII))) {
            lines.lines().filter(line -> line.startsWith("#") == false).forEach(table::add);
        } catch (IOException e) {
            throw new UncheckedIOException("[" + FILE + "] cannot be read", e);
        }
        return table;
    }

    /** What the words of a line mean stands in the file. */
    private void add(String line) {
        String[] words = line.split(" ");
        int dots = words[1].indexOf(RANGE);
        int first = codePoint(dots < 0 ? words[1] : words[1].substring(0, dots));
        int last = dots < 0 ? first : codePoint(words[1].substring(dots + RANGE.length()));
        int[] to = Arrays.stream(words).skip(2).mapToInt(CharacterTable::codePoint).toArray();
        switch (words[0]) {
            case "upper" -> setAll(first, last, each -> get(each) | UPPER);
            case "composes" -> {
                setAll(first, last, each -> get(each) | BEGINS_PAIR);
                addPair(pair(first, to[0]), (char) to[1]);
            }
            case "becomes" -> setAll(first, last, each -> {
                int upper = get(each) & UPPER;
                return to.length == 1
                        ? get(to[0] + each - first) | upper
                        : addSeveral(Arrays.stream(to).map(this::get).map(one -> one | upper));
            });
            default -> {
                int kind = CharacterKind.NAMES.indexOf(words[0]);
                if (kind < 0) {
                    throw new IllegalStateException("[" + FILE + "] has a line [" + line + "]");
                }
                setAll(first, last, each -> kind << KIND_SHIFT | each);
            }
        }
    }

    /** The file has them in order. */
    private void addPair(int pair, char both) {
        pairs = Arrays.copyOf(pairs, pairs.length + 1);
        composed = Arrays.copyOf(composed, pairs.length);
        pairs[pairs.length - 1] = pair;
        composed[pairs.length - 1] = both;
    }

    private int addSeveral(IntStream entries) {
        several.add(entries.toArray());
        return CharacterKind.SEVERAL << KIND_SHIFT | several.size() - 1;
    }

    private int get(int codePoint) {
        return blocks[codePoint >> BLOCK_BITS][codePoint & BLOCK_SIZE - 1];
    }

    private void setAll(int first, int last, IntUnaryOperator entry) {
        for (int codePoint = first; codePoint <= last; codePoint++) {
            int block = codePoint >> BLOCK_BITS;
            if (blocks[block] == EMPTY_BLOCK) {
                blocks[block] = new int[BLOCK_SIZE];
            }
            blocks[block][codePoint & BLOCK_SIZE - 1] = entry.applyAsInt(codePoint);
        }
    }

    private static int codePoint(String hexadecimal) {
        return Integer.parseInt(hexadecimal, 16);
    }
}
