package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A text whose tokens are known without analysis, and where they stand in it.
 *
 * @param text what is written
 * @param tokens what an analyzer makes of it
 * @param extents where each token stands
 */
record WrittenText(String text, List<String> tokens, List<Extent> extents) {

    /**
     * A word.
     *
     * @param written how it may be written
     * @param token what the default analyzer makes of it
     */
    private record Word(String written, String token) {}

    private static final List<Word> WORDS = List.of(
            new Word("alpha", "alpha"),
            new Word("BETA", "beta"),
            new Word("Caf\u00E9", "cafe"),
            new Word("CAFE\u0301", "cafe"),
            new Word("STRA\u1E9EE", "strasse"),
            new Word("\uFB01sh", "fish"),
            new Word("\uFF29\uFF29", "ii"),
            new Word("\u2460\u2461", "12"),
            new Word("\uD835\uDC00", "a"),
            new Word("\uD840\uDC0B", "\uD840\uDC0B"),
            new Word("\uD83C\uDD10", "a"),
            new Word("\uD83C\uDD2D", "cd"),
            new Word("\u65E5", "\u65E5"),
            new Word("\u05E9\u05DC\u05D5\u05DD", "\u05E9\u05DC\u05D5\u05DD"),
            new Word("\u0645\u0631\u062D\u0628\u0627", "\u0645\u0631\u062D\u0628\u0627"),
            new Word("\u1112\u1161\u11AB\u1100\u116E\u11A8", "\uD55C\uAD6D"));

    static final int VARIETY = WORDS.size();

    private static final String[] SEPARATORS = {
            " ", "\u00A0", ", ", "\n", " \u2014 ", "\u2026 ", " (", ") ", "\u3000", "\uD800 ",
            " \uDC00"
    };

    /** Returns so many of the words, all of them where the variety is {@value #VARIETY}, else the first. */
    static WrittenText random(Random random, int words, int variety) {
        StringBuilder text = new StringBuilder();
        List<String> tokens = new ArrayList<>();
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < words; i++) {
            text.append(SEPARATORS[random.nextInt(SEPARATORS.length)]);
            Word word = WORDS.get(random.nextInt(variety));
            extents.add(new Extent(0, text.length(), text.length() + word.written.length()));
            text.append(word.written);
            tokens.add(word.token);
        }
        return new WrittenText(text.toString(), tokens, extents);
    }

    /** Returns the texts of a document, up to three. */
    static List<WrittenText> document(Random random, int variety) {
        return Stream
                .generate(() -> random(random, random.nextInt(25), variety))
                .limit(random.nextInt(4))
                .toList();
    }

    /** Returns the shingles of texts, with a null after each text. */
    static List<Shingle> shingles(List<WrittenText> texts, int size) {
        List<Shingle> shingles = new ArrayList<>();
        for (int text = 0; text < texts.size(); text++) {
            List<String> tokens = texts.get(text).tokens;
            int length = Math.min(size, tokens.size());
            for (int from = 0; length > 0 && from + length <= tokens.size(); from++) {
                shingles.add(
                        new Shingle(
                                tokens.subList(from, from + length),
                                text,
                                texts.get(text).extents.get(from).start(),
                                texts.get(text).extents.get(from + length - 1).end()));
            }
            shingles.add(null);
        }
        return shingles;
    }

    /** Returns the shingle at a position, null where there is none. */
    static Shingle at(List<Shingle> shingles, int position) {
        return position < 0 || position >= shingles.size() ? null : shingles.get(position);
    }

    /** Returns where shingles of one text stand that follow each other. */
    static Extent extent(List<Shingle> shingles, int from, int to) {
        return new Extent(
                shingles.get(from).text(), shingles.get(from).start(), shingles.get(to - 1).end());
    }

    /**
     * A shingle as brute force sees it.
     *
     * @param tokens what it is made of
     * @param text which text it is in
     * @param start where it begins there
     * @param end where it ends
     */
    record Shingle(List<String> tokens, int text, int start, int end) {}
}
