package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.sketch.Sketch;

/**
 * Queries for texts that nothing is similar to, in an index of which nothing is in the page cache: ours, beside lookups
 * that wait one after the other. Prints a table for {@code docs/internals/performance.md}. Needs GNU {@code dd}, which can ask
 * Linux to forget a file.
 */
public final class ColdQueryBenchmark {

    /** Queries in a row, each of which finds a little more in the page cache. */
    private static final int QUERIES = 10;

    /** How often caches are emptied for each repetition. */
    private static final int TURNS = 10;

    private static final int WARM_UPS = 20_000;

    private final Settings settings = Settings.read();
    private final int documents = settings.documents()[settings.documents().length - 1];
    private final QueryTexts texts = new QueryTexts(settings.seed(), documents);
    private int next;

    private ColdQueryBenchmark() {}

    /**
     * Runs the benchmark with the largest number of documents asked for.
     *
     * @param args none
     * @throws IOException if the index cannot be built or read
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(new ColdQueryBenchmark().measure());
    }

    private MarkdownTable measure() throws IOException, InterruptedException {
        List<Measured> all = List.of(
                new Measured("ours", ColdQueryBenchmark::search),
                new Measured("one lookup after the other", ColdQueryBenchmark::seekInTurn));
        warmUp(all);
        for (int turn = 0; turn < TURNS * settings.repetitions(); turn++) {
            for (Measured measured : all) {
                measure(measured);
            }
        }
        MarkdownTable table = new MarkdownTable(
                "documents", "what", "first query, µs",
                "the next " + (QUERIES - 1) + " together, µs");
        all.forEach(measured -> table.row(
                documents, measured.what, Sample.of(measured.first), Sample.of(measured.others)));
        return table;
    }

    private void warmUp(List<Measured> all) throws IOException {
        IndexSearcher searcher = QueryIndex.open(documents, texts);
        for (int i = 0; i < WARM_UPS; i++) {
            for (Measured measured : all) {
                microseconds(measured, searcher, Sketches.sketch(texts.stranger(next++)));
            }
        }
        searcher.getIndexReader().close();
    }

    private void measure(Measured measured) throws IOException, InterruptedException {
        forget();
        IndexSearcher searcher = QueryIndex.open(documents, texts);
        double others = 0;
        for (int i = 0; i < QUERIES; i++) {
            double time =
                    microseconds(measured, searcher, Sketches.sketch(texts.stranger(next++)));
            if (i == 0) {
                measured.first.add(time);
            } else {
                others += time;
            }
        }
        measured.others.add(others);
        searcher.getIndexReader().close();
    }

    private static double microseconds(Measured measured, IndexSearcher searcher, Sketch sketch)
            throws IOException {
        BytesRef[] terms = Sketches.bandTerms(sketch);
        long begin = System.nanoTime();
        measured.search.run(searcher, sketch, terms);
        return (System.nanoTime() - begin) / 1e3;
    }

    /** Empties the page cache of the index, which must not be open. */
    private void forget() throws IOException, InterruptedException {
        try (FSDirectory directory = QueryIndex.directory("queries", documents)) {
            for (String file : directory.listAll()) {
                Path path = directory.getDirectory().resolve(file);
                Process dd = new ProcessBuilder(
                        "dd", "if=" + path, "iflag=nocache", "count=0", "status=none").start();
                if (dd.waitFor() != 0) {
                    throw new IOException("dd cannot make Linux forget " + path);
                }
            }
        }
    }

    private static void search(IndexSearcher searcher, Sketch sketch, BytesRef[] terms)
            throws IOException {
        int found = searcher.search(Sketches.query(sketch), 10).scoreDocs.length;
        if (found > 0) {
            throw new AssertionError("strangers found " + found);
        }
    }

    /** Finds a term by accident in one of 400,000 cases. */
    private static void seekInTurn(IndexSearcher searcher, Sketch sketch, BytesRef[] terms)
            throws IOException {
        LeafReader segment = searcher.getIndexReader().leaves().getFirst().reader();
        TermsEnum enumerator = segment.terms(QueryIndex.BANDS).iterator();
        for (BytesRef term : terms) {
            enumerator.seekExact(term);
        }
    }

    @FunctionalInterface
    private interface Search {
        void run(IndexSearcher searcher, Sketch sketch, BytesRef[] terms) throws IOException;
    }

    private record Measured(String what, Search search, List<Double> first, List<Double> others) {

        Measured(String what, Search search) {
            this(what, search, new ArrayList<>(), new ArrayList<>());
        }
    }
}
