package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.tests.util.TestUtil;

/** The char filter gives the normal form of the whole text, and offsets into the original. */
public class NfkcCharFilterTest extends BaseTokenStreamTestCase {

    private static final int TEXTS = 2000;

    /** What grows, shrinks, composes and decomposes, and what only looks as if. */
    private static final List<String> PIECES = List.of(
            "a", "e", "=", " ", "\n", "\uFDFA", "\uFB01", "\uFB03", "e\u0301", "\u0301", "\u0338",
            "\u00C5", "\u212B", "A\u030A", "\u1100", "\u1161", "\u11A8", "\uAC00", "\uFF76",
            "\uFF9E", "\uFF21", "\u00BD", "\u2126", "\u0344", "\u0958", "\u00A8", "\u037E",
            "\uD834\uDD5E", "\uD83D\uDE00", "\uD87E\uDC1A", "\uD800", "\uDC00", "\u200D", "\u0DDD",
            "\u1E9B\u0323", "\u0327", "\u0308", "\u09C7", "\u09BE");

    public void testKeepsNoMemoryOfALongText() throws IOException {
        NfkcCharFilter.Scratch scratch = new NfkcCharFilter.Scratch();
        long before = RamUsageTester.ramUsed(scratch);
        try (Reader text = new StringReader("e\u0301".repeat(100_000));
                NfkcCharFilter filter = new NfkcCharFilter(text, scratch)) {
            assertEquals(100_000, filter.transferTo(Writer.nullWriter()));
            assertTrue(RamUsageTester.ramUsed(scratch) > before + 1_000_000);
        }
        assertEquals(before, RamUsageTester.ramUsed(scratch));
    }

    public void testEqualsNormalFormOfTheWhole() throws IOException {
        for (int i = 0; i < TEXTS; i++) {
            assertNormalized(ofPieces());
            assertNormalized(TestUtil.randomUnicodeString(random(), 40));
            assertNormalized(TestUtil.randomRealisticUnicodeString(random(), 40));
            assertNormalized(TestUtil.randomAnalysisString(random(), 40, false));
            StringBuilder codeUnits = new StringBuilder();
            for (int length = random().nextInt(20); length > 0; length--) {
                codeUnits.append((char) random().nextInt(Character.MAX_VALUE + 1));
                codeUnits.append(random().nextBoolean() ? "" : randomFrom(random(), PIECES));
            }
            assertNormalized(codeUnits.toString());
        }
    }

