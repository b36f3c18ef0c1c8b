package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.TextSketcher;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a {@code minhash} field costs before anything is stored: from a text to the band terms and the
 * signature that Lucene is given. Beside it, the tokens of the text alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FieldBenchmark {

    private static final int TEXTS = 1_000;

    /** The texts. */
    @Param
    public Texts texts;

    private final Analyzer standard = new StandardAnalyzer();
    private final Analyzer nearDuplicate = new NearDuplicateAnalyzer();
    private final TextSketcher sketcher = new TextSketcher(
            Settings.FIELD, nearDuplicate, Settings.scheme());
    private List<String> some;
    private int next;
    private TokenStream reuse;

    /** Makes the texts. */
    @Setup
    public void makeTexts() {
        some = texts.first(TEXTS).stream().filter(text -> text.isBlank() == false).toList();
    }

    /** The field, read as an index writer does: terms, each as bytes, then the doc value. */
    @Benchmark
    public int ours() throws IOException {
        MinHashField field = new MinHashField(Settings.FIELD, sketcher);
        field.addValue(nextText());
        reuse = field.tokenStream(standard, reuse);
        return consume(reuse) + field.binaryValue().length;
    }

    /** The tokens of the default analyzer. */
    @Benchmark
    public int tokens() throws IOException {
        return consume(nearDuplicate.tokenStream(Settings.FIELD, nextText()));
    }

    /** The tokens of Lucene's standard analyzer. */
    @Benchmark
    public int standardTokens() throws IOException {
        return consume(standard.tokenStream(Settings.FIELD, nextText()));
    }

    private String nextText() {
        next = (next + 1) % some.size();
        return some.get(next);
    }

    /** Reads a stream as an index writer does, and returns the bytes of its terms. */
    static int consume(TokenStream tokens) throws IOException {
        try (tokens) {
            TermToBytesRefAttribute term = tokens.getAttribute(TermToBytesRefAttribute.class);
            int bytes = 0;
            tokens.reset();
            while (tokens.incrementToken()) {
                bytes += term.getBytesRef().length;
            }
            tokens.end();
            return bytes;
        }
    }
}
