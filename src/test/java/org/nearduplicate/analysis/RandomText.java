package org.nearduplicate.analysis;

import java.util.Random;

/** Texts of any characters, most of which something is done to that depends on what stands beside them. */
final class RandomText {

    private static final int[] OFTEN =
            """
                    aaBZ''--\\n\\n  ..,,019\u0301\u0308\u0345\u00AD\u200D\u200B\uFE0F\u3099\u309A\u304B\u30AB\uFF76\uFF9E\u1100\
                    \u1161\u11A8\u3131\u314F\uAC00\u0E01\u0E40\u0E40\u0E38\u0E48\u0E3A\u0E33\u0EB8\u0F40\u0F71\u0F72\u0F74\u0F73\
                    \u0F81\u1780\u17D2\u1000\u1039\u103A\u0915\u093C\u094D\u0958\u09C7\u09BE\u09CB\u0C46\u0C56\u0C48\u0DD9\u0DCA\
                    \u0DDD\u05D0"\u05B7\u0627\u0654\u0622\u064E\u2126\u00DF\u1E9E\u03A3\u03C2\u00B4\u00A8\uFDFA\u00BD\uD83D\uDC4D\
                    \uD83C\uDFFD\uD83C\uDDE9\uD834\uDD5E\uD87E\uDC1A\u4E00\uD801\uDC00\u2028\u2010\u30FC\u00B7\
                    \u17C1\u17C1\u17B6\u0905\u0905\u093E\u24EB"""
                    .translateEscapes().codePoints().toArray();

    private static final int LONG = 1_500;
    private static final int SHORT = 15;

    private RandomText() {}

    /** Returns a text of assigned characters, one of fifty longer than a buffer. */
    static String of(Random random) {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(random.nextInt(50) == 0 ? LONG : SHORT);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    random.nextInt(4) > 0
                            ? OFTEN[random.nextInt(OFTEN.length)]
                            : assigned(random));
        }
        return text.toString();
    }

    /** Of any plane, most of the first ones; none that this JDK knows otherwise than the table. */
    private static int assigned(Random random) {
        while (true) {
            int codePoint = random.nextInt(
                    switch (random.nextInt(4)) {
                        case 0 -> Character.MAX_CODE_POINT + 1;
                        case 1 -> 0x20000;
                        default -> 0x3100;
                    });
            if (Character.isDefined(codePoint)
                    && Character.getType(codePoint) != Character.SURROGATE
                    && CharacterRules.kind(codePoint,
                            CharacterRules.folded(codePoint)) == CharacterTable
                                    .kind(CharacterTable.entry(codePoint))) {
                return codePoint;
            }
        }
    }
}
