package org.nearduplicate.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockGraphTokenFilter;
import org.apache.lucene.tests.analysis.MockHoleInjectingTokenFilter;
import org.apache.lucene.tests.analysis.MockSynonymFilter;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.analysis.Tokens;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Scheme;

/** The token filter emits the band terms of its tokens, and is a sound token stream. */
public class MinHashBandsFilterTest extends BaseTokenStreamTestCase {

    private static final String FIELD = "bands";
    private static final Scheme SCHEME = Schemes.words(2, 16, 4, 2);
    private static final String TEXT = "the quick brown fox jumps";

    public void testTermsAreThoseOfTheFieldEndedAfterSomeRows() throws IOException {
        for (int i = 0; i < 50; i++) {
            Scheme scheme = Schemes.random(random());
            String text = String.join(" ", new RandomTexts(random()).next());
            MinHashField field = new MinHashField(FIELD, sketcher(scheme));
            field.addValue(text);
            int bands = field.isEmpty() ? 0 : scheme.banding().bands();
            List<String> expected = field.isEmpty()
                    ? List.of()
                    : Tokens.of(field.tokenStream(null, null));
            assertEquals(bands, expected.size());
            try (Analyzer analyzer = bands(scheme, words -> words)) {
                assertEquals(expected, Tokens.of(analyzer.tokenStream(FIELD, text)));
            }
            int rows = RandomNumbers.randomIntBetween(random(), 2, scheme.banding().rows());
            try (Analyzer analyzer = bands(scheme, rows, words -> words)) {
                List<String> ended = Tokens.of(analyzer.tokenStream(FIELD, text));
                for (int band = 0; band < bands; band++) {
                    assertEquals(
                            ReferenceBands.prefix(expected.get(band), rows),
                            ReferenceBands.prefix(ended.get(band), rows));
                    String rest = ReferenceBands.prefix(ended.get(band), 6)
                            .substring(ReferenceBands.prefix(ended.get(band), rows).length());
                    assertEquals("0".repeat(rest.length()), rest);
                }
            }
        }
    }

    public void testEachBandHasAPositionOfItsOwnAndCoversTheText() throws IOException {
        String[] types = new String[SCHEME.banding().bands()];
        Arrays.fill(types, "minhash_band");
        try (Analyzer analyzer = bands(SCHEME, MockSynonymFilter::new)) {
            assertAnalyzesTo(
                    analyzer, TEXT, bandTerms(TEXT), each(0), each(TEXT.length()), types, each(1),
                    each(1));
        }
    }

    public void testGapsAtTheEndsOfTheTextAreCovered() throws IOException {
        String text = "  " + TEXT + "   ";
        try (Analyzer analyzer = bands(SCHEME, words -> words)) {
            assertAnalyzesTo(analyzer, text, bandTerms(TEXT), each(0), each(text.length()));
        }
    }

    public void testReusedForTextAfterText() throws IOException {
        try (Analyzer analyzer = bands(SCHEME, words -> words)) {
            for (String text : List.of(TEXT, "four", "one two three", TEXT)) {
                assertAnalyzesTo(analyzer, text, bandTerms(text));
                assertAnalyzesTo(analyzer, "", new String[0]);
                assertAnalyzesTo(analyzer, " \n ", new String[0]);
            }
        }
    }

    public void testRefusesMisuse() throws IOException {
        try (Analyzer analyzer = bands(SCHEME, words -> words)) {
            checkResetException(analyzer, TEXT);
        }
    }

    public void testFailedTextLeavesNothingBehind() throws IOException {
        String next = "and then another text";
        try (Analyzer analyzer = bands(SCHEME, FailingOnFox::new)) {
            IOException failure = expectThrows(
                    IOException.class, () -> Tokens.of(analyzer.tokenStream(FIELD, TEXT)));
            assertEquals("fox", failure.getMessage());
            assertEquals(List.of(bandTerms(next)), Tokens.of(analyzer.tokenStream(FIELD, next)));
        }
    }

    public void testStopWordsLeaveNoTrace() throws IOException {
        UnaryOperator<TokenStream> stop = words -> new StopFilter(
                words, StopFilter.makeStopSet("the", "jumps"));
        try (Analyzer analyzer = bands(SCHEME, stop)) {
            assertAnalyzesTo(
                    analyzer, "quick the brown jumps jumps", bandTerms("quick brown"), each(1));
            assertAnalyzesTo(analyzer, "the jumps", new String[0]);
        }
    }

    public void testStackedTokensCountInTheOrderOfTheStream() throws IOException {
        try (Analyzer analyzer = bands(SCHEME, MockSynonymFilter::new)) {
            assertAnalyzesTo(
                    analyzer, "two dogs bark", bandTerms("two dogs dog bark"), each(1));
        }
    }

    public void testRandomText() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (Analyzer analyzer = bands(Schemes.random(random()), words -> words)) {
                checkRandomData(random(), analyzer, 50);
            }
        }
    }

    public void testRandomGraphsAndHoles() throws IOException {
        UnaryOperator<TokenStream> graph = words -> new MockHoleInjectingTokenFilter(
                random(), new MockGraphTokenFilter(random(), words));
        try (Analyzer analyzer = bands(SCHEME, graph)) {
            checkRandomData(random(), analyzer, 50);
            for (int i = 0; i < 50; i++) {
                String text = TestUtil.randomAnalysisString(random(), 200, false);
                int terms = Tokens.of(analyzer.tokenStream(FIELD, text)).size();
                assertTrue(text, terms == 0 || terms == SCHEME.banding().bands());
            }
        }
    }

    private static TextSketcher sketcher(Scheme scheme) {
        return new TextSketcher(FIELD, new WhitespaceAnalyzer(), scheme);
    }

    private static String[] bandTerms(String text) {
        return new Sample(sketcher(SCHEME), text).bandTerms().toArray(String[]::new);
    }

    private static int[] each(int value) {
        int[] values = new int[SCHEME.banding().bands()];
        Arrays.fill(values, value);
        return values;
    }

    /** Returns an analyzer of words, filtered, and then their band terms. */
    private static Analyzer bands(Scheme scheme, UnaryOperator<TokenStream> filter) {
        return bands(scheme, scheme.banding().rows(), filter);
    }

    private static Analyzer bands(
            Scheme scheme, int rows, UnaryOperator<TokenStream> filter) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String fieldName) {
                MockTokenizer words = new MockTokenizer(MockTokenizer.WHITESPACE, false);
                TokenStream filtered = filter.apply(words);
                words.setEnableChecks(filtered instanceof FailingOnFox == false);
                return new TokenStreamComponents(words,
                        new MinHashBandsFilter(filtered, scheme, rows));
            }
        };
    }

    /** Fails at a word. */
    private static final class FailingOnFox extends TokenFilter {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

        FailingOnFox(TokenStream words) {
            super(words);
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (input.incrementToken() == false) {
                return false;
            }
            if (term.toString().equals("fox")) {
                throw new IOException("fox");
            }
            return true;
        }
    }
}
