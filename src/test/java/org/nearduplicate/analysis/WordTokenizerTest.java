package org.nearduplicate.analysis;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.util.BytesRef;

/** What a word is, rule by rule: docs/reference/analyzer.md; and the analyzer as Lucene uses it. */
public class WordTokenizerTest extends BaseTokenStreamTestCase {

    private final NearDuplicateAnalyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testCase() throws IOException {
        assertWords("HeLLo STRA\u1E9EE", "hello", "strasse");
        assertWords(
                "\u03A3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C2 \u03A3\u0399\u03A3\u03A5\u03A6\u039F\u03A3",
                "\u03C3\u03B9\u03C3\u03C5\u03C6\u03BF\u03C3",
                "\u03C3\u03B9\u03C3\u03C5\u03C6\u03BF\u03C3");
        assertWords("\u0130\u0131I\u0307i", "iiii");
    }

    public void testMarksThatNormalFormsMoveAreNothing() throws IOException {
        assertWords("caf\u00E9 cafe\u0301 \u00C5ngstr\u00F6m", "cafe", "cafe", "angstrom");
        assertWords("\u0451\u0439", "\u0435\u0438");
        assertWords("\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD", "\u05E9\u05DC\u05D5\u05DD");
        assertWords("\u0645\u064E\u0631\u0652\u062D\u064E\u0628\u064B\u0627",
                "\u0645\u0631\u062D\u0628\u0627");
        assertWords("\u0E21\u0E49\u0E32", "\u0E21\u0E32");
    }

    public void testVowelSignsAreSomething() throws IOException {
        assertWords("\u0939\u093F \u0939", "\u0939\u093F", "\u0939");
        assertWords("\u304C \u304B", "\u304C", "\u304B");
        assertWords("\u304B\u3099 \uFF76\uFF9E \u30AB\u3099", "\u304C", "\u30AC", "\u30AC");
        assertWords("\u0E01\u0E38 \u0E01\u0E39 \u0E01", "\u0E01\u0E38", "\u0E01\u0E39", "\u0E01");
    }

    public void testOneOfTheVowelsThatNormalFormsPutInOrder() throws IOException {
        assertWords("\u0F40\u0F72\u0F74 \u0F40\u0F74\u0F72", "\u0F40\u0F72", "\u0F40\u0F72");
        assertWords("a\u0F74 \u0E01\u0EB8", "a", "\u0E01");
    }

    public void testLettersOfOtherKeyboards() throws IOException {
        assertWords("\u06A9\u062A\u0627\u0628 \u0643\u062A\u0640\u0640\u0627\u0628",
                "\u0643\u062A\u0627\u0628", "\u0643\u062A\u0627\u0628");
        assertWords("\u0D7B \u0D28\u0D4D\u200D", "\u0D28", "\u0D28");
        assertWords("\u00F8\u0142\u0111 o\uFB03ce", "old", "office");
    }

    public void testInvisibleCharactersAreNothing() throws IOException {
        for (String each : List.of(
                "\u00AD", "\u200B", "\u200C", "\u200D", "\u200E", "\u2060", "\uFEFF", "\uFE0F",
                "\u034F", "\uDB40\uDD00", "\u180B")) {
            assertWords(each + "in" + each + "visible" + each + ". x" + each, "invisible", "x");
        }
    }

    public void testApostrophes() throws IOException {
        for (String each : List.of("'", "\u2019", "\u02BC", "`", "\u00B4", "\u2032", "\uFF07")) {
            assertWords("don" + each + "t " + each + "no" + each + " dogs" + each + " x",
                    "dont", "no", "dogs", "x");
        }
        assertWords("\u05E6\u05D4\"\u05DC a\"b", "\u05E6\u05D4\u05DC", "a", "b");
        assertWords("\u05D1\"Times\" \u05D1\"b", "\u05D1", "times", "\u05D1", "b");
        assertWords("don''t 90's a'5", "dont", "90s", "a", "5");
    }

    public void testGroupsOfDigits() throws IOException {
        assertWords("1,000 1.000.000 1'000 12\u066C345", "1000", "1000000", "1000", "12345");
        assertWords("3.14 12.05.2023 1234,567 1,0000 1,00 1,", "3", "14", "12", "05", "2023",
                "1234", "567", "1", "0000", "1", "00", "1");
        assertWords("1,23,456 a1,000b 1,00\u200B0", "1", "23456", "a1000b", "1000");
        assertWords("\u0661\u066C\u0665\u0660\u0660 \u2460 \u2488", "1500", "1", "1");
    }

    public void testOtherSignsEndWords() throws IOException {
        assertWords("ends.Another get_user_name key:value e-mail a/b", "ends", "another", "get",
                "user", "name", "key", "value", "e", "mail", "a", "b");
    }

    public void testDividedWords() throws IOException {
        assertWords("inter-\nnational co-  \r\n operation soft\u00AD\nhyphen soft\u00AD hyphen",
                "international", "cooperation", "softhyphen", "softhyphen");
        assertWords("Donau-\nDampf well- known 5-\n6 A-\nB EU-\nRecht -\nx", "donau", "dampf",
                "well",
                "known", "5", "6", "a", "b", "eu", "recht", "x");
        assertWords("well-\n\u2018known\u2019 end-\n. x-\n5", "well", "known", "end", "x", "5");
    }

