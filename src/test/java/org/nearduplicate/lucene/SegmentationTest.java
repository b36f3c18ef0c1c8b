package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.lucene.version.Slices;

/**
 * The hits and their order are the same for one segment, for one a document, and after these were merged,
 * searched by one thread or by several at once, which share segments.
 */
public class SegmentationTest extends LuceneTestCase {

    private static final String FIELD = SampleIndex.FIELD;
    private static final String ID = SampleIndex.ID;
    private static final int THREADS = 4;
    private static final int QUERIES = 6;

    private enum Layout {
        ONE_SEGMENT, SEGMENT_A_DOCUMENT, SOME_SEGMENTS, FORCE_MERGED
    }

    private final List<Sample> samples = new ArrayList<>();
    private final Set<Integer> deleted = new TreeSet<>();
    private ExecutorService threads;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        threads = Executors.newFixedThreadPool(THREADS, new NamedThreadFactory("search"));
        TextSketcher sketcher = new TextSketcher(
                FIELD, SampleIndex.randomAnalyzer(random()), Schemes.random(random()));
        samples.addAll(SampleIndex.randomSamples(random(), atLeast(100), sketcher));
        for (int i = random().nextInt(20); i > 0; i--) {
            deleted.add(random().nextInt(samples.size()));
        }
    }

    @Override
    public void tearDown() throws Exception {
        TestUtil.shutdownExecutorService(threads);
        super.tearDown();
    }

    public void testAnySegmentsAndThreadsGiveTheSame() throws IOException {
        List<Query> queries = queries();
        List<List<String>> expected = null;
        for (Layout layout : Layout.values()) {
            try (Directory directory = newDirectory();
                    DirectoryReader reader = index(directory, layout)) {
                List<List<String>> hits = hits(new IndexSearcher(reader), queries);
                expected = expected == null ? hits : expected;
                assertEquals(layout.name(), expected, hits);
                IndexSearcher concurrent = new InParts(reader, threads);
                assertTrue(
                        concurrent.getSlices().length >= Math.min(THREADS, Slices.most(reader)));
                assertEquals(layout + ", concurrent", expected, hits(concurrent, queries));
            }
        }
        assertTrue("few hits", expected.stream().mapToInt(List::size).sum() > QUERIES);
    }

    private List<Query> queries() {
        List<Sample> notEmpty = samples.stream().filter(each -> each.isEmpty() == false).toList();
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            Sample sample = randomFrom(random(), notEmpty);
            double minSimilarity = random().nextBoolean() ? 0.1 : 1 - random().nextDouble();
            queries.add(sample.query(FIELD, random().nextBoolean(), minSimilarity));
            queries.add(sample.query(FIELD, random().nextBoolean(), 0.5).ofEveryDocument());
        }
        return queries;
    }

    /** Returns all hits of each query, and then the best of them. */
    private static List<List<String>> hits(IndexSearcher searcher, List<Query> queries)
            throws IOException {
        List<List<String>> hits = new ArrayList<>();
        for (Query query : queries) {
            hits.add(hits(searcher, SampleIndex.allHits(searcher, query).scoreDocs));
            hits.add(hits(searcher, searcher.search(
                    query, new TopScoreDocCollectorManager(3, Integer.MAX_VALUE)).scoreDocs));
            hits.add(List.of("" + searcher.count(query)));
        }
        return hits;
    }

    private static List<String> hits(IndexSearcher searcher, ScoreDoc[] docs) throws IOException {
        List<String> hits = new ArrayList<>();
        for (ScoreDoc hit : docs) {
            hits.add(SampleIndex.id(searcher, hit.doc) + ": " + hit.score);
        }
        return hits;
    }

    /** Documents keep their order, so that ties do. */
    private DirectoryReader index(Directory directory, Layout layout) throws IOException {
        try (IndexWriter writer = new IndexWriter(
                directory,
                newIndexWriterConfig().setMaxBufferedDocs(10_000)
                        .setMergePolicy(NoMergePolicy.INSTANCE))) {
            for (int id = 0; id < samples.size(); id++) {
                writer.addDocument(
                        SampleIndex.document(id, samples.get(id).fields(FIELD, true)));
                switch (layout) {
                    case ONE_SEGMENT -> {
                    }
                    case SEGMENT_A_DOCUMENT, FORCE_MERGED -> writer.flush();
                    case SOME_SEGMENTS -> {
                        if (random().nextInt(30) == 0) {
                            writer.flush();
                        }
                    }
                }
            }
            for (int id : deleted) {
                writer.deleteDocuments(new Term(ID, Integer.toString(id)));
            }
        }
        if (layout == Layout.FORCE_MERGED) {
            forceMerge(directory);
        }
        return DirectoryReader.open(directory);
    }

    private static void forceMerge(Directory directory) throws IOException {
        try (IndexWriter writer = new IndexWriter(
                directory, newIndexWriterConfig().setMergePolicy(new LogDocMergePolicy()))) {
            writer.forceMerge(1);
        }
    }

    /** Searches segments in parts of a few documents, several at a time. */
    private static final class InParts extends IndexSearcher {

        InParts(DirectoryReader reader, Executor threads) {
            super(reader, threads);
        }

        @Override
        protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
            return Slices.small(leaves);
        }
    }
}
