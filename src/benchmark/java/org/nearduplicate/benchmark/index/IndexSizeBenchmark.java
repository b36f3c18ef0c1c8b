package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.FSDirectory;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/**
 * Measures the bytes that the {@code minhash} field takes, alone in an index that is merged into one
 * segment: band terms and signature. Prints a table for {@code docs/internals/performance.md}.
 */
public final class IndexSizeBenchmark {

    private static final List<Banding> BANDINGS = List.of(
            Settings.scheme().banding(), new Banding(16, 6));

    private final Settings settings;
    private final MarkdownTable table = new MarkdownTable(
            "documents", "texts", "bands", "bytes a document", "terms (.tim)",
            "index of terms (.tip, .tmd)", "documents of shared terms (.doc, .psm)",
            "signatures (.dvd, .dvm)", "rest", "shared terms", "expected by accident");

    private IndexSizeBenchmark(Settings settings) {
        this.settings = settings;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if an index cannot be written
     */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        IndexSizeBenchmark benchmark = new IndexSizeBenchmark(Settings.read());
        for (int documents : benchmark.settings.documents()) {
            for (Banding banding : BANDINGS) {
                benchmark.measure("strangers", strangers(benchmark.settings, documents), banding);
                benchmark.measure(
                        "planted", Corpus.ofNews(benchmark.settings.seed(), documents), banding);
            }
        }
        out.println(benchmark.table);
    }

    /** Makes texts that are no near duplicates of each other. */
    private static Corpus strangers(Settings settings, int documents) {
        return new Corpus(settings.seed(), Corpus.MEDIAN_WORDS, new Clusters(documents, 0));
    }

    private void measure(String texts, Corpus corpus, Banding banding) throws IOException {
        Path directory = settings.directory().resolve("size");
        Scheme scheme = Settings.scheme().withBanding(banding);
        try (IndexBuilder builder = IndexBuilder.ofBareField(directory, scheme)) {
            builder.add(corpus.size(), corpus::text, id -> new int[1], settings.threads());
            builder.forceMerge(0);
        }
        IndexBytes bytes = IndexBytes.of(directory);
        if (bytes.documents() != corpus.size()) {
            throw new IllegalStateException("documents were lost: " + bytes);
        }
        long shared = sharedTerms(directory);
        delete(directory);
        double terms = bytes.of("tim");
        double index = bytes.of("tip", "tmd");
        double documents = bytes.of("doc", "psm");
        double signatures = bytes.of("dvd", "dvm");
        table.row(
                corpus.size(), texts, banding, bytes.all(), terms, index, documents, signatures,
                bytes.all() - terms - index - documents - signatures,
                shared, accidents(banding.bands(), corpus.size()));
    }

    /** Counts the terms of several documents. */
    private static long sharedTerms(Path path) throws IOException {
        try (FSDirectory directory = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            TermsEnum terms = MultiTerms.getTerms(reader, Settings.FIELD).iterator();
            long shared = 0;
            while (terms.next() != null) {
                shared += terms.docFreq() > 1 ? 1 : 0;
            }
            return shared;
        }
    }

    /** Returns how many pairs of documents share what a term keeps of a band, by accident. */
    private static double accidents(int bands, double documents) {
        double pairs = documents * documents / 2;
        double keysOfBand = (double) new BandTermFormat(bands).keys() / bands;
        return bands * pairs / keysOfBand;
    }

    private static void delete(Path path) throws IOException {
        try (FSDirectory directory = FSDirectory.open(path)) {
            for (String file : directory.listAll()) {
                directory.deleteFile(file);
            }
        }
    }
}
