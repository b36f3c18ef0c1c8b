package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.lucene.MinHashField;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Exact queries of which some shingles do not count, beside those of which all do: each has {@value #VERSIONS} near
 * duplicates to verify, under one footer. One segment in memory, one thread, no cache.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class IgnoreBenchmark {

    private static final int TEXTS = 100;
    private static final int VERSIONS = 200;
    private static final int WORDS = 160;
    private static final int WORDS_OF_FOOTER = 40;
    private static final int FOOTERS = 100;

    /** What does not count. */
    public enum Ignored {

        /** Everything counts. */
        NOTHING,

        /** The footer of all texts. */
        FOOTER,

        /** The footer, and {@value #FOOTERS} that no text has. */
        FOOTERS
    }

    /** What does not count. */
    @Param
    public Ignored ignored;

    /** Whether the sets are stored, or made of stored texts. */
    @Param({"true", "false"})
    public boolean exact;

    private final List<Query> queries = new ArrayList<>();
    private IndexSearcher searcher;
    private int next;

    /** Makes the index and the queries, and checks that these find the versions. */
    @Setup
    public void open() throws IOException {
        Corpus corpus = new Corpus(Settings.read().seed(), WORDS, new Clusters(TEXTS, 0));
        List<String> footers = IntStream.rangeClosed(0, FOOTERS)
                .mapToObj(i -> words(corpus, -1L - i, WORDS_OF_FOOTER))
                .toList();
        List<String> notCounted = switch (ignored) {
            case NOTHING -> List.of();
            case FOOTER -> footers.subList(0, 1);
            case FOOTERS -> footers;
        };
        Directory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (int i = 0; i < TEXTS; i++) {
                String text = words(corpus, i, WORDS) + " " + footers.getFirst();
                queries.add(
                        Sketches.exactQuery(text, exact ? null : new StoredTexts(), notCounted));
                SplittableRandom random = corpus.random(TEXTS + i);
                for (String version : new Planted(text).nearDuplicates(VERSIONS, random)) {
                    writer.addDocument(document(version));
                }
            }
            writer.forceMerge(1);
        }
        searcher = new IndexSearcher(DirectoryReader.open(directory));
        searcher.setQueryCache(null);
        double found = 0;
        for (Query query : queries) {
            found += searcher.count(query);
        }
        System.out.println(found / TEXTS + " near duplicates of a text");
        if (found < TEXTS * VERSIONS / 2) {
            throw new AssertionError("versions are missing");
        }
    }

    private static String words(Corpus corpus, long number, int count) {
        return String.join(" ", corpus.words(corpus.random(number), count));
    }

    private Document document(String text) {
        MinHashField field = new MinHashField(Settings.FIELD, Sketches.SKETCHER);
        field.addValue(text);
        Document document = new Document();
        document.add(new StoredField(StoredTexts.NAME, text));
        field.fields(exact, null).forEach(document::add);
        return document;
    }

    /** The ten most similar. */
    @Benchmark
    public TopDocs tenOfAll() throws IOException {
        next = (next + 1) % queries.size();
        return searcher.search(queries.get(next), 10);
    }
}
