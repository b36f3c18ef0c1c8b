package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.AbstractBuilderTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.lucene.Verify;

/** How a stored document is fetched, and the query that its texts become. */
public class NearDuplicateQueryRewriteTests extends AbstractBuilderTestCase {

    private static final String FIELD = "body.near";
    private static final Like.Document DOCUMENT =
            new Like.Document(new DocumentReference("alias", "7", "route"));

    private final List<SearchRequest> searches = new ArrayList<>();
    private Answer answer = (request, listener) -> fail("nothing has to be fetched");

    /** Answers a search. */
    private interface Answer {
        void answer(SearchRequest request, Object listener);
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Override
    protected boolean canSimulateMethod(Method method, Object[] args) {
        return method.getName().equals("search");
    }

    @Override
    protected Object simulateMethod(Method method, Object[] args) {
        searches.add((SearchRequest) args[0]);
        answer.answer((SearchRequest) args[0], args[1]);
        return null;
    }

    public void testDocumentIsFetchedOnceWithTheFieldAlone() {
        answer = (request, listener) -> StoredDocuments.answer(request, listener, "a text");
        rewrite(query(DOCUMENT, Queries.DEFAULT));
        assertThat(searches.size(), equalTo(1));
        SearchRequest request = searches.getFirst();
        assertThat(request.indices(), arrayContaining("alias"));
        assertThat(request.routing(), equalTo("route"));
        assertThat(request.allowPartialSearchResults(), equalTo(false));
        SearchSourceBuilder source = request.source();
        assertThat(source.query().toString(), stringContainsInOrder("ids", "values", "\"7\""));
        assertThat(source.fetchSource().fetchSource(), equalTo(false));
        assertThat(source.fetchFields().stream().map(each -> each.field).toList(),
                equalTo(List.of(FIELD)));
    }

    public void testDocumentBecomesItsTextsWithoutItself() {
        String index = randomFrom("another", getIndex().getName());
        answer =
                (request, listener) -> StoredDocuments.answer(
                        listener, StoredDocuments.hit(request, index, "one", null, "two"));
        QueryOptions options = RandomQueries.options(Verify.EXACT);
        QueryBuilder expected = query(new Like.Texts(List.of("one", "two")), options);
        if (options.includeSelf() == false) {
            expected =
                    new BoolQueryBuilder()
                            .must(expected)
                            .mustNot(
                                    new BoolQueryBuilder()
                                            .filter(QueryBuilders.termQuery("_index", index))
                                            .filter(QueryBuilders.idsQuery().addIds("id"))
                                            .filter(StoredDocument.ofRouting(null)));
        }
        assertThat(rewrite(query(DOCUMENT, options)), equalTo(rewrite(expected)));
    }

    public void testTwoDocumentsAreAnError() {
        answer =
                (request, listener) -> StoredDocuments.answer(
                        listener,
                        StoredDocuments.hit(request, "one", "a text"),
                        StoredDocuments.hit(request, "two", "a text"));
        IllegalArgumentException refusal = expectThrows(
                IllegalArgumentException.class, () -> rewrite(query(DOCUMENT, Queries.DEFAULT)));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "[like] must be one stored document, got [_index] [alias] and [_id] [7],"
                                + " which is more than one; [_index] and [_routing] say which"));
    }

    public void testFailureOfTheSearchIsTheError() {
        answer =
                (request, listener) -> ((ActionListener<?>) listener)
                        .onFailure(new IndexNotFoundException("alias"));
        ElasticsearchException failure =
                expectThrows(
                        IndexNotFoundException.class,
                        () -> rewrite(query(DOCUMENT, Queries.DEFAULT)));
        assertThat(failure.status(), equalTo(RestStatus.NOT_FOUND));
    }

    public void testIndexIsNeededWhereItIsNotKnownWhatIsSearched() {
        NearDuplicateQueryBuilder query =
                query(
                        new Like.Document(new DocumentReference(null, "7", null)),
                        Queries.DEFAULT);
        QueryRewriteContext unknown =
                new QueryRewriteContext(parserConfig(), null, () -> 0L);
        IllegalArgumentException refusal =
                expectThrows(IllegalArgumentException.class, () -> query.rewrite(unknown));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "[like] needs [_index] here, as it is not known which indices are searched"));
    }

    public void testHalfFetchedQueryIsNotSent() throws IOException {
        QueryRewriteContext context = createQueryRewriteContext();
        QueryBuilder waiting = query(DOCUMENT, Queries.DEFAULT).rewrite(context);
        assertTrue(context.hasAsyncActions());
        assertSame(waiting, waiting.rewrite(context));
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            expectThrows(IllegalStateException.class, () -> waiting.writeTo(out));
        }
    }

    private static NearDuplicateQueryBuilder query(Like like, QueryOptions options) {
        return new NearDuplicateQueryBuilder(FIELD, like, options);
    }

    private static QueryBuilder rewrite(QueryBuilder query) {
        PlainActionFuture<QueryBuilder> rewritten = new PlainActionFuture<>();
        Rewriteable.rewriteAndFetch(query, createQueryRewriteContext(), rewritten);
        return rewritten.actionGet();
    }
}
