package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Texts of any code points, and of code units that are none. */
public class UnicodeTest extends LuceneTestCase {

    private static final int CORPORA = 4;
    private static final int DOCUMENTS = 80;
    private static final int QUERIES = 20;

    /** In Chinese, Japanese or Thai; between words, and between a word and another script, it is one. */
    public void testASpaceWithoutAMeaningIsNoCharacter() {
        Scheme scheme = new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.CHARACTER, 3,
                HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY, 16, 8, new Banding(2, 2));
        TextSketcher sketcher = new TextSketcher("f", new NearDuplicateAnalyzer(), scheme);
        assertEquals(
                shingles(sketcher, "\u5E02\u8BAE\u4F1A\u6CA1\u6709 \u0E2A\u0E20\u0E32"),
                shingles(sketcher,
                        "\u5E02 \u8BAE\u4F1A\u3002\u6CA1\u6709\u0E2A\u200B\u0E20\u0E32"));
        assertNotEquals(shingles(sketcher, "one two"), shingles(sketcher, "onetwo"));
        assertEquals(
                shingles(sketcher, "\u4E00 a\u4E8C"), shingles(sketcher, "\u4E00a \u4E8C"));
        assertEquals(3, shingles(sketcher, "\u4E00a\u4E8C").size());
    }

    /** All that is between spaces counts, as it is. */
    public void testHitsEqualBruteForce() throws IOException {
        int hits = 0;
        for (int i = 0; i < CORPORA; i++) {
            try (SampleIndex index = SampleIndex.inOneSegment(random(), samples())) {
                IndexSearcher searcher = index.searcher();
                for (int j = 0; j < QUERIES; j++) {
                    Sample sample = index.randomSample();
                    boolean exact = random().nextBoolean();
                    double minSimilarity = index.randomMinSimilarity(sample, exact);
                    Map<Integer, Float> expected = index.expected(sample, exact, minSimilarity, 1);
                    assertEquals(
                            expected,
                            SampleIndex.search(
                                    searcher,
                                    sample.query(SampleIndex.FIELD, exact, minSimilarity)));
                    hits += expected.size();
                }
            }
        }
        // Nine of ten texts are not deleted, and are hits of their own.
        assertTrue("only " + hits + " hits in all", hits > CORPORA * QUERIES / 2);
    }

    private static ShingleSet shingles(TextSketcher sketcher, String text) {
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return ShingleSet.of(hashes);
    }

    /** Texts that begin alike. */
    private static List<Sample> samples() {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.random(random()));
        String beginning = words(20);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            samples.add(new Sample(sketcher, beginning + " " + words(random().nextInt(30))));
        }
        return samples;
    }

    private static String words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(word());
        }
        return String.join(" ", words);
    }

    /** Returns a word without white space, which is what analyzers and brute force agree about. */
    private static String word() {
        String word = switch (random().nextInt(4)) {
            case 0 -> TestUtil.randomUnicodeString(random(), 8);
            case 1 -> TestUtil.randomRealisticUnicodeString(random(), 8);
            case 2 -> codeUnits();
            default -> randomFrom(random(), List.of(
                    "caf\u00E9", "cafe\u0301", "o\uFB03ce", "\u212B", "\uFF76\uFF9E",
                    "\u1112\u1161\u11AB",
                    "\uD83D\uDE00", "\uD834\uDD5E", "\uD87E\uDC1A"));
        };
        StringBuilder rest = new StringBuilder();
        word.codePoints().filter(each -> Character.isWhitespace(each) == false)
                .forEach(rest::appendCodePoint);
        return rest.toString();
    }

    /** Many of them are surrogates, and few of these come in pairs. */
    private static String codeUnits() {
        StringBuilder units = new StringBuilder();
        for (int length = random().nextInt(6); length > 0; length--) {
            units.append(
                    (char) (random().nextBoolean()
                            ? random().nextInt(Character.MAX_VALUE + 1)
                            : TestUtil.nextInt(
                                    random(), Character.MIN_SURROGATE, Character.MAX_SURROGATE)));
        }
        return units.toString();
    }
}
