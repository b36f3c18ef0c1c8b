package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.nearduplicate.benchmark.Settings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * All hits in an index of which a fifth is copies of one text, and another fifth has a boilerplate of seven tenths in common:
 * buckets of tens of thousands of documents, and as many terms under one prefix.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HotQueryBenchmark {

    /** What a query is for. */
    public enum Case {

        /** A text that nothing is similar to. */
        STRANGER,

        /** The text of the copies. */
        COPY,

        /** A text with the boilerplate. */
        BOILERPLATE
    }

    private static final int QUERIES = 256;

    /** The documents of the index. */
    @Param("500000")
    public int documents;

    /** What is asked for. */
    @Param
    public Case asked;

    private final Query[] queries = new Query[QUERIES];
    private IndexSearcher searcher;
    private int next;

    /** Opens the index. */
    @Setup
    public void open() throws IOException {
        QueryTexts texts = new QueryTexts(Settings.read().seed(), documents);
        searcher = QueryIndex.ofHotTexts(documents, texts);
        for (int i = 0; i < QUERIES; i++) {
            queries[i] = Sketches.query(Sketches.sketch(switch (asked) {
                case STRANGER -> texts.stranger(i);
                case COPY -> texts.withCandidates();
                case BOILERPLATE -> texts.withBoilerplate(documents + i);
            }));
        }
    }

    /** Closes the index. */
    @TearDown
    public void close() throws IOException {
        searcher.getIndexReader().close();
    }

    /** Ours. */
    @Benchmark
    public int ours() throws IOException {
        next = (next + 1) % QUERIES;
        return searcher.count(queries[next]);
    }
}
