package org.nearduplicate.lucene;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.lucene.version.HitCount;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/** A corpus in an index, in which the near duplicates of every text can be sought. */
public final class TextIndex implements Closeable {

    private static final String FIELD = "body.near";
    private static final int MAX_HITS = 1000;

    private final List<String> texts;
    private final TextSketcher sketcher;
    private final Directory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    TextIndex(List<String> texts, Analyzer analyzer, Scheme scheme) throws IOException {
        this.texts = texts;
        this.sketcher = new TextSketcher(FIELD, analyzer, scheme);
        this.reader = index();
        this.searcher = new IndexSearcher(reader);
    }

    /** Returns what a pair of texts is called, whichever of them comes first. */
    public static long key(int a, int b) {
        return ((long) Math.min(a, b) << Integer.SIZE) | Math.max(a, b);
    }

    /** Asks every text for its near duplicates by all rows, and returns the scores of the pairs. */
    Map<Long, Float> ask(boolean exact, double minSimilarity) throws IOException {
        return ask(exact, minSimilarity, sketcher.scheme().banding().rows());
    }

    /** Does the same by some rows. */
    Map<Long, Float> ask(boolean exact, double minSimilarity, int rows) throws IOException {
        Map<Long, Float> scores = new HashMap<>();
        int hits = 0;
        for (int i = 0; i < texts.size(); i++) {
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(texts.get(i), hashes);
            if (hashes.isEmpty()) {
                continue;
            }
            SketchedText text = SketchedText.of(sketcher.sketch(hashes), hashes);
            NearDuplicateQuery query = exact
                    ? NearDuplicateQuery.exact(FIELD, text, rows, minSimilarity, null,
                            IgnoredShingles.NONE)
                    : NearDuplicateQuery.bySignature(
                            FIELD, text.keys(), text.signature(), rows, minSimilarity);
            TopDocs top = searcher.search(
                    query, new TopScoreDocCollectorManager(MAX_HITS, Integer.MAX_VALUE));
            assertTrue(HitCount.of(top.totalHits) < MAX_HITS);
            boolean self = false;
            for (ScoreDoc hit : top.scoreDocs) {
                self |= hit.doc == i;
                if (hit.doc != i) {
                    Float other = scores.put(key(hit.doc, i), hit.score);
                    assertTrue("differs by direction", other == null || other == hit.score);
                    hits++;
                }
            }
            assertTrue("does not find itself", self);
        }
        assertEquals("each pair from both sides", hits, 2 * scores.size());
        return scores;
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(reader, directory);
    }

    /** Documents are numbered as they come, those without tokens included. */
    private DirectoryReader index() throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(new LogDocMergePolicy());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (String text : texts) {
                MinHashField field = new MinHashField(FIELD, sketcher);
                field.addValue(text);
                Document document = new Document();
                if (field.isEmpty() == false) {
                    field.fields(true, null).forEach(document::add);
                }
                writer.addDocument(document);
            }
        }
        return DirectoryReader.open(directory);
    }
}
