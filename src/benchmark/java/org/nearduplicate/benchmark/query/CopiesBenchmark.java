package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
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

/** The top 10 among copies of one text, few and many, in one segment, one thread and without a cache. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CopiesBenchmark {

    private static final int TOP = 10;

    /** The documents of the index. */
    @Param({"1000", "1000000"})
    public int copies;

    /** The hits that are counted, however many more there are: 10,000 by Elasticsearch's default. */
    @Param({"1", "10000"})
    public int counted;

    private IndexSearcher searcher;
    private Query bySignature;
    private Query byTexts;
    private Query filtered;

    /** Opens the index, and checks that the first copies are found. */
    @Setup
    public void open() throws IOException {
        String text = new QueryTexts(Settings.read().seed(), 1).withCandidates();
        searcher = QueryIndex.ofCopies(copies, text);
        bySignature = Sketches.query(Sketches.sketch(text));
        byTexts = Sketches.queryByTexts(text, new StoredTexts());
        filtered = new BooleanQuery.Builder()
                .add(bySignature, Occur.MUST)
                .add(new TermQuery(QueryIndex.RARE), Occur.FILTER)
                .build();
        check(ours(), 1);
        check(oursByTexts(), 1);
        check(oursFiltered(), copies / QueryIndex.RARE_COPIES);
    }

    /** Closes the index. */
    @TearDown
    public void close() throws IOException {
        searcher.getIndexReader().close();
    }

    /** Ours. */
    @Benchmark
    public TopDocs ours() throws IOException {
        return search(bySignature);
    }

    /** Ours as it is by default: exact, though the text of a copy need not be read. */
    @Benchmark
    public TopDocs oursByTexts() throws IOException {
        return search(byTexts);
    }

    /** Ours, of a hundred copies that a filter leaves. */
    @Benchmark
    public TopDocs oursFiltered() throws IOException {
        return search(filtered);
    }

    private TopDocs search(Query query) throws IOException {
        return searcher.search(query, new TopScoreDocCollectorManager(TOP, counted));
    }

    private static void check(TopDocs found, int distance) {
        for (int i = 0; i < TOP; i++) {
            ScoreDoc hit = found.scoreDocs[i];
            if (hit.doc != i * distance || hit.score != 1) {
                throw new AssertionError("hit " + i + " is " + hit);
            }
        }
    }
}
