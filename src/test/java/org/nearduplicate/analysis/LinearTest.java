package org.nearduplicate.analysis;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import org.junit.Test;
import org.nearduplicate.lucene.HostileText;

/** However a text is made, the time that its words take grows with its length: what is looked at is counted. */
public class LinearTest {

    private static final int LENGTH = 100_000;

    /** A character is looked at before it is taken, once more where letters end, and once more after what may end a word. */
    private static final int LOOKS = 4;

    /** Counts the characters that are looked at one by one. */
    private static final class CountedText extends FoldedText {

        private long looks;

        @Override
        int peek() throws IOException {
            looks++;
            return super.peek();
        }
    }

    @Test
    public void eachCharacterIsLookedAtAFewTimes() throws IOException {
        for (HostileText kind : HostileText.kinds()) {
            String value = String.join(" ", kind.values(LENGTH, 1));
            long most = LOOKS * value.codePoints()
                    .mapToLong(each -> Math.max(1, CharacterRules.folded(each).length()))
                    .sum();
            CountedText text = new CountedText();
            try (WordTokenizer tokens = new WordTokenizer(text)) {
                tokens.setReader(new StringReader(value));
                tokens.reset();
                while (tokens.incrementToken()) {
                    assertTrue(kind.toString(), text.looks <= most);
                }
                tokens.end();
            }
            assertTrue(kind + ": " + text.looks, text.looks <= most);
        }
    }
}
