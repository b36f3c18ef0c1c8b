package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.MinHashField;

/** An index in one segment. One that an earlier run left is used again. */
final class QueryIndex {

    /** A term that a hundredth of the documents has, or {@link #RARE_COPIES} of the copies. */
    static final Term RARE = new Term("tag", "rare");

    /** The copies that have the term. */
    static final int RARE_COPIES = 100;

    /** The terms of the rows that a query takes, for queries of Lucene's, which compare terms whole. */
    static final String BANDS = "text.bands";

    private static final double BUFFER_MEGABYTES = 64;

    private QueryIndex() {}

    /**
     * Opens an index of {@link QueryTexts}, and builds it if that was not done before.
     *
     * @param documents how many it has
     * @param texts its texts
     * @return a searcher without a cache, to be used by one thread
     */
    static IndexSearcher open(int documents, QueryTexts texts) throws IOException {
        return open("queries", documents, writer -> {
            texts.plant();
            IntStream.range(0, documents).parallel().forEach(id -> add(writer, texts, id));
        });
    }

    /**
     * Does the same for an index of copies of one text.
     *
     * @param copies how many it has
     * @param text their text
     */
    static IndexSearcher ofCopies(int copies, String text) throws IOException {
        return open("copies", copies, writer -> {
            Document common = document(text);
            Document rare = document(text);
            rare.add(new StringField(RARE.field(), RARE.bytes(), Field.Store.NO));
            for (int copy = 0; copy < copies; copy++) {
                writer.addDocument(copy % (copies / RARE_COPIES) == 0 ? rare : common);
            }
        });
    }

    /** Does the same for an index of which a fifth is copies of one text, and another fifth has a boilerplate. */
    static IndexSearcher ofHotTexts(int documents, QueryTexts texts) throws IOException {
        return open(
                "hot", documents,
                writer -> IntStream.range(0, documents).parallel().forEach(id -> {
                    Document document = document(switch (id % 5) {
                        case 0 -> texts.withCandidates();
                        case 1 -> texts.withBoilerplate(id);
                        default -> texts.document(id);
                    });
                    add(writer, document);
                }));
    }

    private static IndexSearcher open(
            String name, int documents, IOConsumer<IndexWriter> filler) throws IOException {
        FSDirectory directory = directory(name, documents);
        if (DirectoryReader.indexExists(directory) == false) {
            build(directory, filler);
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
        searcher.setQueryCache(null);
        return searcher;
    }

    /** Returns where an index is, or will be. */
    static FSDirectory directory(String name, int documents) throws IOException {
        Settings settings = Settings.read();
        return FSDirectory.open(settings.directory()
                .resolve(name + "-" + settings.seed() + "-" + documents));
    }

    private static void build(Directory directory, IOConsumer<IndexWriter> filler)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                .setMergePolicy(new LogDocMergePolicy());
        // Nothing is committed before all is done, so no index is left half built.
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            filler.accept(writer);
            writer.forceMerge(1);
        }
    }

    private static void add(IndexWriter writer, QueryTexts texts, int id) {
        Document document = document(texts.document(id));
        if (texts.isRare(id)) {
            document.add(new StringField(RARE.field(), RARE.bytes(), Field.Store.NO));
        }
        add(writer, document);
    }

    private static void add(IndexWriter writer, Document document) {
        try {
            writer.addDocument(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document document(String text) {
        MinHashField field = new MinHashField(Settings.FIELD, Sketches.SKETCHER);
        field.addValue(text);
        Document document = new Document();
        document.add(new StoredField(StoredTexts.NAME, text));
        field.fields(false, null).forEach(document::add);
        for (BytesRef term : Sketches.bandTerms(Sketches.sketch(text))) {
            document.add(new StringField(BANDS, term, Field.Store.NO));
        }
        return document;
    }
}
