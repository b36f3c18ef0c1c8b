package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A text without ASCII is normalized piece by piece too, so that one of any length takes little memory. */
public class NfkcPiecesTest extends LuceneTestCase {

    /** What is read before it is needed: a window and a piece, in chunks of a window. */
    private static final int READ_AHEAD = 3 * 4096;

    /** Those that are second in a composition are what a decomposition holds after its first. */
    public void testNothingThatEndsAPieceComposesWithWhatIsBeforeIt() {
        BitSet second = new BitSet();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            decomposed(codePoint, Form.NFD).skip(1).forEach(second::set);
        }
        int ends = 0;
        for (int codePoint = 0x80; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (NfkcPieces.endsPiece(codePoint)) {
                ends++;
                int first = decomposed(codePoint, Form.NFKD).findFirst().getAsInt();
                String what = Integer.toHexString(codePoint);
                assertFalse(what, second.get(first));
                assertFalse(what, isPutInOrder(first));
            }
        }
        assertTrue("of " + ends, ends > 100_000);
    }

    /** No mark comes after the iota below, and every mark that is put in order comes before it. */
    private static boolean isPutInOrder(int codePoint) {
        String after = "\u0345" + Character.toString(codePoint);
        return codePoint == 0x345 || Normalizer.isNormalized(after, Form.NFD) == false
                && Normalizer.normalize(after, Form.NFD).codePointAt(0) != 0x345;
    }

    private static IntStream decomposed(int codePoint, Form form) {
        return Normalizer.normalize(Character.toString(codePoint), form).codePoints();
    }

    public void testLongTextsWithoutAscii() throws IOException {
        for (int i = 0; i < atLeast(30); i++) {
            StringBuilder text = new StringBuilder();
            int length = random().nextInt(20_000);
            while (text.length() < length) {
                text.append(
                        switch (random().nextInt(6)) {
                            case 0 -> "\uFDFA";
                            case 1 -> "\u1100\u1161\u11A8\uAC00\u11A8\uFFA1\uFFC2";
                            case 2 -> "\u0323\u0301".repeat(random().nextInt(300));
                            case 3 -> "\u4e00\u30AB\u3099\uFF76\uFF9E\uD84C\uDFB4";
                            case 4 -> random().nextInt(20) == 0 ? "a" : "\u00E9\u0323\u0DD9\u0DCF";
                            default -> TestUtil.randomUnicodeString(random(), 9)
                                    .replaceAll("\\p{ASCII}", "");
                        });
            }
            assertEquals(
                    Normalizer.normalize(text, Form.NFKC), read(new Repeated(text.toString(), 1)));
        }
    }

    public void testReadsLittleAhead() throws IOException {
        for (String part : new String[] {
                "\uFDFA", "\u4e00", "\u0915\u093F", "\uD83D\uDE00", "\uAC00\u11A8", "e\u0301 ",
                "\u05D0\u05B8"}) {
            Repeated text = new Repeated(part, 100_000 / part.length());
            CharFilter filter = new NfkcCharFilter(text);
            char[] buffer = new char[1000];
            int given = 0;
            for (int size = filter.read(buffer); size >= 0; size = filter.read(buffer)) {
                given += size;
                int needed = filter.correctOffset(given);
                assertTrue(
                        part + ": " + text.given + " read, " + needed + " needed",
                        text.given - needed <= READ_AHEAD + part.length());
            }
            assertEquals(text.length(), filter.correctOffset(given));
        }
    }

    /** Offsets stay within the text where they are no longer exact. */
    public void testOffsetsOfVeryManyRewrittenWords() throws IOException {
        String word = "\uFB03\u0301 ";
        int words = OffsetMap.MAX_STRETCHES;
        CharFilter filter = new NfkcCharFilter(new Repeated(word, words));
        char[] buffer = new char[10_000];
        int given = 0;
        int last = 0;
        for (int size = filter.read(buffer); size >= 0; size = filter.read(buffer)) {
            for (int i = 1; i <= size; i++) {
                int offset = filter.correctOffset(++given);
                assertTrue(offset >= last && offset <= (long) words * word.length());
                last = offset;
                if (given < words) {
                    int atWord = given / 4;
                    assertEquals(atWord, offset / word.length(), 1);
                }
            }
        }
        assertEquals(4 * words, given);
    }

    private static String read(Reader text) throws IOException {
        StringBuilder result = new StringBuilder();
        char[] buffer = new char[1 + random().nextInt(5000)];
        CharFilter filter = new NfkcCharFilter(text);
        for (int size = filter.read(buffer); size >= 0; size = filter.read(buffer)) {
            result.append(buffer, 0, size);
        }
        return result.toString();
    }

    /** A text that is never in memory, given in parts of any size. */
    private static final class Repeated extends Reader {

        private final String part;
        private final int length;
        private int given;

        Repeated(String part, int times) {
            this.part = part;
            this.length = Math.multiplyExact(part.length(), times);
        }

        int length() {
            return length;
        }

        @Override
        public int read(char[] buffer, int offset, int size) {
            if (given == length) {
                return -1;
            }
            int most = Math.min(size, length - given);
            int taken = random().nextInt(10) == 0 ? 1 + random().nextInt(most) : most;
            for (int i = 0; i < taken; i++) {
                buffer[offset + i] = part.charAt(given++ % part.length());
            }
            return taken;
        }

        @Override
        public void close() {}
    }
}
