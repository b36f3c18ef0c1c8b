package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A limit keeps the buckets of up to that many documents and leaves out the larger ones. */
public class LimitBucketsTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final double MIN_SIMILARITY = 0.05;

    private final TextSketcher sketcher = new TextSketcher(
            FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 32, 2));
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, Integer> bucketSizes = new HashMap<>();

    @Override
    public void setUp() throws Exception {
        super.setUp();
        for (Sample sample : SampleIndex.randomSamples(random(), atLeast(150), sketcher)) {
            if (sample.isEmpty() == false) {
                samples.add(sample);
                sample.bandTerms().forEach(term -> bucketSizes.merge(term, 1, Integer::sum));
            }
        }
    }

    public void testKeepsBucketsUpToTheLimitAndNoOthers() throws IOException {
        try (Directory directory = newDirectory(); DirectoryReader reader = index(directory)) {
            IndexSearcher searcher = newSearcher(reader);
            for (Sample sample : samples.subList(0, 30)) {
                for (String term : List.of(sample.bandTerms().get(0), sample.bandTerms().get(9))) {
                    assertLimited(searcher, sample, bucketSizes.get(term));
                    assertLimited(searcher, sample, bucketSizes.get(term) - 1);
                }
                assertLimited(searcher, sample, 0);
                assertLimited(searcher, sample, Integer.MAX_VALUE);
            }
        }
    }

    public void testUnknownBucketsAreKept() throws IOException {
        Sample unknown = new Sample(sketcher, "nobody knows these words");
        try (Directory directory = newDirectory(); DirectoryReader reader = index(directory)) {
            NearDuplicateQuery query = unknown.query(FIELD, false, MIN_SIMILARITY);
            assertEquals(query, query.limitBuckets(new IndexSearcher(reader), 0));
        }
    }

    private void assertLimited(IndexSearcher searcher, Sample sample, int max)
            throws IOException {
        NearDuplicateQuery query = sample.query(FIELD, false, MIN_SIMILARITY)
                .limitBuckets(searcher, max);
        List<String> kept = sample.bandTerms().stream()
                .filter(term -> bucketSizes.get(term) <= max)
                .toList();
        assertEquals(kept.size(), query.bucketCount());
        Map<Integer, Float> expected = new TreeMap<>();
        for (int id = 0; id < samples.size(); id++) {
            Sample other = samples.get(id);
            double similarity = sample.similarity(other, false, MIN_SIMILARITY);
            if (similarity >= 0 && kept.stream().anyMatch(other.bandTerms()::contains)) {
                expected.put(id, (float) similarity);
            }
        }
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query).scoreDocs) {
            hits.put(hit.doc, hit.score);
        }
        assertEquals(expected, hits);
    }

    /** In several segments, as the size of a bucket is that in the index; ids are doc ids. */
    private DirectoryReader index(Directory directory) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (Sample sample : samples) {
                Document document = new Document();
                sample.fields(FIELD, false).forEach(document::add);
                writer.addDocument(document);
                if (random().nextInt(50) == 0) {
                    writer.flush();
                }
            }
        }
        return DirectoryReader.open(directory);
    }
}
