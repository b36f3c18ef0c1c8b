package org.nearduplicate.lucene;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
/** What separates characters in scripts without spaces. */
public class UnicodeTest extends LuceneTestCase {

    /** In Chinese, Japanese or Thai; between words, and between a word and another script, it is one. */
    public void testASpaceWithoutAMeaningIsNoCharacter() {
        TextSketcher sketcher =
                new TextSketcher("f", new NearDuplicateAnalyzer(), Schemes.characters(3));
        assertEquals(
                shingles(sketcher, "\u5E02\u8BAE\u4F1A\u6CA1\u6709 \u0E2A\u0E20\u0E32"),
                shingles(sketcher,
                        "\u5E02 \u8BAE\u4F1A\u3002\u6CA1\u6709\u0E2A\u200B\u0E20\u0E32"));
        assertNotEquals(shingles(sketcher, "one two"), shingles(sketcher, "onetwo"));
        assertEquals(
                shingles(sketcher, "\u4E00 a\u4E8C"), shingles(sketcher, "\u4E00a \u4E8C"));
        assertEquals(3, shingles(sketcher, "\u4E00a\u4E8C").size());
    }

    private static ShingleSet shingles(TextSketcher sketcher, String text) {
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return ShingleSet.of(hashes);
    }
}
