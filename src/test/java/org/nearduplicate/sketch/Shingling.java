package org.nearduplicate.sketch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Tokens to shingle, and their shingle hashes as the code under test makes them. */
public final class Shingling {

    private static final int LONGEST_TOKEN = 12;

    private Shingling() {}

    /** Returns tokens of all kinds of code points, some empty and some with lone surrogates. */
    public static List<String> randomTokens(Random random, int count) {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder token = new StringBuilder();
            for (int length = random.nextInt(LONGEST_TOKEN); length > 0; length--) {
                token.appendCodePoint(randomCodePoint(random));
            }
            tokens.add(token.toString());
        }
        return tokens;
    }

    private static int randomCodePoint(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(Character.MAX_CODE_POINT + 1);
            case 1 -> Character.MIN_SURROGATE
                    + random.nextInt(Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1);
            default -> 'a' + random.nextInt(26);
        };
    }

    /** Returns the shingle hashes of a document of some values. */
    public static ShingleHashes hashes(Scheme scheme, List<List<String>> values) {
        ShingleHashes hashes = new ShingleHashes();
        ShingleHasher hasher = new ShingleHasher(scheme);
        for (List<String> tokens : values) {
            hasher.beginValue();
            for (int i = 0; i < tokens.size(); i++) {
                hasher.addToken(tokens.get(i), i > 0, hashes);
            }
            hasher.endValue(hashes);
        }
        return hashes;
    }

    public static ShingleHashes hashes(long... values) {
        ShingleHashes hashes = new ShingleHashes();
        for (long value : values) {
            hashes.accept(value);
        }
        return hashes;
    }

    public static List<Long> list(ShingleHashes hashes) {
        List<Long> list = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            list.add(hashes.get(i));
        }
        return list;
    }

    /** Returns the shingle hashes of one value, in the order of the text. */
    public static List<Long> shingles(Scheme scheme, List<String> tokens) {
        return list(hashes(scheme, List.of(tokens)));
    }

    /** Different words, or one token of that many different characters beyond the 16-bit ones. */
    public static List<String> tokensOfUnits(ShingleUnit unit, int units) {
        if (unit == ShingleUnit.WORD) {
            return IntStream.range(0, units).mapToObj(i -> "w" + i).toList();
        }
        StringBuilder token = new StringBuilder();
        for (int i = 0; i < units; i++) {
            token.appendCodePoint(Character.MIN_SUPPLEMENTARY_CODE_POINT + i);
        }
        return units == 0 ? List.of() : List.of(token.toString());
    }
}
