package org.nearduplicate.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/**
 * A limit keeps the buckets of up to that many documents. Of a larger one it takes one row more until it is small enough, and
 * leaves it out if it is not with all rows.
 */
public class LimitBucketsTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final double MIN_SIMILARITY = 0.05;
    private static final int MOST_ROWS = 6;

    private final int rows = RandomNumbers.randomIntBetween(random(), 2, MOST_ROWS);
    private final TextSketcher sketcher = new TextSketcher(
            FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 10, rows));
    private final List<Sample> samples = new ArrayList<>();

    /** By the first rows of a band, any number of them. */
    private final Map<String, Integer> bucketSizes = new HashMap<>();

    @Override
    public void setUp() throws Exception {
        super.setUp();
        for (Sample sample : SampleIndex.randomSamples(random(), atLeast(150), sketcher)) {
            if (sample.isEmpty() == false) {
                samples.add(sample);
                for (int of = 2; of <= MOST_ROWS; of++) {
                    sample.bandPrefixes(of)
                            .forEach(prefix -> bucketSizes.merge(prefix, 1, Integer::sum));
                }
            }
        }
    }

    public void testKeepsBucketsUpToTheLimitAndNoOthers() throws IOException {
        try (Directory directory = newDirectory(); DirectoryReader reader = index(directory)) {
            IndexSearcher searcher = newSearcher(reader);
            for (Sample any : samples.subList(0, 30)) {
                Sample sample = any.takingAnyRows(random());
                int of = RandomNumbers.randomIntBetween(random(), sample.rows(), MOST_ROWS);
                for (int band : new int[] {0, 9}) {
                    int size = bucketSizes.get(sample.bandPrefixes(of).get(band));
                    assertLimited(searcher, sample, size);
                    assertLimited(searcher, sample, size - 1);
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
        Set<String> kept = kept(sample, max);
        Set<String> asTheyAre = new HashSet<>(sample.bandPrefixes(sample.rows()));
        asTheyAre.retainAll(kept);
        assertEquals(asTheyAre.size(), query.bucketCount());
        Map<Integer, Float> expected = new TreeMap<>();
        for (int id = 0; id < samples.size(); id++) {
            Sample other = samples.get(id);
            double similarity = sample.similarity(other, false, MIN_SIMILARITY);
            if (similarity >= 0 && hasOneOf(kept, other)) {
                expected.put(id, (float) similarity);
            }
        }
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query).scoreDocs) {
            hits.put(hit.doc, hit.score);
        }
        assertEquals(expected, hits);
        assertExplained(searcher, query, sample, asTheyAre, hits.keySet());
    }

    /** A document that agrees in the rows taken is none that has nothing in common, if their buckets are limited. */
    private void assertExplained(
            IndexSearcher searcher, NearDuplicateQuery query, Sample sample, Set<String> asTheyAre,
            Set<Integer> hits)
            throws IOException {
        int bands = sample.bandTerms().size();
        int limited = bands - asTheyAre.size();
        for (int id = 0; id < samples.size(); id++) {
            if (hits.contains(id) == false
                    && sample.similarity(samples.get(id), false, MIN_SIMILARITY) >= 0) {
                assertEquals(
                        "the first " + sample.rows() + " rows in common of none of " + bands
                                + " bands, or of none but " + limited
                                + " that [max_bucket_size] limits",
                        searcher.explain(query, id).getDescription());
            }
        }
    }

    /** Returns the fewest rows of each band that are not in too many documents, of at least as many as the query takes. */
    private Set<String> kept(Sample sample, int max) {
        Set<String> kept = new HashSet<>();
        Set<Integer> bands = new HashSet<>();
        for (int of = sample.rows(); of <= MOST_ROWS; of++) {
            List<String> prefixes = sample.bandPrefixes(of);
            for (int band = 0; band < prefixes.size(); band++) {
                if (bucketSizes.get(prefixes.get(band)) <= max && bands.add(band)) {
                    kept.add(prefixes.get(band));
                }
            }
        }
        return kept;
    }

    private static boolean hasOneOf(Set<String> prefixes, Sample sample) {
        for (int of = 2; of <= MOST_ROWS; of++) {
            if (sample.bandPrefixes(of).stream().anyMatch(prefixes::contains)) {
                return true;
            }
        }
        return false;
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
