package org.nearduplicate.tuning;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/** A sample indexed in a real field of a setting, and searched by real queries. */
final class RealIndex implements Closeable {

    private static final String FIELD = "text.near";

    /** Of the postings format of Lucene: terms, their index, and lists of documents. */
    private static final Set<String> FILES = Set.of(".tim", ".tip", ".tmd", ".doc");

    private final List<List<String>> sample;
    private final Setting setting;
    private final TextSketcher sketcher;
    private final Directory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    RealIndex(List<List<String>> sample, Setting setting) throws IOException {
        this.sample = sample;
        this.setting = setting;
        this.sketcher = new TextSketcher(FIELD, new WhitespaceAnalyzer(), setting.scheme());
        IndexWriterConfig config = new IndexWriterConfig()
                .setMergePolicy(NoMergePolicy.INSTANCE)
                .setUseCompoundFile(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (List<String> values : sample) {
                MinHashField field = new MinHashField(FIELD, sketcher);
                values.forEach(field::addValue);
                Document document = new Document();
                if (field.isEmpty() == false) {
                    field.fields(false, null).forEach(document::add);
                }
                writer.addDocument(document);
            }
        }
        this.reader = DirectoryReader.open(directory);
        this.searcher = new IndexSearcher(reader);
    }

    Sketch sketch(int document) {
        return sketcher.sketch(hashes(document));
    }

    private ShingleHashes hashes(int document) {
        ShingleHashes hashes = new ShingleHashes();
        sample.get(document).forEach(value -> sketcher.shingle(value, hashes));
        return hashes;
    }

    /** Returns the near duplicates of a document that a query by signatures finds, itself included. */
    Set<Integer> found(int document) throws IOException {
        return hits(
                NearDuplicateQuery.bySignature(
                        FIELD, sketch(document).keys(), Signature.of(sketch(document)),
                        setting.taken().rows(), setting.similarity()));
    }

    /** Returns the documents whose texts a query for a document reads that verifies exactly. */
    Set<Integer> read(int document) throws IOException {
        Set<Integer> read = new HashSet<>();
        DocumentSource<List<String>> texts = (segment, dense) -> new DocumentSource.Reader<>() {
            @Override
            public List<String> read(int doc) {
                read.add(segment.docBase + doc);
                return sample.get(segment.docBase + doc);
            }
        };
        hits(
                NearDuplicateQuery.exact(
                        FIELD, SketchedText.of(sketch(document), hashes(document)),
                        setting.taken().rows(), setting.similarity(),
                        new TextSets(FIELD, sketcher, texts, JobMonitor.NONE),
                        IgnoredShingles.NONE));
        return read;
    }

    /** Returns the documents that agree with a document in the rows of a band that are taken, itself included. */
    Set<Integer> candidates(int document) throws IOException {
        BooleanQuery.Builder bands = new BooleanQuery.Builder();
        Sketch sketch = sketch(document);
        int rows = setting.taken().rows();
        for (long key : sketch.keys()) {
            bands.add(
                    new TermRangeQuery(
                            FIELD, term(BandRows.first(key, rows)), term(BandRows.last(key, rows)),
                            true, true),
                    Occur.SHOULD);
        }
        return hits(bands.build());
    }

    private static BytesRef term(long key) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(key, term);
        return new BytesRef(term);
    }

    /** Returns about the bytes of all band terms. */
    double termBytes(IntToDoubleFunction ofFrequency) throws IOException {
        double bytes = 0;
        TermsEnum terms = MultiTerms.getTerms(reader, FIELD).iterator();
        while (terms.next() != null) {
            bytes += ofFrequency.applyAsDouble(terms.docFreq());
        }
        return bytes;
    }

    /** Returns the bytes of the files that hold terms and the numbers of their documents. */
    long fileBytes() throws IOException {
        long bytes = 0;
        for (String file : directory.listAll()) {
            bytes += FILES.stream().anyMatch(file::endsWith) ? directory.fileLength(file) : 0;
        }
        return bytes;
    }

    private Set<Integer> hits(Query query) throws IOException {
        Set<Integer> hits = new HashSet<>();
        for (ScoreDoc hit : searcher.search(query, reader.maxDoc()).scoreDocs) {
            hits.add(hit.doc);
        }
        return hits;
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
