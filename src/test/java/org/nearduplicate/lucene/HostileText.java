package org.nearduplicate.lucene;

import static java.lang.Character.MAX_CODE_POINT;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A kind of text that is made to keep a node busy: what normal forms put in order, compose, expand or
 * leave alone for long, what a tokenizer has to look far ahead in, and what is hard on hashes.
 */
public final class HostileText {

    private static final String MARKS =
            "\u0345\u035C\u0315\u0301\u0327\u0323\u05B0\u0651\u0E38\u0F71\u3099\u094D\u093C\u0338";

    private final String name;
    private final int valueLength;
    private final Function<Random, String> part;

    private HostileText(String name, int valueLength, Function<Random, String> part) {
        this.name = name;
        this.valueLength = valueLength;
        this.part = part;
    }

    /** Returns all kinds, mixtures of the others among them. */
    public static List<HostileText> kinds() {
        List<HostileText> kinds = new ArrayList<>();
        kinds.add(kind("marks of one class", "\u0301"));
        kinds.add(kind("marks of two classes", "\u0301\u0323"));
        kinds.add(kind("marks of many classes", random -> any(random, MARKS)));
        kinds.add(kind("marks of classes that fall",
                "\u0345\u035C\u0301\u0315\u0323\u0316\u0327\u0338"));
        kinds.add(kind("marks that decompose", "\u0344\u0F73\u0F81"));
        kinds.add(kind("marks that enclose", "\u20DD"));
        kinds.add(kind("marks without a class", "\u09C7\u09BE"));
        kinds.add(kind("many marks on each letter", "e" + "\u0301\u0323\u0308".repeat(7)));
        kinds.add(kind("too many marks on each letter", "e" + "\u0301\u0323\u0308".repeat(20)));
        kinds.add(kind("accents written apart", "e\u0301\u0302o\u0308\u0304 "));
        kinds.add(kind("Hangul syllables written apart", "\u1112\u1161\u11AB"));
        kinds.add(kind("Hangul consonants", "\u1112"));
        kinds.add(kind("Hangul vowels", "\u1161"));
        kinds.add(kind("Hangul of half width", "\uFFA1\uFFC2\uFFA3"));
        kinds.add(kind("Hangul laughter", "\u314B\u314B\u314B\u3160\u3160"));
        kinds.add(kind("joined emoji", "\uD83D\uDC68\u200D"));
        kinds.add(kind("emoji with skin", "\uD83D\uDC4D\uD83C\uDFFD\uFE0F"));
        kinds.add(kind("keycaps", "1\uFE0F\u20E3"));
        kinds.add(kind("flags", "\uD83C\uDDE6"));
        kinds.add(kind("tags", "\uDB40\uDC61"));
        kinds.add(kind("variation selectors", "\uFE0F"));
        kinds.add(kind("variants of ideographs", "\u4E00\uDB40\uDD00\uDB40\uDDEF"));
        kinds.add(kind("right-to-left marks", "\u200F"));
        kinds.add(kind("letters turned round", "a\u202Eb\u202C"));
        kinds.add(kind("spaces of no width", "a\u200B\u200D\u2060\u00AD"));
        kinds.add(kind("first halves of surrogate pairs", "\uD83D"));
        kinds.add(kind("second halves of surrogate pairs", "\uDE00"));
        kinds.add(kind("surrogates", random -> unit(random, '\uD800', '\uDFFF')));
        kinds.add(kind("U+FDFA, which becomes 18 characters", "\uFDFA"));
        kinds.add(kind("ligatures", "\uFB03\uFB01 \u00BD\u2026 \u3300"));
        kinds.add(kind("letters of mathematics", "\uD835\uDC00\uD835\uDC1A"));
        kinds.add(kind("half-width kana with sound marks", "\uFF76\uFF9E"));
        kinds.add(kind("half-width sound marks", "\uFF9E"));
        kinds.add(kind("ideographs", random -> unit(random, '\u4E00', '\u9FA5')));
        kinds.add(kind("Hebrew with points", "\u05D0\u05B8"));
        kinds.add(kind("Hindi", "\u0915\u093F"));
        kinds.add(kind("Thai", "\u0E17\u0E35\u0E48"));
        kinds.add(kind("Burmese", "\u1000\u103B\u103D\u102D\u102F\u1036\u1037\u1038"));
        kinds.add(kind("vowels of Kirat Rai", "\uD81B\uDD67\uD81B\uDD63"));
        kinds.add(kind("one endless word", "a"));
        kinds.add(kind("one endless word with accents", "\u00E9"));
        kinds.add(kind("one endless word of many letters", random -> unit(random, 'a', 'z')));
        kinds.add(kind("one-letter words", random -> unit(random, 'a', 'z') + " "));
        kinds.add(kind("words never seen before", random -> random.nextInt(1 << 20) + " "));
        kinds.add(kind("words with no-break spaces",
                random -> "word" + random.nextInt(100) + "\u00A0"));
        kinds.add(
                kind("one no-break space in a thousand", "words of ascii, ".repeat(62) + "\u00A0"));
        kinds.add(kind("no-break spaces", "\u00A0"));
        kinds.add(kind("NULs", "\0"));
        kinds.add(kind("spaces", " "));
        kinds.add(kind("underscores", "_"));
        kinds.add(kind("numbers with dots", "1."));
        kinds.add(kind("groups of three digits", "111,"));
        kinds.add(kind("groups of two digits", "11,"));
        kinds.add(kind("apostrophes", "a'"));
        kinds.add(kind("soft hyphens", "\u00AD"));
        kinds.add(kind("letters and soft hyphens", "a\u00AD"));
        kinds.add(kind("divided letters", "a-\n"));
        kinds.add(kind("divided letters and apostrophes", "a-\n'"));
        kinds.add(kind("hyphens and spaces", "a- "));
        kinds.add(kind("vowels written in front", "\u0E40"));
        kinds.add(kind("consonants below each other", "\u17D2\u1780"));
        kinds.add(kind("vowels in another order", "\u0F40\u0F74\u0F72"));
        kinds.add(kind("vowels behind another script", "a\u0F74"));
        kinds.add(kind("kana with sound marks", "\u304B\u3099"));
        kinds.add(kind("capitals of two code units", "\uD801\uDC00"));
        kinds.add(kind("private use", "\uE000"));
        kinds.add(kind("not assigned", "\u0378"));
        kinds.add(kind("not characters", "\uFFFF"));
        kinds.add(kind("any code units", random -> unit(random, '\0', '\uFFFF')));
        kinds.add(kind("any code points",
                random -> Character.toString(random.nextInt(MAX_CODE_POINT + 1))));
        List<HostileText> alone = List.copyOf(kinds);
        kinds.add(kind("a mixture", random -> any(random, alone)));
        kinds.add(
                kind(
                        "a mixture of long runs",
                        random -> any(random, alone).repeat(random.nextInt(100))));
        kinds.add(new HostileText("values of 40 characters", 40, random -> "one two 3 four five "));
        kinds.add(new HostileText("values of 40 marks", 40, random -> "\u0301\u0323"));
        return kinds;
    }

    /**
     * Makes a document.
     *
     * @param length its UTF-16 code units
     * @param seed what it depends on, where it is drawn at random
     * @return its values, of most kinds one
     */
    public List<String> values(int length, long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(length + 100);
        while (text.length() < length) {
            text.append(part.apply(random));
        }
        List<String> values = new ArrayList<>();
        for (int start = 0; start < length;) {
            int end = start + Math.min(valueLength, length - start);
            values.add(text.substring(start, end));
            start = end;
        }
        return values;
    }

    @Override
    public String toString() {
        return name;
    }

    private static HostileText kind(String name, String part) {
        return kind(name, random -> part);
    }

    private static HostileText kind(String name, Function<Random, String> part) {
        return new HostileText(name, Integer.MAX_VALUE, part);
    }

    private static String any(Random random, List<HostileText> kinds) {
        return kinds.get(random.nextInt(kinds.size())).part.apply(random);
    }

    private static String any(Random random, String characters) {
        return String.valueOf(characters.charAt(random.nextInt(characters.length())));
    }

    private static String unit(Random random, char first, char last) {
        return String.valueOf((char) (first + random.nextInt(last - first + 1)));
    }
}
