package org.nearduplicate.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.TextSketcher;

/** Writes the Lucene index of a new version. No test, and run by its name only: see docs/internals/format.md. */
public class IndexFixtureWriter {

    static final String ID = "id";
    static final Analyzer ANALYZER = new WhitespaceAnalyzer();

    private static final int DOCUMENTS_PER_SEGMENT = 9;
    private static final List<String> DELETED = List.of("copy-0-1", "copy-3-0", "one-word-too");

    @Rule
    public final TemporaryFolder files = new TemporaryFolder();

    @Test
    public void write() throws IOException {
        FormatFixture fixture = FormatFixture.toWrite(FormatFixture.INDEX);
        Map<String, List<String>> documents = FormatDocuments.all();
        Map<String, Map<String, Object>> fields = FormatFields.all();
        Path directory = files.getRoot().toPath();
        writeIndex(directory, fields, documents);
        Files.delete(directory.resolve(IndexWriter.WRITE_LOCK_NAME));
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("fields", fields);
        manifest.put("documents", documents);
        manifest.put("deleted", DELETED);
        manifest.put("answers", FormatAnswers.all(fields, documents, DELETED));
        fixture.write(manifest, directory);
    }

    /** Segments stay as they are written, and deleted documents in them. */
    private static void writeIndex(
            Path path,
            Map<String, Map<String, Object>> fields,
            Map<String, List<String>> documents)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (Directory directory = FSDirectory.open(path);
                IndexWriter writer = new IndexWriter(directory, config)) {
            int written = 0;
            for (Map.Entry<String, List<String>> document : documents.entrySet()) {
                writer.addDocument(document(document.getKey(), document.getValue(), fields));
                if (++written % DOCUMENTS_PER_SEGMENT == 0) {
                    writer.commit();
                }
            }
            for (String deleted : DELETED) {
                writer.deleteDocuments(new Term(ID, deleted));
            }
        }
    }

    private static Document document(
            String id, List<String> values, Map<String, Map<String, Object>> fields) {
        Document document = new Document();
        document.add(new StringField(ID, id, Store.YES));
        fields.forEach((name, description) -> {
            TextSketcher sketcher = new TextSketcher(
                    name, ANALYZER, FormatFields.scheme(description));
            MinHashField field = new MinHashField(name, sketcher);
            values.forEach(field::addValue);
            if (field.isEmpty() == false) {
                boolean exact = (boolean) description.get(FormatFields.EXACT);
                field.fields(exact, null).forEach(document::add);
            }
        });
        return document;
    }
}
