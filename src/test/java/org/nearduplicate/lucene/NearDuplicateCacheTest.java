package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A cached result is that of the same query only, and of what the index holds now. */
public class NearDuplicateCacheTest extends LuceneTestCase {

    private static final String FIELD = "near";
    static final QueryCachingPolicy ALWAYS = new QueryCachingPolicy() {
        @Override
        public void onUse(Query query) {}

        @Override
        public boolean shouldCache(Query query) {
            return true;
        }
    };

    private final LRUQueryCache cache = new LRUQueryCache(
            10_000, 10_000_000, context -> true, Float.POSITIVE_INFINITY);

    /** What texts have decided is not cached. */
    public void testCachedHitsAreTheSame() throws IOException {
        for (Verified verified : Verified.values()) {
            boolean exact = verified.isExact();
            long before = cache.getHitCount();
            try (SampleIndex index =
                    SampleIndex.random(random(), atLeast(150), verified.needsSets())) {
                IndexSearcher searcher = caching(index.reader());
                for (int i = 0; i < 20; i++) {
                    Sample sample = index.randomSample();
                    double minSimilarity = index.randomMinSimilarity(sample, exact);
                    Query query = new ConstantScoreQuery(
                            verified.query(sample, minSimilarity));
                    Map<Integer, Float> expected = index.expected(
                            sample, exact, minSimilarity, 1);
                    expected.replaceAll((id, score) -> 1f);
                    assertEquals(expected, SampleIndex.search(searcher, query));
                    assertEquals(expected, SampleIndex.search(searcher, query));
                }
            }
            assertEquals(verified != Verified.BY_TEXTS, cache.getHitCount() > before);
        }
    }

    public void testUpdatedShingleSetIsNotCached() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 16, 8, 2));
        Sample sample = new Sample(sketcher, "one two three four");
        Sample other = new Sample(sketcher, "five six seven eight");
        Query query = sample.query(FIELD, true, 0.5);
        try (Directory directory = newDirectory();
                IndexWriter writer = new IndexWriter(
                        directory,
                        newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
            writer.addDocument(SampleIndex.document(1, sample.fields(FIELD, true)));
            writer.addDocument(SampleIndex.document(2, sample.fields(FIELD, true)));
            assertHits(writer, query, 2);
            writer.updateBinaryDocValue(
                    new Term("id", "1"),
                    StoredValues.shingleSetField(FIELD),
                    other.fields(FIELD, true).getLast().binaryValue());
            assertHits(writer, query, 1);
        }
    }

    private void assertHits(IndexWriter writer, Query query, int expected) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            IndexSearcher searcher = caching(reader);
            for (int i = 0; i < 3; i++) {
                assertEquals(expected, searcher.count(new ConstantScoreQuery(query)));
            }
        }
    }

    private IndexSearcher caching(DirectoryReader reader) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(cache);
        searcher.setQueryCachingPolicy(ALWAYS);
        return searcher;
    }

}
