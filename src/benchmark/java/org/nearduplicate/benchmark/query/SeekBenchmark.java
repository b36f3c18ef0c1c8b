package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.sketch.Sketch;
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
 * Queries for texts that nothing is similar to, beside the bare lookups of their band terms: as most
 * queries are when documents are looked for before they are indexed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SeekBenchmark {

    /** So many that neither branches nor caches know them. */
    private static final int TEXTS = 4096;

    private static final double LESS_SIMILAR = 0.6;

    /** The documents of the index. */
    @Param({"250000", "500000", "1000000"})
    public int documents;

    private final String[] texts = new String[TEXTS];
    private final BytesRef[][] terms = new BytesRef[TEXTS][];
    private final Query[] queries = new Query[TEXTS];
    private final Query[] queriesOfLess = new Query[TEXTS];
    private IndexSearcher searcher;
    private LeafReader segment;
    private int next;

    /** Opens the index, and checks that nothing is found in it. */
    @Setup
    public void open() throws IOException {
        QueryTexts source = new QueryTexts(Settings.read().seed(), documents);
        searcher = QueryIndex.open(documents, source);
        segment = searcher.getIndexReader().leaves().getFirst().reader();
        for (int i = 0; i < TEXTS; i++) {
            texts[i] = source.stranger(i);
            Sketch sketch = Sketches.sketch(texts[i]);
            terms[i] = Sketches.bandTerms(sketch);
            queries[i] = Sketches.query(sketch);
            queriesOfLess[i] = Sketches.query(sketch, LESS_SIMILAR);
            if (searcher.count(queries[i]) > 0) {
                throw new AssertionError("similar to a document: " + texts[i]);
            }
        }
    }

    /** Closes the index. */
    @TearDown
    public void close() throws IOException {
        searcher.getIndexReader().close();
    }

    /** Ours. */
    @Benchmark
    public TopDocs ours() throws IOException {
        return searcher.search(queries[next()], 10);
    }

    /** Ours, at a similarity for which it takes the fewest rows. */
    @Benchmark
    public TopDocs oursOfLess() throws IOException {
        return searcher.search(queriesOfLess[next()], 10);
    }

    /** Ours, from the text on. */
    @Benchmark
    public TopDocs oursFromText() throws IOException {
        return searcher.search(Sketches.query(Sketches.sketch(texts[next()])), 10);
    }

    /** One enumerator, and nothing but its lookups. */
    @Benchmark
    public int bareSeekExact() throws IOException {
        TermsEnum enumerator = segment.terms(QueryIndex.BANDS).iterator();
        int found = 0;
        for (BytesRef term : terms[next()]) {
            found += enumerator.seekExact(term) ? 1 : 0;
        }
        return found;
    }

    private int next() {
        return next = (next + 1) % TEXTS;
    }
}
