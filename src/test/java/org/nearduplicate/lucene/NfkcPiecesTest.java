package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A text is normalized in short pieces, so that one of any length and kind takes little memory and time. */
public class NfkcPiecesTest extends LuceneTestCase {

    private static final int TEXTS = 200;

    public void testWhatAttaches() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            assertEquals(
                    Integer.toHexString(codePoint),
                    NormalForm.attaches(codePoint),
                    NfkcPieces.attaches(codePoint));
        }
    }

    public void testNoPieceIsLong() {
        for (HostileText kind : HostileText.kinds()) {
            for (String value : kind.values(20_000, random().nextLong())) {
                char[] text = value.toCharArray();
                for (int start = 0; start < text.length;) {
                    int end = NfkcPieces.pieceEnd(text, start, text.length);
                    assertTrue(kind + ": nothing at " + start, end > start);
                    assertTrue(
                            kind + ": " + (end - start) + " at " + start,
                            end - start <= NfkcPieces.LONGEST_PIECE);
                    assertRuns(kind, value.substring(start, end));
                    start = end;
                }
            }
        }
    }

    private static void assertRuns(HostileText kind, String piece) {
        int run = 0;
        for (int codePoint : piece.codePoints().toArray()) {
            run = NfkcPieces.attaches(codePoint) ? run + 1 : 0;
            assertTrue(kind + ": a run of " + run, run <= NormalForm.LONGEST_RUN);
        }
    }

    public void testHostileTexts() throws IOException {
        for (HostileText kind : HostileText.kinds()) {
            for (String text : kind.values(random().nextInt(20_000), random().nextLong())) {
                String whole = text.isEmpty() || Character.isHighSurrogate(
                        text.charAt(text.length() - 1)) == false
                                ? text
                                : text.substring(0, text.length() - 1) + '\uFFFD';
                assertEquals(
                        kind.toString(), NormalForm.of(whole), read(new Repeated(text, 1)));
            }
        }
    }

    /** What was read says nothing yet of what may attach to its end, nor does half of a pair. */
    public void testAMarkBehindAnyNumberOfLetters() throws IOException {
        for (int length = 0; length < 2 * NfkcCharFilter.BUFFER_SIZE; length++) {
            for (String marks : List.of("\u0301", "\uD834\uDD65\u0301", "\u0301\uD834\uDD65")) {
                String text = "e".repeat(length) + marks;
                assertEquals(
                        Normalizer.normalize(text, Form.NFKC), read(new Repeated(text, 1)));
            }
        }
    }

    /** As many marks of two code units as a piece may have, in any order, wherever they are read in two parts. */
    public void testTheLongestPieces() throws IOException {
        int[] marks = {0x1D165, 0x1D16D, 0x1D17B, 0x1D185};
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            text.repeat("x", random().nextInt(NfkcPieces.LONGEST_PIECE));
            while (text.length() < 2 * NfkcCharFilter.BUFFER_SIZE) {
                text.append("\uD834\uDD57");
                for (int run = NormalForm.LONGEST_RUN; run > 0; run--) {
                    text.appendCodePoint(marks[random().nextInt(marks.length)]);
                }
            }
            assertEquals(
                    Normalizer.normalize(text, Form.NFKC), read(new Repeated(text.toString(), 1)));
        }
    }

    /** Marks of all kinds, in any order. */
    public void testARunUpToTheBoundIsNormalizedAsAWhole() throws IOException {
        int[] marks = IntStream.rangeClosed(0x300, Character.MAX_CODE_POINT)
                .filter(each -> Character.getType(each) == Character.NON_SPACING_MARK)
                .toArray();
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 1000) {
                text.append(random().nextBoolean() ? "e" : "\uAC00");
                for (int run = random().nextInt(NormalForm.LONGEST_RUN + 1); run > 0; run--) {
                    text.appendCodePoint(marks[random().nextInt(marks.length)]);
                }
            }
            assertEquals(
                    Normalizer.normalize(text, Form.NFKC), read(new Repeated(text.toString(), 1)));
        }
    }

    /** Of vowels and consonants in a row, only the first compose. */
    public void testAnyRunOfHangulIsNormalizedAsAWhole() throws IOException {
        String[] parts = {
                "\u1100", "\u1161", "\u11A8", "\u11C3", "\uAC00", "\uAC01", "\u3131", "\u314F",
                "\u3133", "\uFFA1", "\uFFC2", "\uFFA3", "\uFFA0"};
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 1000) {
                text.append(parts[random().nextInt(parts.length)].repeat(random().nextInt(70)));
                text.append(parts[random().nextInt(parts.length)]);
            }
            assertEquals(
                    Normalizer.normalize(text, Form.NFKC), read(new Repeated(text.toString(), 1)));
        }
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
                    NormalForm.of(text.toString()), read(new Repeated(text.toString(), 1)));
        }
    }

    /** Of the text that was read, the buffer holds what was not normalized; the rest was given, but for a piece. */
    public void testReadsLittleAhead() throws IOException {
        for (HostileText kind : HostileText.kinds()) {
            String value = kind.values(100_000, random().nextLong()).getFirst();
            Repeated text = new Repeated(value, 1);
            CharFilter filter = NfkcCharFilterTest.filter(text);
            char[] buffer = new char[1 + random().nextInt(100)];
            int given = 0;
            for (int size = filter.read(buffer); size >= 0; size = filter.read(buffer)) {
                given += size;
                int needed = filter.correctOffset(given);
                assertTrue(
                        kind + ": " + text.given + " read, " + needed + " needed",
                        text.given - needed <= NfkcCharFilter.BUFFER_SIZE
                                + NfkcPieces.LONGEST_PIECE);
            }
            assertEquals(kind.toString(), text.length(), filter.correctOffset(given));
        }
    }

    /** Offsets stay within the text where they are no longer exact. */
    public void testOffsetsOfVeryManyRewrittenWords() throws IOException {
        String word = "\uFB03\u0301 ";
        int words = 2 * OffsetMap.MAX_PIECES;
        CharFilter filter = NfkcCharFilterTest.filter(new Repeated(word, words));
        char[] buffer = new char[10_000];
        int given = 0;
        int last = 0;
        for (int size = filter.read(buffer); size >= 0; size = filter.read(buffer)) {
            for (int i = 1; i <= size; i++) {
                int offset = filter.correctOffset(++given);
                assertTrue(offset >= last && offset <= (long) words * word.length());
                last = offset;
                if (given <= 4 * OffsetMap.MAX_PIECES) {
                    assertEquals(given / 4 * word.length() + Math.min(given % 4, 2), offset);
                }
            }
        }
        assertEquals(4 * words, given);
    }

    private static String read(Reader text) throws IOException {
        StringBuilder result = new StringBuilder();
        char[] buffer = new char[1 + random().nextInt(5000)];
        CharFilter filter = NfkcCharFilterTest.filter(text);
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
            if (size == 0) {
                return 0;
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
