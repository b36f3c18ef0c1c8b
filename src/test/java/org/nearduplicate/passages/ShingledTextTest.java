package org.nearduplicate.passages;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.WrittenText.Shingle;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
/** Shingles stand where their words are written, whatever the analyzer makes of these. */
public class ShingledTextTest extends LuceneTestCase {

    /** A letter with a vowel and a nasal, and one in a pair of surrogates with a mark in another. */
    private static final String HINDI = "\u0915\u093F\u0902";
    private static final String KAITHI = "\uD804\uDC8D\uD804\uDCB0";

    public void testWordsStandWhereTheyAreWritten() {
        for (int i = 0; i < 200; i++) {
            int size = TestUtil.nextInt(random(), 1, 4);
            TextSketcher sketcher = words(size);
            List<WrittenText> texts = Stream
                    .generate(() -> WrittenText.random(
                            random(), random().nextInt(20), WrittenText.VARIETY))
                    .limit(random().nextInt(4))
                    .toList();
            ShingledText shingled = shingle(
                    sketcher, texts.stream().map(WrittenText::text).toList());
            int position = 0;
            for (int text = 0; text < texts.size(); text++) {
                List<String> tokens = texts.get(text).tokens();
                List<Extent> extents = texts.get(text).extents();
                int length = Math.min(size, tokens.size());
                for (int from = 0; length > 0 && from + length <= tokens.size(); from++) {
                    assertTrue(shingled.isShingle(position));
                    assertEquals(
                            hash(sketcher, String.join(" ", tokens.subList(from, from + length))),
                            shingled.hash(position));
                    assertEquals(text, shingled.text(position));
                    assertEquals(extents.get(from).start(), shingled.start(position));
                    assertEquals(extents.get(from + length - 1).end(), shingled.end(position));
                    position++;
                }
                assertFalse(shingled.isShingle(position++));
            }
            assertEquals(position, shingled.size());
        }
    }

    /**
     * A character stands where it is written, with the marks of its letter; the space between tokens is no part of the text.
     */
    public void testCharactersStandWhereTheyAreWritten() {
        for (int i = 0; i < 200; i++) {
            int size = TestUtil.nextInt(random(), 1, 6);
            TextSketcher sketcher = new TextSketcher(
                    "f", new WhitespaceAnalyzer(), Schemes.characters(size));
            StringBuilder text = new StringBuilder();
            StringBuilder joined = new StringBuilder();
            List<Extent> extents = new ArrayList<>();
            for (int words = random().nextInt(6); words > 0; words--) {
                text.append(" ".repeat(random().nextInt(3) + 1));
                if (joined.isEmpty() == false) {
                    joined.append(' ');
                    extents.add(new Extent(0, text.length(), extents.getLast().end()));
                }
                for (int letters = random().nextInt(5) + 1; letters > 0; letters--) {
                    String letter =
                            RandomPicks.randomFrom(random(),
                                    List.of("x", "\uD840\uDC0B", HINDI, KAITHI));
                    extents.addAll(Collections.nCopies(letter.codePointCount(0, letter.length()),
                            new Extent(0, text.length(), text.length() + letter.length())));
                    text.append(letter);
                    joined.append(letter);
                }
            }
            ShingledText shingled = shingle(sketcher, List.of(text.toString()));
            int length = Math.min(size, extents.size());
            int count = length == 0 ? 0 : extents.size() - length + 1;
            assertEquals(count + 1, shingled.size());
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(joined.toString(), hashes);
            for (int from = 0; from < count; from++) {
                assertTrue(ShingleSet.of(hashes).contains(shingled.hash(from)));
                int start = extents.get(from).start();
                assertEquals(start, shingled.start(from));
                assertEquals(
                        Math.max(start, extents.get(from + length - 1).end()),
                        shingled.end(from));
            }
        }
    }

