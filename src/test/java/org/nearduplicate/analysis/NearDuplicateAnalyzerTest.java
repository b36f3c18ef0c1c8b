package org.nearduplicate.analysis;

import java.io.IOException;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.util.BytesRef;

/** The analyzer as Lucene uses it. */
public class NearDuplicateAnalyzerTest extends BaseTokenStreamTestCase {

    private final NearDuplicateAnalyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
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
}
