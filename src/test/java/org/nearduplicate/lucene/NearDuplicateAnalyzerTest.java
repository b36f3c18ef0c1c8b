package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Texts that a reader takes for the same have the same tokens. */
public class NearDuplicateAnalyzerTest extends BaseTokenStreamTestCase {

    private static final int TEXTS = 500;

    private final Analyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testCaseIsFolded() throws IOException {
        checkOneTerm(analyzer, "HeLLo", "hello");
        checkOneTerm(analyzer, "\u00C9T\u00C9", "ete");
        checkOneTerm(analyzer, "\u03A3\u0391\u03A3", "\u03C3\u03B1\u03C3");
    }

    public void testAccentsAreFolded() throws IOException {
        checkOneTerm(analyzer, "caf\u00E9", "cafe");
        checkOneTerm(analyzer, "cafe\u0301", "cafe");
        checkOneTerm(analyzer, "\u00C5ngstr\u00F6m", "angstrom");
        checkOneTerm(analyzer, "stra\u00DFe", "strasse");
    }

    public void testWidthAndLigaturesAreFolded() throws IOException {
        checkOneTerm(analyzer, "\uFF21\uFF22\uFF23", "abc");
        checkOneTerm(analyzer, "o\uFB03ce", "office");
        checkOneTerm(analyzer, "\uFF76\uFF9E", "\u30AC");
        checkOneTerm(analyzer, "\u1112\u1161\u11AB", "\uD55C");
    }

    public void testPunctuationSeparatesWords() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "One, two\u2014THREE; 4.5",
                new String[] {"one", "two", "three", "4.5"},
                new int[] {0, 5, 9, 16},
                new int[] {3, 8, 14, 19});
    }

    public void testOffsetsPointIntoTheOriginalText() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "o\uFB03ce cafe\u0301 end",
                new String[] {"office", "cafe", "end"},
                new int[] {0, 5, 11},
                new int[] {4, 10, 14});
    }

    public void testOneSymbolMayBecomeSeveralWords() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "\uFDFA",
                new String[] {
                        "\u0635\u0644\u0649", "\u0627\u0644\u0644\u0647",
                        "\u0639\u0644\u064A\u0647",
                        "\u0648\u0633\u0644\u0645"
                },
                new int[] {0, 1, 1, 1},
                new int[] {1, 1, 1, 1});
    }

    public void testEmptyTextHasNoTokens() throws IOException {
        assertAnalyzesTo(analyzer, "", new String[0]);
        assertAnalyzesTo(analyzer, " ,.\u2014\uD83D ", new String[0]);
    }

    public void testLoneSurrogatesAreNoWords() throws IOException {
        assertAnalyzesTo(analyzer, "a\uD800b \uDC00 c\uDC00", new String[] {"a", "b", "c"});
    }

    /** Alone, the standard tokenizer finds none of these words. */
    public void testTextThatWasCutWithinASurrogatePairKeepsItsWords() throws IOException {
        for (String cafe : new String[] {"cafe", "caf\u00C9", "cafe\u0301", "\uFF23afe"}) {
            assertAnalyzesTo(analyzer, "a " + cafe + " \uD83D", new String[] {"a", "cafe"});
            assertAnalyzesTo(analyzer, "a " + cafe + "\uD83D", new String[] {"a", "cafe"});
        }
        assertAnalyzesTo(analyzer, "\uD83D", new String[0]);
    }

    public void testNormalizeFoldsAsAnalysisDoes() {
        for (String text : new String[] {"CAF\u00C9", "cafe\u0301", "\uFF23\uFF21\uFF26\uFF25"}) {
            assertEquals(new BytesRef("cafe"), analyzer.normalize("f", text));
        }
        assertEquals(new BytesRef("two words"), analyzer.normalize("f", "TWO words"));
    }

    public void testEqualsLucenesOwnFiltersOnTheNormalForm() throws IOException {
        try (Analyzer lucenes = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String fieldName) {
                StandardTokenizer words = new StandardTokenizer();
                return new TokenStreamComponents(
                        words, new ASCIIFoldingFilter(new LowerCaseFilter(words)));
            }
        }) {
            for (int i = 0; i < TEXTS; i++) {
                String text = randomText();
                assertEquals(
                        escape(text), Tokens.of(lucenes.tokenStream("f", NormalForm.of(text))),
                        Tokens.of(analyzer.tokenStream("f", text)));
            }
        }
    }

    private static String randomText() {
        StringBuilder text = new StringBuilder();
        for (int length = random().nextInt(100); length > 0; length--) {
            text.append(switch (random().nextInt(4)) {
                case 0 -> TestUtil.randomRealisticUnicodeString(random(), 10);
                case 1 -> TestUtil.randomUnicodeString(random(), 10);
                case 2 -> TestUtil.randomSimpleString(random(), 10);
                default -> randomFrom(random(), List.of(
                        "\u00A0", "\u2026", "\u201C", "\u2019", "\u00BD", "\u00E9", "e\u0301",
                        "\u00DF", "\u00C6", "\uFF21", "\uFB03", "\uD83D\uDE00", "\uD835\uDC00"));
            });
            text.append(random().nextBoolean() ? " " : "");
        }
        return text.append('.').toString();
    }

    public void testRandomText() throws IOException {
        checkRandomData(random(), analyzer, 200 * RANDOM_MULTIPLIER);
        checkRandomData(random(), analyzer, 10 * RANDOM_MULTIPLIER, 8192);
    }
}
