package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The tokens of the default analyzer, from texts with characters that are not ASCII. Beside them, those from the
 * same texts in ASCII, and those that Lucene's standard analyzer makes, which normalizes and folds nothing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WritingBenchmark {

    private static final int TEXTS = 1_000;

    /** How the texts are written. */
    @Param
    public Writing writing;

    private final Analyzer standard = new StandardAnalyzer();
    private final Analyzer nearDuplicate = new NearDuplicateAnalyzer();
    private List<String> ascii;
    private List<String> written;
    private int next;

    /** Makes the texts. */
    @Setup
    public void makeTexts() {
        ascii = Texts.PLANTED.first(TEXTS);
        written = ascii.stream().map(writing::of).toList();
    }

    /** The texts as they are written. */
    @Benchmark
    public int ours() throws IOException {
        return consume(nearDuplicate, written);
    }

    /** The same texts in ASCII. */
    @Benchmark
    public int ascii() throws IOException {
        return consume(nearDuplicate, ascii);
    }

    /** The texts as they are written, by the standard analyzer. */
    @Benchmark
    public int standardTokens() throws IOException {
        return consume(standard, written);
    }

    private int consume(Analyzer analyzer, List<String> texts) throws IOException {
        next = (next + 1) % TEXTS;
        return FieldBenchmark.consume(analyzer.tokenStream(Settings.FIELD, texts.get(next)));
    }
}
