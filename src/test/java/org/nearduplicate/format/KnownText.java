package org.nearduplicate.format;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * A text whose tokens are known without analysis: words as people and machines write them, in many scripts.
 *
 * @param text what is written
 * @param tokens what the default analyzer has to make of it, by the rules of docs/reference/analyzer.md
 */
record KnownText(String text, List<Token> tokens) {

    /** @param isUnit whether no space stands between it and another unit */
    private record Token(String text, boolean isUnit) {}

    private static final int MAX_WORDS = 60;
    private static final String[] SEPARATORS = {
            " ", "\u00A0", ", ", "\n", " \u2014 ", "\u2026 ", "\t", " (", ") ", "\u3000"
    };

    private static final List<KnownText> WORDS = List.of(
            // What a Turkish, a Lithuanian or a Greek machine might see in other letters, or with other digits.
            word("TITLE", "title"),
            word("\u0130STANBUL", "istanbul"),
            word("\u0131I\u0307", "ii"),
            word(
                    "\u03A3\u038A\u03A3\u03A5\u03A6\u039F\u03A3",
                    "\u03C3\u03B9\u03C3\u03C5\u03C6\u03BF\u03C3"),
            word("1.234,5", "1234", "5"),
            word("\u0661\u0662", "12"),
            // Accents, composed and apart, and letters that have become two.
            word("Caf\u00E9", "cafe"),
            word("CAFE\u0301", "cafe"),
            word("na\u00EFve", "naive"),
            word("\u1EC7", "e"),
            word("STRA\u1E9EE", "strasse"),
            word("\u00C6r\u00F8", "aero"),
            word("\u0141\u00F3d\u017A", "lodz"),
            word("don't", "dont"),
            // What NFKC makes plain.
            word("\uFF29\uFF29", "ii"),
            word("\uFB01sh", "fish"),
            word("x\u00B2", "x2"),
            word("\u2460\u2461", "12"),
            word("\uD835\uDC00", "a"),
            units(
                    "\uFF76\uFF80\uFF76\uFF85", "\u30AB", "\u30BF", "\u30AB", "\u30CA"),
            word("\u1112\u1161\u11AB\u1100\u116E\u11A8", "\uD55C\uAD6D"),
            // Other scripts: words, single signs, and runs without spaces.
            word("\u041F\u0420\u0418\u0412\u0415\u0422", "\u043F\u0440\u0438\u0432\u0435\u0442"),
            word("\u05E9\u05DC\u05D5\u05DD", "\u05E9\u05DC\u05D5\u05DD"),
            word("\u0645\u0631\u062D\u0628\u0627", "\u0645\u0631\u062D\u0628\u0627"),
            word("\u0928\u092E\u0938\u094D\u0924\u0947", "\u0928\u092E\u0938\u0924\u0947"),
            units("\u0E44\u0E17\u0E22", "\u0E44\u0E17", "\u0E22"),
            word("\uD55C\uAD6D", "\uD55C\uAD6D"),
            units("\u65E5\u672C", "\u65E5", "\u672C"),
            units("\u3072\u3089", "\u3072", "\u3089"),
            units("\uD840\uDC0B", "\uD840\uDC0B"),
            // Emoji: one, a family of three, a flag.
            units("\uD83E\uDD8A", "\uD83E\uDD8A"),
            units(
                    "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
                    "\uD83D\uDC69", "\uD83D\uDC69", "\uD83D\uDC67"),
            units("\uD83C\uDDE9\uD83C\uDDEA", "\uD83C\uDDE9", "\uD83C\uDDEA"));

    private static KnownText word(String written, String... tokens) {
        return new KnownText(
                written, Stream.of(tokens).map(token -> new Token(token, false)).toList());
    }

    private static KnownText units(String written, String... units) {
        return new KnownText(
                written, Stream.of(units).map(unit -> new Token(unit, true)).toList());
    }

    /** Returns the tokens, and for shingles of characters units that follow each other as one. */
    List<String> tokens(ShingleUnit unit) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            String text = tokens.get(i).text;
            boolean joins = unit == ShingleUnit.CHARACTER && i > 0 && tokens.get(i).isUnit
                    && tokens.get(i - 1).isUnit;
            texts.add(joins ? texts.removeLast() + text : text);
        }
        return texts;
    }

    /** Returns one word to {@value #MAX_WORDS}. */
    static KnownText random(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        List<Token> tokens = new ArrayList<>();
        for (int count = random.nextInt(1, MAX_WORDS + 1); count > 0; count--) {
            KnownText word = WORDS.get(random.nextInt(WORDS.size()));
            text.append(word.text).append(SEPARATORS[random.nextInt(SEPARATORS.length)]);
            tokens.addAll(word.tokens);
        }
        return new KnownText(text.toString(), tokens);
    }
}
