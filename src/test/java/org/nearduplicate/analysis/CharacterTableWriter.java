package org.nearduplicate.analysis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
/** Writes the table of characters by the {@linkplain CharacterRules rules}, and by the Unicode version of the JDK that runs it. */
final class CharacterTableWriter {

    private static final String HEAD =
            """
                    # What becomes of each character of a text, and what that does to a word. Part of the scheme version.
                    # Code points are hexadecimal. What is in no line ends a word.
                    #   KIND FIRST..LAST           these stay as they are, and are of the kind
                    #   upper FIRST..LAST          these are written in upper case
                    #   becomes FIRST..LAST TO     the first becomes this one, the second the next one, and so on
                    #   becomes CHARACTER TO TO..  it becomes several
                    #   composes FIRST MARK TO     the two become this one
                    # Characters come by their kind, then by their case, then those that become others. Kinds: docs/reference/analyzer.md.
                    # Made from Unicode 16.0.
                    """;

    private static final Set<Integer> COMPOSING =
            Set.of(CharacterKind.SOUND_MARK, CharacterKind.EXTEND, CharacterKind.LEAD);

    /** From Devanagari to kana. */
    private static final int FIRST_COMPOSING = 0x0900;
    private static final int BEHIND_COMPOSING = 0x3100;

    private static final int CODE_POINTS = Character.MAX_CODE_POINT + 1;

    private final String[] folded = new String[CODE_POINTS];
    private final int[] kinds = new int[CODE_POINTS];
    private final List<String> lines = new ArrayList<>();

    private CharacterTableWriter() {
        Arrays.setAll(folded, CharacterRules::folded);
        Arrays.setAll(kinds, each -> CharacterRules.kind(each, folded[each]));
    }

    /** The JDKs whose Unicode version the file names. */
    static final Set<Integer> JDKS = Set.of(24, 25);

    /** @param arguments the file */
    public static void main(String[] arguments) throws IOException {
        if (JDKS.contains(Runtime.version().feature()) == false) {
            throw new IllegalStateException("the table is made by a JDK of " + JDKS);
        }
        Files.writeString(Path.of(arguments[0]), write(), StandardCharsets.US_ASCII);
    }

    /** Returns the content of the file. */
    static String write() {
        CharacterTableWriter writer = new CharacterTableWriter();
        for (int i = CharacterKind.BREAK + 1; i < CharacterKind.SEVERAL; i++) {
            int kind = i;
            writer.addRanges(
                    CharacterKind.NAMES.get(kind),
                    each -> writer.kinds[each] == kind && writer.isKept(each));
        }
        writer.addRanges("upper", CharacterRules::isUpper);
        writer.addForms();
        writer.addCompositions();
        return HEAD + String.join("\n", writer.lines) + "\n";
    }

    /** To become nothing is a kind. */
    private boolean isKept(int codePoint) {
        return folded[codePoint].isEmpty()
                || folded[codePoint].equals(Character.toString(codePoint));
    }

    private void addRanges(String what, IntPredicate member) {
        for (int first = 0; first < CODE_POINTS; first++) {
            if (member.test(first)) {
                int last = first;
                while (last + 1 < CODE_POINTS && member.test(last + 1)) {
                    last++;
                }
                lines.add(what + " " + range(first, last));
                first = last;
            }
        }
    }

    private void addForms() {
        for (int first = 0; first < CODE_POINTS; first++) {
            int[] to = form(first);
            int last = first;
            while (to.length == 1 && last + 1 < CODE_POINTS
                    && Arrays.equals(form(last + 1), new int[] {to[0] + last + 1 - first})) {
                last++;
            }
            if (to.length > 0) {
                lines.add("becomes " + range(first, last) + " " + hexadecimal(to));
            }
            first = last;
        }
    }

    /** Returns what becomes of a character that does not stay as it is, or nothing if that ends a word anyway. */
    private int[] form(int codePoint) {
        int[] to = folded[codePoint].codePoints().toArray();
        return isKept(codePoint)
                || Arrays.stream(to).allMatch(each -> kinds[each] == CharacterKind.BREAK)
                        ? new int[0]
                        : to;
    }

    private void addCompositions() {
        int[] seconds = IntStream.range(0, Character.MAX_VALUE)
                .filter(each -> COMPOSING.contains(kinds[each]) && isKept(each))
                .toArray();
        for (int first = FIRST_COMPOSING; first < BEHIND_COMPOSING; first++) {
            for (int second : seconds) {
                Character both = CharacterRules.composed(first, second);
                if (both != null) {
                    lines.add("composes " + hexadecimal(first, second, both));
                }
            }
        }
    }

    private static String range(int first, int last) {
        return first == last
                ? hexadecimal(first)
                : hexadecimal(first) + ".." + hexadecimal(last);
    }

    private static String hexadecimal(int... codePoints) {
        return Arrays.stream(codePoints)
                .mapToObj(each -> String.format(Locale.ROOT, "%04X", each))
                .collect(Collectors.joining(" "));
    }
}
