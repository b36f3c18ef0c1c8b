package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;

/** A text has the same sketch whoever sketched what before, in whichever thread. */
public class TextSketcherTest extends LuceneTestCase {

    private static final int THREADS = 4;

    private final Scheme scheme = Schemes.words(3, 128, 16, 6);
    private final TextSketcher sketcher = sketcher(new WhitespaceAnalyzer(), scheme);

    public void testManyThreadsShareIt() throws Exception {
        List<String> texts = texts();
        List<List<String>> expected =
                texts.stream().map(text -> bandTerms(sketcher, text)).toList();
        ExecutorService threads = Executors.newFixedThreadPool(
                THREADS, new NamedThreadFactory("sketch"));
        try {
            List<Future<List<List<String>>>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Callable<List<List<String>>> task = () -> texts.stream()
                        .map(text -> bandTerms(sketcher, text))
                        .toList();
                results.add(threads.submit(task));
            }
            for (Future<List<List<String>>> result : results) {
                assertEquals(expected, result.get());
            }
        } finally {
            TestUtil.shutdownExecutorService(threads);
        }
    }

    public void testFieldsDoNotDisturbEachOther() {
        TextSketcher sameScheme = sketcher(new NearDuplicateAnalyzer(), scheme);
        TextSketcher another = sketcher(
                new WhitespaceAnalyzer(), Schemes.words(2, 64, 8, 2));
        for (String text : texts()) {
            List<String> expected = new IndependentSketch(3, 128, List.of(text)).bandTerms(16, 6);
            assertEquals(expected, bandTerms(sketcher, text));
            assertEquals(expected, bandTerms(sameScheme, text));
            assertEquals(
                    new IndependentSketch(2, 64, List.of(text)).bandTerms(8, 2),
                    bandTerms(another, text));
        }
    }

    public void testFailedTextLeavesNothingBehind() {
        TextSketcher failing = sketcher(new FailingAtZero(), scheme);
        List<String> expected = bandTerms(sketcher, "one two three four");
        UncheckedIOException e = expectThrows(
                UncheckedIOException.class,
                () -> failing.shingle("five six seven eight 0 nine", new ShingleHashes()));
        assertEquals("zero", e.getCause().getMessage());
        assertEquals(expected, bandTerms(failing, "one two three four"));
        assertEquals(expected, bandTerms(sketcher, "one two three four"));
    }

    private static TextSketcher sketcher(Analyzer analyzer, Scheme scheme) {
        return new TextSketcher("f", analyzer, scheme);
    }

    private static List<String> texts() {
        RandomTexts random = new RandomTexts(random());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            texts.add("never empty " + String.join(" ", random.next()));
        }
        return texts;
    }

    private static List<String> bandTerms(TextSketcher sketcher, String text) {
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return Sample.bandTerms(sketcher.sketch(hashes));
    }

    /** Words at white space; fails at a zero. */
    private static final class FailingAtZero extends Analyzer {
        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
            WhitespaceTokenizer words = new WhitespaceTokenizer();
            CharTermAttribute term = words.addAttribute(CharTermAttribute.class);
            return new TokenStreamComponents(words, new TokenFilter(words) {
                @Override
                public boolean incrementToken() throws IOException {
                    boolean more = input.incrementToken();
                    if (more && term.toString().equals("0")) {
                        throw new IOException("zero");
                    }
                    return more;
                }
            });
        }
    }
}