    /** Behind and before what it may compose with, and beside itself. Few of those without a meaning. */
    public void testEveryCharacterInContext() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            int type = Character.getType(codePoint);
            boolean assigned = type != Character.UNASSIGNED && type != Character.PRIVATE_USE;
            if (assigned || random().nextInt(50) == 0) {
                String one = Character.toString(codePoint);
                text.append("e").append(one).append("x").append(one).append("\u0323\u0301 ");
                text.append(one).append(one).append("\u1100").append(one).append("\u11A8");
                text.append("\u00C5").append(one).append("\u2026").append(one).append("\uFF9E.");
            }
            if (text.length() > 50_000 || codePoint == Character.MAX_CODE_POINT) {
                String expected = Normalizer.normalize(text, Form.NFKC);
                assertEquals(
                        "up to " + Integer.toHexString(codePoint), expected,
                        normalized(text.toString()));
                text.setLength(0);
            }
        }
    }

    public void testTextLongerThanTheBuffer() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < 20_000) {
            text.append(ofPieces());
        }
        assertNormalized(text.toString());
    }

    /** What passes ends anywhere in both buffers, and the last of it may compose with what follows. */
    public void testAnyNumberOfCharactersMayPass() throws IOException {
        for (int i = 0; i < TEXTS / 4; i++) {
            String ascii = "e".repeat(random().nextInt(2 * NfkcCharFilter.BUFFER_SIZE));
            assertNormalized(ascii);
            assertNormalized(ascii + randomFrom(random(), PIECES));
            assertNormalized(ascii + randomFrom(random(), PIECES) + ascii + ofPieces());
        }
    }

    public void testWhatPassesCountsInOffsets() throws IOException {
        for (int passing = 1; passing < 100; passing++) {
            String text = "x".repeat(passing) + " \uFB03 y";
            CharFilter filter = filter(new StringReader(text));
            assertEquals(passing + 6, readAll(filter).length());
            for (int offset = 0; offset <= passing + 1; offset++) {
                assertEquals(offset, filter.correctOffset(offset));
            }
            assertEquals(passing + 2, filter.correctOffset(passing + 4));
            assertEquals(passing + 3, filter.correctOffset(passing + 5));
            assertEquals(passing + 4, filter.correctOffset(passing + 6));
        }
    }

    public void testOffsetsAreMonotoneAndInBounds() throws IOException {
        for (int i = 0; i < TEXTS; i++) {
            String text = ofPieces();
            CharFilter filter = filter(new StringReader(text));
            int length = readAll(filter).length();
            int last = filter.correctOffset(0);
            assertEquals(0, last);
            for (int offset = 1; offset <= length; offset++) {
                int corrected = filter.correctOffset(offset);
                assertTrue(escape(text) + " at " + offset, last <= corrected);
                last = corrected;
            }
            assertEquals(escape(text), text.length(), last);
        }
    }

    public void testOffsetsAreExactWhereNothingAttaches() throws IOException {
        for (int i = 0; i < TEXTS; i++) {
            String text = ofPieces();
            CharFilter filter = filter(new StringReader(text));
            readAll(filter);
            for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
                if (NormalForm.attaches(text.codePointAt(at)) == false) {
                    int offset = NormalForm.of(text.substring(0, at)).length();
                    assertEquals(escape(text) + " at " + offset, at, filter.correctOffset(offset));
                }
            }
        }
    }

    public void testWordsBetweenSpacesKeepTheirBounds() throws IOException {
        List<String> pieces = PIECES.stream()
                .filter(piece -> Normalizer.normalize(piece, Form.NFKC).chars()
                        .noneMatch(Character::isWhitespace))
                .toList();
        try (Analyzer words = words()) {
            for (int i = 0; i < TEXTS; i++) {
                StringBuilder text = new StringBuilder();
                List<Integer> expected = new ArrayList<>();
                for (int n = random().nextInt(5); n >= 0; n--) {
                    text.append(random().nextBoolean() ? " " : "  ");
                    expected.add(text.length());
                    text.append("x");
                    for (int length = random().nextInt(4); length > 0; length--) {
                        text.append(randomFrom(random(), pieces));
                    }
                    expected.add(text.length());
                }
                assertEquals(escape(text.toString()), expected, bounds(words, text.toString()));
            }
        }
    }

    public void testExamples() throws IOException {
        assertEquals("Angstrom \u00C5\u00C5\u00C5", normalized("Angstrom \u00C5\u212BA\u030A"));
        assertEquals("ffi fi", normalized("\uFB03 \uFB01"));
        assertEquals("\u30AC", normalized("\uFF76\uFF9E"));
        assertEquals("\uAC01", normalized("\u1100\u1161\u11A8"));
        assertEquals("\u2260", normalized("=\u0338"));
        assertEquals("cut \uFFFD", normalized("cut \uD83D"));
        assertEquals("cut \uDE00", normalized("cut \uDE00"));
        assertEquals("not \uD83D cut", normalized("not \uD83D cut"));
    }

    public void testRandomText() throws IOException {
        try (Analyzer words = words()) {
            checkRandomData(random(), words, 100);
        }
    }

    /** What another text left in its memory would attach, and shift offsets. */
    static CharFilter filter(Reader text) throws IOException {
        NfkcCharFilter.Scratch scratch = new NfkcCharFilter.Scratch();
        String other = "\u2026" + "\u0301".repeat(NfkcCharFilter.BUFFER_SIZE - 1);
        readAll(new NfkcCharFilter(new StringReader(other), scratch));
        return new NfkcCharFilter(text, scratch);
    }

    private static String ofPieces() {
        StringBuilder text = new StringBuilder();
        for (int length = random().nextInt(20); length > 0; length--) {
            text.append(randomFrom(random(), PIECES));
        }
        return text.toString();
    }

    private static void assertNormalized(String text) throws IOException {
        assertEquals(
                escape(text),
                escape(NormalForm.of(withoutHalfPairAtEnd(text))),
                escape(normalized(text)));
    }

    private static String withoutHalfPairAtEnd(String text) {
        int last = text.length() - 1;
        return last >= 0 && Character.isHighSurrogate(text.charAt(last))
                ? text.substring(0, last) + '\uFFFD'
                : text;
    }

    private static String normalized(String text) throws IOException {
        return readAll(filter(new StringReader(text)));
    }

    private static String readAll(Reader reader) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[1 + random().nextInt(random().nextBoolean() ? 30 : 1000)];
        for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
            text.append(buffer, 0, n);
        }
        return text.toString();
    }

    private static List<Integer> bounds(Analyzer words, String text) throws IOException {
        try (TokenStream tokens = words.tokenStream("f", text)) {
            OffsetAttribute offset = tokens.addAttribute(OffsetAttribute.class);
            List<Integer> bounds = new ArrayList<>();
            tokens.reset();
            while (tokens.incrementToken()) {
                bounds.add(offset.startOffset());
                bounds.add(offset.endOffset());
            }
            tokens.end();
            return bounds;
        }
    }

    private static Analyzer words() {
        return new Analyzer() {
            @Override
            protected Reader initReader(String fieldName, Reader reader) {
                return new NfkcCharFilter(reader, new NfkcCharFilter.Scratch());
            }

            @Override
            protected TokenStreamComponents createComponents(String fieldName) {
                return new TokenStreamComponents(new WhitespaceTokenizer());
            }
        };
    }
}
