package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.tests.util.TestUtil;

/** Words are folded as Lucene's own filters fold them. */
public class FoldingFilterTest extends BaseTokenStreamTestCase {

    private static final int WORDS = 20_000;
    private static final int LAST = 0x1FFFF;

    /** Beyond the last of these there are no capitals. */
    public void testEveryCharacter() throws IOException {
        List<String> words = new ArrayList<>();
        for (int codePoint = 0; codePoint <= LAST; codePoint++) {
            words.add("A" + Character.toString(codePoint) + "\u00C9");
            if (words.size() == WORDS) {
                assertFolded(words);
                words.clear();
            }
        }
        assertFolded(words);
    }

    /** Of small capitals, capitals become; those stay, in the words of characters that become several too. */
    public void testRandomWords() throws IOException {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            words.add(word());
        }
        assertFolded(words);
    }

    private static String word() {
        StringBuilder word = new StringBuilder();
        for (int length = random().nextInt(6); length > 0; length--) {
            word.append(switch (random().nextInt(5)) {
                case 0 -> TestUtil.randomUnicodeString(random(), 3);
                case 1 ->
                    TestUtil.randomSimpleString(random(), 3).toUpperCase(Locale.ROOT);
                case 2 -> (char) random().nextInt(Character.MAX_VALUE + 1);
                case 3 -> "\u00C6".repeat(random().nextInt(100));
                default -> "\u1D00\u00DF\u00C6\u1E9E\u0130\u2167\uD801\uDC00\uD83D\uDE00\0".charAt(
                        random().nextInt(11));
            });
        }
        return word.toString();
    }

    private static void assertFolded(List<String> words) throws IOException {
        List<String> expected = Tokens.of(
                new ASCIIFoldingFilter(new LowerCaseFilter(stream(words))));
        List<String> folded = Tokens.of(new FoldingFilter(stream(words)));
        for (int i = 0; i < words.size(); i++) {
            assertEquals(escape(words.get(i)), escape(expected.get(i)), escape(folded.get(i)));
        }
        assertEquals(expected.size(), folded.size());
    }

    private static TokenStream stream(List<String> words) {
        return new CannedTokenStream(
                words.stream().map(word -> new Token(word, 0, word.length()))
                        .toArray(Token[]::new));
    }
}