    public void testUnitsOfScriptsWithoutSpaces() throws IOException {
        assertWords("\u65E5\u672C\u3072\u3089", "\u65E5", "\u672C", "\u3072", "\u3089");
        assertWords("\u30B3\u30D4\n\u30FC \uFF7A\uFF8B\uFF9F\uFF70", "\u30B3", "\u30D4\u30FC",
                "\u30B3", "\u30D4\u30FC");
        assertWords("\u0E04 \u0E38\u0E13 \u0E40 \u0E1B", "\u0E04\u0E38", "\u0E13", "\u0E40\u0E1B");
        assertWords("\u0E40\u0E1B\u0E47\u0E19\u0E44\u0E17\u0E22\u0E2A\u0E30", "\u0E40\u0E1B\u0E47",
                "\u0E19",
                "\u0E44\u0E17", "\u0E22", "\u0E2A\u0E30");
        assertWords("\u0E40\u0E40\u0E1B\u0E25", "\u0E41\u0E1B", "\u0E25");
        assertWords("\u1781\u17D2\u1798\u17C2\u179A", "\u1781\u1798\u17C2", "\u179A");
        assertWords("\uD55C\uAD6D\uC5B4 \u1112\u1161\u11AB", "\uD55C\uAD6D\uC5B4", "\uD55C");
    }

    public void testEmojiAreUnitsAndOtherSymbolsNothing() throws IOException {
        assertWords("\uD83D\uDC4D\uD83C\uDFFD\uD83D\uDC4D", "\uD83D\uDC4D", "\uD83D\uDC4D");
        assertWords("\uD83D\uDC69\u200D\uD83D\uDC67", "\uD83D\uDC69", "\uD83D\uDC67");
        assertWords("\u2764\uFE0F \u2600 \u00A9 Windows\u2122 1\uFE0F\u20E3", "windows", "1");
    }

    public void testTwoCharactersThatLookLikeOne() throws IOException {
        assertWords("\u0E40\u0E40\u0E01 \u1780\u17C1\u17B6 \u0905\u093E", "\u0E41\u0E01",
                "\u1780\u17C4", "\u0906");
        assertWords("\u24EB \u2460\u2793", "11", "110");
    }

    public void testScriptsEndWords() throws IOException {
        assertWords("a\u65E5b\u30ABc\u0E01d1e", "a", "\u65E5", "b", "\u30AB", "c", "\u0E01", "d1e");
    }

    public void testOffsetsCutOutWhatWasRead() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "o\uFB03ce cafe\u0301! 1,000 don\u2019t inter-\nnational 1,23",
                new String[] {"office", "cafe", "1000", "dont", "international", "1", "23"},
                new int[] {0, 5, 12, 18, 24, 40, 42},
                new int[] {4, 10, 17, 23, 39, 41, 44});
    }

    public void testOneCharacterMayBecomeSeveralWords() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "\uFDFA",
                new String[] {
                        "\u0635\u0644\u064A", "\u0627\u0644\u0644\u0647",
                        "\u0639\u0644\u064A\u0647",
                        "\u0648\u0633\u0644\u0645"
                },
                new int[] {0, 0, 0, 0},
                new int[] {1, 1, 1, 1});
    }

    public void testHalvesOfSurrogatePairsEndWords() throws IOException {
        assertWords("a\uD800b \uDC00 c\uDC00 d\uD83D", "a", "b", "c", "d");
    }

    public void testLongWordsAreCut() throws IOException {
        int most = WordTokenizer.MAX_LENGTH;
        assertWords("x".repeat(2 * most + 1), "x".repeat(most), "x".repeat(most), "x");
        assertWords("\uD801\uDC28".repeat(most),
                "\uD801\uDC28".repeat(most / 2 + 1),
                "\uD801\uDC28".repeat(most / 2));
        assertWords("1" + ",000".repeat(most), "1" + "000".repeat(84), "000".repeat(85),
                "000".repeat(85), "000");
    }

    public void testTypes() throws IOException {
        try (TokenStream tokens =
                analyzer.tokenStream("f", "word \u65E5\u0E01 \u30AB\uD83D\uDC4D")) {
            TypeAttribute type = tokens.getAttribute(TypeAttribute.class);
            tokens.reset();
            for (String expected : List.of("word", "unit", "unit", "unit", "unit")) {
                assertTrue(tokens.incrementToken());
                assertEquals(expected, type.type());
            }
            tokens.end();
        }
    }

    public void testRandomText() throws IOException {
        checkRandomData(random(), analyzer, 200 * RANDOM_MULTIPLIER);
        checkRandomData(random(), analyzer, 10 * RANDOM_MULTIPLIER, 8192);
    }

    public void testEmptyTextHasNoTokens() throws IOException {
        assertAnalyzesTo(analyzer, "", new String[0]);
        assertAnalyzesTo(analyzer, " ,.\u2014\uD83D ", new String[0]);
    }

    public void testNormalizeMakesTheWordsThatAnalysisMakes() {
        for (String text : new String[] {"CAF\u00C9", "cafe\u0301", "\uFF23\uFF21\uFF26\uFF25"}) {
            assertEquals(new BytesRef("cafe"), analyzer.normalize("f", text));
        }
        assertEquals(new BytesRef("two words"), analyzer.normalize("f", "TWO words"));
        assertEquals(new BytesRef(""), analyzer.normalize("f", "-"));
    }

    private void assertWords(String text, String... words) throws IOException {
        assertEquals(escape(text), List.of(words), Tokens.of(analyzer.tokenStream("f", text)));
    }
}
