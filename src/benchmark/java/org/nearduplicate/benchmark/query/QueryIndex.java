package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.MinHashField;

/** An index of {@link QueryTexts} in one segment. One that an earlier run left is used again. */
final class QueryIndex {

    /** A term that a hundredth of the documents has. */
    static final Term RARE = new Term("tag", "rare");

    private static final double BUFFER_MEGABYTES = 64;

    private QueryIndex() {}

    /**
     * Opens an index, and builds it if that was not done before.
     *
     * @param documents how many it has
     * @param texts its texts
     * @return a searcher without a cache, to be used by one thread
     */
    static IndexSearcher open(int documents, QueryTexts texts) throws IOException {
        Settings settings = Settings.read();
        Path path = settings.directory().resolve("queries-" + settings.seed() + "-" + documents);
        FSDirectory directory = FSDirectory.open(path);
        if (DirectoryReader.indexExists(directory) == false) {
            texts.plant();
            build(directory, documents, texts);
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
        searcher.setQueryCache(null);
        return searcher;
    }

    private static void build(Directory directory, int documents, QueryTexts texts)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(BUFFER_MEGABYTES);
        // Nothing is committed before all is done, so no index is left half built.
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            IntStream.range(0, documents).parallel().forEach(id -> add(writer, texts, id));
            writer.forceMerge(1);
        }
    }

    private static void add(IndexWriter writer, QueryTexts texts, int id) {
        MinHashField field = new MinHashField(Settings.FIELD, Sketches.SKETCHER);
        String text = texts.document(id);
        field.addValue(text);
        Document document = new Document();
        document.add(new StoredField(StoredTexts.NAME, text));
        field.fields(false).forEach(document::add);
        if (texts.isRare(id)) {
            document.add(new StringField(RARE.field(), RARE.bytes(), Field.Store.NO));
        }
        try {
            writer.addDocument(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
