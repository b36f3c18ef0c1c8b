package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.TextSketcher;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Indexing a document: its text for search by words, and a {@code minhash} field of the text beside it. One
 * thread indexes a batch into a new index and writes its segment; what is reported is a document's share of
 * that. Lucene's default codec writes terms and doc values as servers do.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class IndexingBenchmark {

    private static final int DOCUMENTS = 2_000;
    private static final String TEXT = "text";

    /** The texts. */
    @Param
    public Texts texts;

    private final Analyzer standard = new StandardAnalyzer();
    private final TextSketcher sketcher = new TextSketcher(
            Settings.FIELD, new NearDuplicateAnalyzer(), Settings.scheme());
    private List<String> batch;
    private final Map<String, List<IndexableField>> ready = new HashMap<>();

    /** Makes the texts, and of each what is stored. */
    @Setup
    public void makeTexts() {
        batch = texts.first(DOCUMENTS);
        for (String text : batch) {
            List<IndexableField> fields = minHash(text);
            fields.forEach(IndexableField::binaryValue);
            ready.put(text, fields);
        }
    }

    /** The text and its {@code minhash} field. */
    @Benchmark
    @OperationsPerInvocation(DOCUMENTS)
    public long oursBesideText() throws IOException {
        return index((document, text) -> {
            addText(document, text);
            addMinHash(document, text);
        });
    }

    /** The text, and what its {@code minhash} field stores, made before: what of that is Lucene's. */
    @Benchmark
    @OperationsPerInvocation(DOCUMENTS)
    public long readyBesideText() throws IOException {
        return index((document, text) -> {
            addText(document, text);
            ready.get(text).forEach(document::add);
        });
    }

    /** The text alone. */
    @Benchmark
    @OperationsPerInvocation(DOCUMENTS)
    public long textAlone() throws IOException {
        return index(IndexingBenchmark::addText);
    }

    /** The {@code minhash} field alone. */
    @Benchmark
    @OperationsPerInvocation(DOCUMENTS)
    public long minHashAlone() throws IOException {
        return index(this::addMinHash);
    }

    private long index(Fields fields) throws IOException {
        try (Directory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(
                        directory, new IndexWriterConfig(standard))) {
            for (String text : batch) {
                Document document = new Document();
                fields.add(document, text);
                writer.addDocument(document);
            }
            return writer.commit();
        }
    }

    private static void addText(Document document, String text) {
        document.add(new TextField(TEXT, text, Field.Store.NO));
    }

    private void addMinHash(Document document, String text) {
        minHash(text).forEach(document::add);
    }

    private List<IndexableField> minHash(String text) {
        MinHashField field = new MinHashField(Settings.FIELD, sketcher);
        field.addValue(text);
        return field.isEmpty() ? List.of() : field.fields(false, null);
    }

    /** Adds the fields of a text to its document. */
    private interface Fields {
        void add(Document document, String text);
    }
}
