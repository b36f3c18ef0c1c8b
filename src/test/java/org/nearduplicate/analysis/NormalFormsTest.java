package org.nearduplicate.analysis;

import static org.apache.lucene.tests.analysis.BaseTokenStreamTestCase.escape;

import java.io.IOException;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A text has the same words in every normal form, and each of them is what the piece of the text at its offsets has. */
public class NormalFormsTest extends LuceneTestCase {

    private final NearDuplicateAnalyzer analyzer = new NearDuplicateAnalyzer();

    /** An analyzer gives the words of one text at a time. */
    private final NearDuplicateAnalyzer another = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        another.close();
        analyzer.close();
        super.tearDown();
    }

    /** Returns how many texts are tried. */
    int texts() {
        return 20_000 * RANDOM_MULTIPLIER;
    }

    public void testCanonicalForms() throws IOException {
        Random random = new Random(random().nextLong());
        for (int i = 0; i < texts(); i++) {
            String text = RandomText.of(random);
            assertSameWords(text, Form.NFC);
            assertSameWords(text, Form.NFD);
        }
    }

    public void testCompatibilityForms() throws IOException {
        Random random = new Random(random().nextLong());
        for (int i = 0; i < texts(); i++) {
            String text = RandomText.of(random);
            if (text.codePoints().noneMatch(NormalFormsTest::isException)) {
                assertSameWords(text, Form.NFKC);
                assertSameWords(text, Form.NFKD);
            }
        }
    }

    public void testWordsAreThoseOfTheirPieces() throws IOException {
        Random random = new Random(random().nextLong());
        for (int i = 0; i < texts(); i++) {
            String text = RandomText.of(random);
            try (TokenStream tokens = analyzer.tokenStream("f", text)) {
                CharTermAttribute word = tokens.getAttribute(CharTermAttribute.class);
                OffsetAttribute offset = tokens.getAttribute(OffsetAttribute.class);
                tokens.reset();
                int last = 0;
                while (tokens.incrementToken()) {
                    String piece = text.substring(offset.startOffset(), offset.endOffset());
                    if (last > offset.startOffset()
                            || words(piece).contains(word.toString()) == false) {
                        fail(word + " in " + escape(piece) + " of " + escape(text));
                    }
                    last = offset.startOffset();
                }
                tokens.end();
                assertEquals(text.length(), offset.endOffset());
            }
        }
    }

    /** Signs that are taken as readers see them, and words in one sign that begin in another case than the sign. */
    private static boolean isException(int codePoint) {
        String decomposed = Normalizer.normalize(Character.toString(codePoint), Form.NFKD);
        return CharacterTableTest.isFoldedAsDecomposed(codePoint) == false
                || CharacterRules.isUpper(decomposed.codePointAt(0)) != CharacterRules
                        .isUpper(codePoint);
    }

    private void assertSameWords(String text, Form form) throws IOException {
        List<String> words = words(text);
        List<String> others = words(Normalizer.normalize(text, form));
        if (words.equals(others) == false) {
            assertEquals(form + " of " + escape(text), words, others);
        }
    }

    private List<String> words(String text) throws IOException {
        return Tokens.of(another.tokenStream("f", text));
    }
}
