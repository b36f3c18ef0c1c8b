package org.nearduplicate.analysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;

/** The committed table is the one that the rules make. */
public class CharacterTableTest {

    /** Another JDK has other characters, or knows them otherwise: what it would change is printed. */
    @Test
    public void isWhatTheRulesMake() throws IOException {
        String table = CharacterTableWriter.write();
        Set<String> committed = lines(committed());
        Set<String> made = lines(table);
        List<String> differences = new ArrayList<>();
        committed.stream().filter(line -> made.contains(line) == false)
                .forEach(line -> differences.add("-" + line));
        made.stream().filter(line -> committed.contains(line) == false)
                .forEach(line -> differences.add("+" + line));
        if (CharacterTableWriter.JDKS.contains(Runtime.version().feature())) {
            assertEquals(List.of(), differences);
            assertEquals(committed(), table);
        } else {
            differences.forEach(System.out::println);
        }
    }

    /** Each character, where the rules know no other than the table was made of. */
    @Test
    public void isReadAsItWasWritten() {
        assumeTrue(CharacterTableWriter.JDKS.contains(Runtime.version().feature()));
        for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
            String folded = CharacterRules.folded(i);
            int entry = CharacterTable.entry(i);
            int kind = CharacterTable.kind(entry);
            String becomes = folded.isEmpty()
                    ? Character.toString(i)
                    : folded.codePoints().mapToObj(CharacterTableTest::unlessBreak)
                            .collect(Collectors.joining());
            String name = Integer.toHexString(i);
            if (becomes.chars().allMatch(each -> each == 0)) {
                assertEquals(name, CharacterKind.BREAK, kind);
            } else {
                assertEquals(name, CharacterRules.kind(i, folded), kind);
                assertEquals(name, CharacterRules.isUpper(i), isUpper(entry));
                assertEquals(name, becomes, text(entry));
            }
        }
    }

    /** Characters that end a word need not be distinguished. */
    private static String unlessBreak(int folded) {
        String text = Character.toString(folded);
        return CharacterRules.kind(folded, text) == CharacterKind.BREAK ? "\0" : text;
    }

    private static boolean isUpper(int entry) {
        return CharacterTable.kind(entry) == CharacterKind.SEVERAL
                ? Arrays.stream(CharacterTable.several(entry)).allMatch(CharacterTable::isUpper)
                : CharacterTable.isUpper(entry);
    }

    private static String text(int entry) {
        int[] entries = CharacterTable.kind(entry) == CharacterKind.SEVERAL
                ? CharacterTable.several(entry)
                : new int[] {entry};
        return Arrays.stream(entries)
                .map(CharacterTable::codePoint)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** What the fast way of the tokenizer takes for granted. */
    @Test
    public void lettersOfOneCodeUnitBecomeOneCodeUnit() {
        for (int i = 0; i <= Character.MAX_VALUE; i++) {
            int entry = CharacterTable.entry(i);
            assertTrue(
                    Integer.toHexString(i),
                    CharacterTable.isLetter(entry) == false
                            || CharacterTable.codePoint(entry) <= Character.MAX_VALUE);
        }
    }

    @Test
    public void nothingElseBecomesOfWhatACharacterBecame() {
        for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
            String folded = CharacterRules.folded(i);
            assertEquals(
                    Integer.toHexString(i), folded,
                    folded.codePoints().mapToObj(CharacterRules::folded)
                            .collect(Collectors.joining()));
        }
    }

    /** Accents beside their letters, and signs that decompose to letters: readers see them otherwise. */
    @Test
    public void fewCharactersAreNotWhatTheirCompatibleFormsAre() {
        StringBuilder exceptions = new StringBuilder();
        for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
            if (isFoldedAsDecomposed(i) == false) {
                exceptions.appendCodePoint(i);
            }
        }
        assertEquals(
                "\u00A8\u00AF\u00B4\u00B8\u00BA\u02D8\u02D9\u02DA\u02DB\u02DC\u02DD\u0385\u1FBD\u1FBF\u1FC1"
                        + "\u1FCD\u1FCE\u1FCF\u1FED\u1FEE\u1FFD\u2120\u2122\u318D",
                exceptions.toString());
    }

    static boolean isFoldedAsDecomposed(int codePoint) {
        String ofParts = Normalizer.normalize(Character.toString(codePoint), Form.NFKD)
                .codePoints()
                .mapToObj(CharacterRules::folded)
                .collect(Collectors.joining());
        // Parts of a syllable compose in the tokenizer.
        return List.of(ofParts, Normalizer.normalize(ofParts, Form.NFC))
                .contains(CharacterRules.folded(codePoint));
    }

    /** Arithmetic, against the composition of the JDK. */
    @Test
    public void syllablesAndKanaComposeAsUnicodeSays() {
        Set<String> composed = new HashSet<>();
        for (char before = '\u1100'; before < '\uD7B0'; before++) {
            for (int part = 0x1161; part < 0x1176; part++) {
                assertComposes(before, part, CharacterTable.syllable(before, part), composed);
            }
            for (int part = 0x11A8; part < 0x11C3; part++) {
                assertComposes(before, part, CharacterTable.syllable(before, part), composed);
            }
            for (int mark = 0x3099; mark < 0x309B; mark++) {
                assertComposes(before, mark, CharacterTable.composed(before, mark), composed);
            }
        }
        assertEquals(11172 + 58, composed.size());
    }

    private static void assertComposes(char before, int part, char found, Set<String> composed) {
        String both = Normalizer.normalize(
                before + Character.toString(part), Form.NFC);
        boolean composes = both.length() == 1;
        if (composes || found != 0) {
            assertEquals(both, Character.toString(found));
            composed.add(both);
        }
    }

    private static Set<String> lines(String table) {
        return table.lines().collect(Collectors.toSet());
    }

    private static String committed() throws IOException {
        try (InputStream in = CharacterTable.class.getResourceAsStream(CharacterTable.FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
