package org.nearduplicate.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Sample;

/** In every script, texts that a reader takes for the same have the same words, and others have not. */
public class ScriptsTest extends LuceneTestCase {

    private static final int SHINGLE_SIZE = 3;

    /**
     * Where Java writes the iota below a vowel as a letter, and where a word would be divided after the sign that begins its
     * next syllable, which nobody does.
     */
    private static final Map<Edit, Set<String>> EXCEPTIONS = Map.of(
            Edit.UPPER_CASE, Set.of("grc"),
            Edit.UPPER_CASE_WITHOUT_ACCENTS, Set.of("grc"),
            Edit.DIVIDED_WORDS, Set.of("haw"));

    private final NearDuplicateAnalyzer analyzer = new NearDuplicateAnalyzer();

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testEditsThatNobodySees() throws IOException {
        List<String> failures = new ArrayList<>();
        Set<Edit> changing = EnumSet.noneOf(Edit.class);
        for (Sentence sentence : Sentence.all()) {
            List<String> words = words(sentence.text());
            for (Edit edit : Edit.values()) {
                String other = edit.of(sentence.code(), sentence.text());
                boolean isException =
                        EXCEPTIONS.getOrDefault(edit, Set.of()).contains(sentence.code());
                if (words(other).equals(words) == isException) {
                    failures.add(sentence + ", " + edit + "\n  " + words + "\n  " + words(other));
                }
                if (other.equals(sentence.text()) == false) {
                    changing.add(edit);
                }
            }
        }
        assertTrue(String.join("\n", failures), failures.isEmpty());
        assertEquals(EnumSet.allOf(Edit.class), changing);
    }

    /** Nor are halves of surrogate pairs: what is cut out of a text by offsets can be shown. */
    public void testMarksAreNotCutFromTheirLetters() throws IOException {
        for (Sentence sentence : Sentence.all()) {
            for (Edit edit : Edit.values()) {
                String text = edit.of(sentence.code(), sentence.text());
                try (TokenStream tokens = analyzer.tokenStream("f", text)) {
                    OffsetAttribute offset = tokens.getAttribute(OffsetAttribute.class);
                    tokens.reset();
                    int last = 0;
                    while (tokens.incrementToken()) {
                        // A letter of Lao becomes two, and its tone is that of the second.
                        if (last <= offset.startOffset()) {
                            assertIsBorder(text, last);
                        }
                        assertIsBorder(text, offset.startOffset());
                        last = offset.endOffset();
                    }
                    tokens.end();
                    assertIsBorder(text, last);
                }
            }
        }
    }

    private static void assertIsBorder(String text, int offset) {
        if (offset < text.length() && isPartOfLetter(text.codePointAt(offset))) {
            fail(text.substring(0, offset) + "|" + text.substring(offset));
        }
    }

    /** Returns whether a character, or half of one, belongs to what stands before it. */
    static boolean isPartOfLetter(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK
                || type == Character.SURROGATE;
    }

    public void testAnotherWordIsSeen() throws IOException {
        for (Sentence sentence : Sentence.all()) {
            double similarity =
                    Sample.jaccard(shingles(sentence.text()), shingles(sentence.changed()));
            assertTrue(sentence + ": " + similarity, 0.5 < similarity && similarity < 0.95);
        }
    }

    /** Scripts without spaces have a unit for each syllable or so, and others a token for each word. */
    public void testLanguagesHaveWords() throws IOException {
        for (Sentence sentence : Sentence.all()) {
            int words = words(sentence.text()).size();
            assertTrue(sentence + ": " + words, 15 <= words && words <= 110);
        }
    }

    private Set<List<String>> shingles(String text) throws IOException {
        List<String> words = words(text);
        Set<List<String>> shingles = new HashSet<>();
        for (int i = 0; i + SHINGLE_SIZE <= words.size(); i++) {
            shingles.add(words.subList(i, i + SHINGLE_SIZE));
        }
        return shingles;
    }

    private List<String> words(String text) throws IOException {
        return Tokens.of(analyzer.tokenStream("f", text));
    }
}
