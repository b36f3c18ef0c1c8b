package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.TestSearchContext;
import org.nearduplicate.elasticsearch.field.MinHashMapperTestCase;
import org.nearduplicate.lucene.Verify;

/** What happens while the texts of candidates are read from {@code _source}. */
public class SourceReadingTests extends MinHashMapperTestCase {

    private static final int DOCUMENTS = 20;
    private static final String TEXT = "a text that every document of this index has";

    /** Near it, so that it has to be read: a copy is known by what is stored of it. */
    private static final String LIKE = TEXT + " again";

    /** Cancellation is checked at every document. */
    public void testCancelledSearchReadsNoFurther() throws IOException {
        withDocuments(Integer.MAX_VALUE, (mappers, reader) -> {
            ContextIndexSearcher searcher = searcher(reader);
            Query query = query(mappers, searcher);
            AtomicInteger checks = new AtomicInteger();
            int last = between(3, DOCUMENTS - 1);
            searcher.addQueryCancellation(() -> {
                if (checks.incrementAndGet() == last) {
                    throw new TaskCancelledException("enough");
                }
            });
            expectThrows(TaskCancelledException.class, () -> searcher.search(query, DOCUMENTS));
            assertThat(checks.get(), equalTo(last));
        });
    }

    /** What clauses keep of the texts that they read is charged until the search is over; one clause keeps nothing. */
    public void testClausesAreChargedUntilTheSearchIsOver() throws IOException {
        withDocuments(Integer.MAX_VALUE, (mappers, reader) -> {
            ContextIndexSearcher searcher = searcher(reader);
            SearchExecutionContext context = createSearchExecutionContext(mappers, searcher);
            for (int clauses = 1; clauses < 4; clauses++) {
                BoolQueryBuilder query = QueryBuilders.boolQuery();
                for (int i = 0; i < clauses; i++) {
                    query.should(
                            Queries.near(
                                    FIELD, new QueryOptions(0.7 + i / 100.0, null, Verify.EXACT),
                                    LIKE));
                }
                CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(1));
                TestSearchContext search = new TestSearchContext(context);
                search.parsedQuery(new ParsedQuery(query.toQuery(context)));
                new SearchClauses(breaker).onPreQueryPhase(search);
                assertThat(
                        searcher.search(search.query(), DOCUMENTS).scoreDocs.length,
                        equalTo(DOCUMENTS));
                assertThat(breaker.getUsed(), clauses == 1 ? equalTo(0L) : greaterThan(0L));
                search.close();
                assertThat(breaker.getUsed(), equalTo(0L));
            }
        });
    }

    public void testSuggestionsHaveNoClauses() {
        TestSearchContext search = new TestSearchContext((SearchExecutionContext) null);
        new SearchClauses(newLimitedBreaker(ByteSizeValue.ofMb(1))).onPreQueryPhase(search);
        search.close();
    }

    public void testCorruptSourceFailsByTheNameOfItsDocument() throws IOException {
        int broken = between(1, DOCUMENTS - 1);
        withDocuments(broken, (mappers, reader) -> {
            ContextIndexSearcher searcher = searcher(reader);
            Query query = query(mappers, searcher);
            IllegalStateException e = expectThrows(
                    IllegalStateException.class, () -> searcher.search(query, DOCUMENTS));
            assertThat(
                    e.getMessage(),
                    startsWith(
                            "document [" + broken + "], field [" + FIELD
                                    + "]: [_source] cannot be read: "));
        });
    }

    /** Tests with an index. */
    private interface Test {
        void run(MapperService mappers, DirectoryReader reader) throws IOException;
    }

    /**
     * @param broken the document whose source breaks off
     */
    private void withDocuments(int broken, Test test) throws IOException {
        MapperService mappers = createMapperService(minimal());
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (int id = 0; id < DOCUMENTS; id++) {
                    LuceneDocument document = mappers.documentMapper()
                            .parse(source(Integer.toString(id), b -> b.field(FIELD, TEXT), null))
                            .rootDoc();
                    if (id == broken) {
                        breakSource(document);
                    }
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                test.run(mappers, reader);
            }
        }
    }

    private static void breakSource(LuceneDocument document) {
        byte[] source = document.getBinaryValue(SourceFieldMapper.NAME).bytes;
        int end = new String(source, StandardCharsets.UTF_8).indexOf("every");
        document.getFields().removeIf(field -> field.name().equals(SourceFieldMapper.NAME));
        document.add(new StoredField(SourceFieldMapper.NAME, Arrays.copyOf(source, end)));
    }

    private static ContextIndexSearcher searcher(DirectoryReader reader) throws IOException {
        return new ContextIndexSearcher(
                reader,
                IndexSearcher.getDefaultSimilarity(),
                IndexSearcher.getDefaultQueryCache(),
                IndexSearcher.getDefaultQueryCachingPolicy(),
                true);
    }

    private Query query(MapperService mappers, IndexSearcher searcher) throws IOException {
        return Queries.near(FIELD,
                new QueryOptions(null, null, Verify.EXACT), LIKE)
                .toQuery(createSearchExecutionContext(mappers, searcher));
    }
}
