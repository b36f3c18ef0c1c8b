package org.nearduplicate.benchmark.index;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;

/**
 * Indexes texts, in several threads and into several indices at a time, since texts and sketches cost
 * more than anything that is measured. Stores what Elasticsearch would: the id, which is indexed too, and
 * behind it the text as the source; or nothing but the {@code minhash} field.
 */
public final class IndexBuilder implements Closeable {

    /** The field of the id. */
    public static final String ID = "_id";

    private static final String SOURCE = "_source";
    private static final double BUFFER_MEGABYTES = 64;

    private final Analyzer analyzer = new NearDuplicateAnalyzer();
    private final List<IndexWriter> writers = new ArrayList<>();
    private final TextSketcher sketcher;
    private final boolean exact;
    private final boolean source;

    /**
     * @param directories one for each index
     * @param exact whether the shingle sets are stored
     */
    public IndexBuilder(List<Path> directories, boolean exact) throws IOException {
        this(directories, Settings.scheme(), exact, true);
    }

    private IndexBuilder(List<Path> directories, Scheme scheme, boolean exact, boolean source)
            throws IOException {
        this.sketcher = new TextSketcher(Settings.FIELD, analyzer, scheme);
        this.exact = exact;
        this.source = source;
        for (Path directory : directories) {
            IndexWriterConfig config = new IndexWriterConfig()
                    .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                    .setUseCompoundFile(false)
                    .setOpenMode(IndexWriterConfig.OpenMode.CREATE);
            writers.add(new IndexWriter(FSDirectory.open(directory), config));
        }
    }

    /**
     * Builds an index of the {@code minhash} field alone, without ids and sources.
     *
     * @param directory where
     * @param scheme how texts are sketched
     */
    static IndexBuilder ofBareField(Path directory, Scheme scheme) throws IOException {
        return new IndexBuilder(List.of(directory), scheme, false, false);
    }

    /**
     * Adds documents.
     *
     * @param count how many
     * @param texts the text of each
     * @param indices the numbers of the indices that each belongs into
     */
    public void add(int count, IntFunction<String> texts, IntFunction<int[]> indices, int threads) {
        AtomicInteger next = new AtomicInteger();
        Runnable worker = () -> {
            for (int id; (id = next.getAndIncrement()) < count;) {
                add(id, texts.apply(id), indices.apply(id));
            }
        };
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            CompletableFuture.allOf(
                    Stream.generate(() -> CompletableFuture.runAsync(worker, executor))
                            .limit(threads)
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        }
    }

    /** Makes one segment of an index. */
    public void forceMerge(int index) throws IOException {
        writers.get(index).forceMerge(1);
    }

    @Override
    public void close() throws IOException {
        for (IndexWriter writer : writers) {
            IOUtils.close(writer, writer.getDirectory());
        }
        analyzer.close();
    }

    private void add(int id, String text, int[] indices) {
        // One field in several documents: it is sketched once.
        MinHashField field = new MinHashField(Settings.FIELD, sketcher);
        field.addValue(text);
        List<IndexableField> fields = field.fields(exact, null);
        Document document = new Document();
        if (source) {
            document.add(new StringField(ID, Integer.toString(id), Field.Store.YES));
            document.add(new StoredField(SOURCE, text));
        }
        fields.forEach(document::add);
        try {
            for (int index : indices) {
                writers.get(index).addDocument(document);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
