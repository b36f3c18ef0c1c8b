package org.nearduplicate.passages;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.CharsRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Passages, shared or common, are cut out of texts as written, whatever an analyzer leaves out, adds or replaces. */
public class AnalyzedPassagesTest extends LuceneTestCase {

    /** What the filter leaves out right after a word belongs to it, by the offsets that it gives. */
    public void testMarkupIsLeftOut() {
        Analyzer stripped = new Analyzer() {

            @Override
            protected Reader initReader(String field, Reader reader) {
                return new HTMLStripCharFilter(reader);
            }

            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new StandardTokenizer();
                return new TokenStreamComponents(tokenizer, new LowerCaseFilter(tokenizer));
            }
        };
        assertPassages(
                stripped, 2,
                "<h1 class=\"a b c\">Caf&eacute; &amp; Bar</h1><p>in the <b>old</b>&nbsp;town",
                "a caf\u00E9 bar in the old city",
                "Caf&eacute; &amp; Bar</h1><p>in the <b>old</b>");
    }

    public void testSynonymsStandWhereTheirWordsDo() {
        Analyzer synonyms = new Analyzer() {

            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new StandardTokenizer();
                return new TokenStreamComponents(
                        tokenizer,
                        new SynonymGraphFilter(
                                new LowerCaseFilter(tokenizer), wifi(), true));
            }
        };
        assertPassages(
                synonyms, 2, "so the wi fi is on", "but the WI FI is off", "the wi fi is");
        assertPassages(synonyms, 2, "so the wifi is on", "but the wifi is off", "the wifi is");
    }

    public void testWhatFoldingAndCompositionReplace() {
        Analyzer folding = new NearDuplicateAnalyzer();
        assertPassages(
                folding, 2, "the o\uFB03ce \u2460 cafe\u0301s", "an OFFICE 1 CAF\u00C9S",
                "o\uFB03ce \u2460 cafe\u0301s");
        assertPassages(
                folding, 2, "x \uD83C\uDD2D\uD835\uDC00 y z", "w cda y v",
                "\uD83C\uDD2D\uD835\uDC00 y");
        assertPassages(
                folding, 2, "x \uD800 y \uDC00 z", "w y z v", "y \uDC00 z");
    }

    public void testWithoutSpacesAndFromRightToLeft() {
        Analyzer folding = new NearDuplicateAnalyzer();
        assertPassages(
                folding, 3, "\u6211\u5728\u5317\u4EAC\u5B66\u4E2D\u6587",
                "\u4ED6\u5728\u5317\u4EAC\u5B66\u65E5\u6587",
                "\u5728\u5317\u4EAC\u5B66");
        assertPassages(
                folding, 2,
                "\u05D0\u05DE\u05E8 \u05E9\u05DC\u05D5\u05DD \u05DC\u05DB\u05DD 1",
                "\u202B \u05E9\u05DC\u05D5\u05DD \u05DC\u05DB\u05DD \u202C 2",
                "\u05E9\u05DC\u05D5\u05DD \u05DC\u05DB\u05DD");
    }

    /** Asserts that all that texts have in common is one part of the first. */
    private static void assertPassages(
            Analyzer analyzer, int size, String text, String other, String expected) {
        TextSketcher sketcher = new TextSketcher("f", analyzer, Schemes.words(size, 16, 2, 2));
        ShingledText a = ShingledTextTest.shingle(sketcher, List.of(text));
        ShingledText b = ShingledTextTest.shingle(sketcher, List.of(other));
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(other, hashes);
        List<Extent> shared = a.runs(ShingleSet.of(hashes)::contains);
        assertEquals(List.of(expected), cut(text, shared.stream()));
        assertEquals(
                List.of(expected),
                cut(
                        text,
                        CommonPassages.find(a, b, 10, JobMonitor.NONE).first().stream()
                                .map(CommonPassages.Passage::a)));
        assertEquals(
                List.of(expected),
                cut(
                        text,
                        CommonPassages.find(b, a, 10, JobMonitor.NONE).first().stream()
                                .map(CommonPassages.Passage::b)));
    }

    private static List<String> cut(String text, Stream<Extent> extents) {
        return extents.map(each -> text.substring(each.start(), each.end())).toList();
    }

    private static SynonymMap wifi() {
        SynonymMap.Builder builder = new SynonymMap.Builder();
        builder.add(
                SynonymMap.Builder.join(new String[] {"wi", "fi"}, new CharsRefBuilder()),
                new CharsRef("wifi"), true);
        try {
            return builder.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
