package org.nearduplicate.groups;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * An index whose band terms and stored values are a test's own choice. Add all documents, then open
 * it.
 */
public final class HandMadeIndex implements Closeable {

    private static final int HASH_BITS = 42;
    private static final String SHINGLES = LocalShard.FIELD + "._shingles";

    private final Scheme scheme;
    private final Directory directory = new ByteBuffersDirectory();
    private final IndexWriter writer;
    private Document document = new Document();
    private DirectoryReader reader;

    public HandMadeIndex(Scheme scheme) throws IOException {
        this.scheme = scheme;
        this.writer = new IndexWriter(
                directory, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()));
    }

    /** Begins the next document. */
    public HandMadeIndex document(String id) {
        document = new Document();
        document.add(new StringField(LocalShard.ID, id, Store.YES));
        return this;
    }

    public HandMadeIndex keepKey(String keepKey) {
        document.add(new StoredField(LocalShard.KEEP, keepKey));
        return this;
    }

    /** Gives it the term of a band. */
    public HandMadeIndex band(int band, long hash) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write((long) band << HASH_BITS | hash, term);
        return term(new BytesRef(term));
    }

    /** Gives it terms of the same hash in the first bands. */
    public HandMadeIndex bands(int count, long hash) {
        for (int band = 0; band < count; band++) {
            band(band, hash);
        }
        return this;
    }

    public HandMadeIndex term(BytesRef term) {
        document.add(new StringField(LocalShard.FIELD, term, Store.NO));
        return this;
    }

    public HandMadeIndex signature(int shingleCount, byte[] components) {
        return signature(Records.record(shingleCount, components));
    }

    public HandMadeIndex signature(byte[] stored) {
        document.add(new BinaryDocValuesField(LocalShard.FIELD, new BytesRef(stored)));
        return this;
    }

    public HandMadeIndex shingleSet(byte[] stored) {
        document.add(new BinaryDocValuesField(SHINGLES, new BytesRef(stored)));
        return this;
    }

    /** Ends the document. */
    public void add() throws IOException {
        writer.addDocument(document);
    }

    public LocalShard open() throws IOException {
        return open(JobMonitor.NONE);
    }

    public LocalShard open(JobMonitor monitor) throws IOException {
        writer.close();
        if (reader == null) {
            reader = DirectoryReader.open(directory);
        }
        return new LocalShard(
                "all", reader, Everything.QUERY, scheme, monitor,
                StoredValues.storedSets(LocalShard.FIELD), ShingleSet.EMPTY);
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(writer, reader, directory);
    }
}