    public void testRunsOfSharedShinglesAgainstBruteForce() {
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, WrittenText.VARIETY);
            List<WrittenText> text = WrittenText.document(random(), variety);
            List<WrittenText> other = WrittenText.document(random(), variety);
            TextSketcher sketcher = words(size);
            ShingleHashes hashes = new ShingleHashes();
            other.forEach(each -> sketcher.shingle(each.text(), hashes));
            Set<List<String>> set = new HashSet<>();
            WrittenText.shingles(other, size).stream()
                    .filter(shingle -> shingle != null)
                    .forEach(shingle -> set.add(shingle.tokens()));
            assertEquals(
                    runs(WrittenText.shingles(text, size), set),
                    shingle(text, size).runs(ShingleSet.of(hashes)::contains));
        }
    }

    private static List<Extent> runs(List<Shingle> shingles, Set<List<String>> set) {
        List<Extent> runs = new ArrayList<>();
        for (int from = 0; from < shingles.size(); from++) {
            int to = from;
            while (WrittenText.at(shingles, to) != null
                    && set.contains(shingles.get(to).tokens())) {
                to++;
            }
            if (to > from) {
                runs.add(WrittenText.extent(shingles, from, to));
                from = to;
            }
        }
        return runs;
    }

    /** Each of them is a unit that stands where the letter does; to look for it from each would take minutes. */
    public void testManyMarksOfALetter() {
        int marks = 500_000;
        TextSketcher sketcher =
                new TextSketcher("f", new WhitespaceAnalyzer(), Schemes.characters(5));
        ShingledText shingled = shingle(sketcher, List.of("e" + "\u0301".repeat(marks)));
        for (int i = 0; i + 1 < shingled.size(); i++) {
            assertEquals(0, shingled.start(i));
            assertEquals(marks + 1, shingled.end(i));
        }
    }

    /** More than the hashes that a document keeps without dropping repetitions, and without their order. */
    public void testALongTokenOfCharacters() {
        TextSketcher sketcher = new TextSketcher("f", new KeywordAnalyzer(), Schemes.characters(5));
        for (int letters : new int[] {2, 60_000}) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 100_000; i++) {
                text.append((char) (0x3400 + random().nextInt(letters) % 0x6000));
            }
            ShingledText shingled = shingle(sketcher, List.of(text.toString()));
            assertEquals(100_000 - 4 + 1, shingled.size());
            for (int i = 0; i < 1_000; i++) {
                int at = random().nextInt(100_000 - 4);
                assertEquals(
                        hash(sketcher, text.substring(at, at + 5)), shingled.hash(at));
                assertEquals(at, shingled.start(at));
                assertEquals(at + 5, shingled.end(at));
            }
        }
    }

    /** A pair of surrogates is not cut, whatever it has become. */
    public void testPairsAreWhole() {
        TextSketcher words = words(1);
        TextSketcher characters = new TextSketcher(
                "f", new NearDuplicateAnalyzer(), Schemes.characters(1));
        for (String pair : List.of("\uD83C\uDD10", "\uD83C\uDD12", "\uD83C\uDD2D")) {
            for (TextSketcher sketcher : List.of(words, characters)) {
                String text = "a" + pair + pair + " b";
                ShingledText shingled = shingle(sketcher, List.of(text));
                for (int position = 0; position < shingled.size() - 1; position++) {
                    assertFalse(Character.isLowSurrogate(text.charAt(shingled.start(position))));
                    assertFalse(
                            Character.isHighSurrogate(
                                    text.charAt(Math.max(0, shingled.end(position) - 1))));
                }
            }
        }
    }

    /** It is not known which part of a ligature a letter is. */
    public void testCharactersOfATokenThatHasAnotherLengthStandWhereItDoes() {
        TextSketcher sketcher =
                new TextSketcher("f", new NearDuplicateAnalyzer(), Schemes.characters(2));
        ShingledText shingled = shingle(sketcher, List.of("a \uFB01sh no"));
        assertEquals(9, shingled.size());
        int[][] expected = {{0, 1}, {2, 5}, {2, 5}, {2, 5}, {2, 5}, {2, 5}, {6, 7}, {6, 8}};
        for (int position = 0; position < expected.length; position++) {
            assertEquals(expected[position][0], shingled.start(position));
            assertEquals(expected[position][1], shingled.end(position));
        }
    }

    public void testTokensAfterTheOffsetAreLeftOut() {
        TextSketcher sketcher = words(2);
        for (int maxOffset = 0; maxOffset < 16; maxOffset++) {
            try (ShingledText shingled = ShingledText.of(
                    sketcher, List.of("one two", "three"), maxOffset, JobMonitor.NONE)) {
                // "one" or "one two", a gap, and "three", which ends at 13 where a character joins them; a gap.
                assertEquals(
                        2 + (maxOffset < 3 ? 0 : maxOffset < 13 ? 1 : 2), shingled.size());
                if (maxOffset >= 3) {
                    assertEquals(maxOffset < 7 ? 3 : 7, shingled.end(0));
                }
            }
        }
    }

    private static long hash(TextSketcher sketcher, String text) {
        ShingledText only = shingle(sketcher, List.of(text));
        assertEquals(2, only.size());
        return only.hash(0);
    }

    static ShingledText shingle(TextSketcher sketcher, List<String> texts) {
        return ShingledText.of(sketcher, texts, Integer.MAX_VALUE, JobMonitor.NONE);
    }

    static ShingledText shingle(List<WrittenText> texts, int shingleSize) {
        return shingle(words(shingleSize), texts.stream().map(WrittenText::text).toList());
    }

    static TextSketcher words(int shingleSize) {
        return new TextSketcher(
                "f", new NearDuplicateAnalyzer(), Schemes.words(shingleSize, 16, 2, 2));
    }
}
