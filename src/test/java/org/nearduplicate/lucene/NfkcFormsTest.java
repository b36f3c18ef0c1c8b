package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is kept of one piece is never given for another. */
public class NfkcFormsTest extends LuceneTestCase {

    private static final int PIECES = 50_000;

    /** More pieces than are kept, and some that differ only in characters without a bit. */
    public void testFormsOfShortPieces() {
        for (int i = 0; i < PIECES; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random().nextInt(6); length >= 0; length--) {
                text.append(randomFrom(random(), List.of(
                        "\0", "e", "o", "\u0301", "\u0323", "\u00BD", "\uFB03", "\u2026",
                        Character.toString(0x1D400 + random().nextInt(1000)),
                        Character.toString(0xC0 + random().nextInt(1000)))));
            }
            String before = randomFrom(random(), List.of("", "\u0301", "x"));
            assertEquals(
                    Normalizer.normalize(text, Form.NFKC),
                    NfkcForms.of(
                            (before + text + "\u0323").toCharArray(), before.length(),
                            text.length()));
        }
    }
}
