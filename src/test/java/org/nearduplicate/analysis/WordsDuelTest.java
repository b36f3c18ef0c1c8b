package org.nearduplicate.analysis;

import static org.apache.lucene.tests.analysis.BaseTokenStreamTestCase.escape;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The tokenizer against a second implementation of its rules. */
public class WordsDuelTest extends LuceneTestCase {

    private static final int TEXTS = 20_000;

    private final NearDuplicateAnalyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testRandomTexts() throws IOException {
        Random random = new Random(random().nextLong());
        for (int i = 0; i < TEXTS * RANDOM_MULTIPLIER; i++) {
            assertWords(RandomText.of(random));
        }
    }

    public void testSentences() throws IOException {
        for (Sentence sentence : Sentence.all()) {
            for (Edit edit : Edit.values()) {
                assertWords(edit.of(sentence.code(), sentence.text()));
            }
        }
    }

    private void assertWords(String text) throws IOException {
        List<String> expected = ReferenceWords.of(text);
        List<String> words = Tokens.of(analyzer.tokenStream("f", text));
        if (words.stream().allMatch(word -> word.length() < WordTokenizer.MAX_LENGTH)
                && expected.equals(words) == false) {
            assertEquals(escape(text), expected, words);
        }
    }
}
