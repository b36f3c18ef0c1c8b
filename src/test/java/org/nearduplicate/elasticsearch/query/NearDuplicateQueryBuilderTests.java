package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.either;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.AbstractQueryTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.lucene.version.Clauses;

/** What Elasticsearch demands of every query builder, for texts and for stored documents. */
public class NearDuplicateQueryBuilderTests
        extends AbstractQueryTestCase<NearDuplicateQueryBuilder> {

    private static final String FIELD = "near";
    private static final String EXACT_FIELD = "near_exact";

    private static final String MAPPING =
            """
                    {"properties": {
                      "near": {"type": "minhash", "analyzer": "simple", "passages": 4},
                      "near_exact": {"type": "minhash", "analyzer": "simple", "exact": true, "passages": 4}
                    }}""";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    /** A short text has few sampled shingles, which is a warning where the share is one of it. */
    @Override
    protected boolean enableWarningsCheck() {
        return false;
    }

    /** The analyzers of plugins are not there in these tests. */
    @Override
    protected void initializeAdditionalMappings(MapperService mapperService) throws IOException {
        mapperService.merge(
                "_doc",
                new CompressedXContent(MAPPING),
                MapperService.MergeReason.MAPPING_UPDATE);
    }

    @Override
    protected NearDuplicateQueryBuilder doCreateTestQueryBuilder() {
        Verify verify = randomFrom(Verify.EXACT, Verify.SIGNATURE, null);
        return new NearDuplicateQueryBuilder(
                verify == Verify.SIGNATURE ? randomFrom(FIELD, EXACT_FIELD) : EXACT_FIELD,
                RandomQueries.like(),
                RandomQueries.options(verify));
    }

    @Override
    protected boolean canSimulateMethod(Method method, Object[] args) {
        return method.getName().equals("search");
    }

    /** Every stored document is there, with the same text. */
    @Override
    protected Object simulateMethod(Method method, Object[] args) {
        StoredDocuments.answer((SearchRequest) args[0], args[1], "one text of many");
        return null;
    }

    @Override
    protected void doAssertLuceneQuery(
            NearDuplicateQueryBuilder builder, Query query, SearchExecutionContext context) {
        QueryParts parts = QueryParts.of(builder);
        if (parts.like() instanceof Like.Document && parts.options().includeSelf() == false) {
            BooleanQuery withoutSelf = (BooleanQuery) query;
            assertThat(withoutSelf.clauses().size(), equalTo(2));
            assertThat(Clauses.of(withoutSelf, Occur.MUST_NOT).size(), equalTo(1));
            assertNear(Clauses.of(withoutSelf, Occur.MUST).getFirst());
        } else {
            assertNear(query);
        }
    }

    /** Random characters may hold no token at all. */
    private static void assertNear(Query query) {
        assertThat(
                query,
                either(instanceOf(NearDuplicateQuery.class)).or(instanceOf(
                        MatchNoDocsQuery.class)));
    }

    @Override
    public NearDuplicateQueryBuilder mutateInstance(NearDuplicateQueryBuilder builder)
            throws IOException {
        QueryParts parts = QueryParts.of(builder);
        String field = parts.field();
        Like like = parts.like();
        QueryOptions options = parts.options();
        switch (between(0, 3)) {
            case 0 -> field = field + "2";
            case 1 -> like = randomValueOtherThan(like, RandomQueries::like);
            case 2 -> options = randomValueOtherThan(
                    parts.options(), () -> RandomQueries.options(parts.options().verify()));
            default -> {
                return changeNameOrBoost(builder);
            }
        }
        return new NearDuplicateQueryBuilder(field, like, options)
                .boost(builder.boost())
                .queryName(builder.queryName());
    }

    /** What a query builder was made of, read back from what it writes for other nodes. */
    private record QueryParts(String field, Like like, QueryOptions options) {

        static QueryParts of(NearDuplicateQueryBuilder builder) {
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                builder.doWriteTo(out);
                StreamInput in = out.bytes().streamInput();
                WireVersion.check(in);
                return new QueryParts(in.readString(), Like.read(in), new QueryOptions(in));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A stored document has to be fetched first; texts need no rewriting. */
    @Override
    public void testMustRewrite() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        NearDuplicateQueryBuilder document =
                new NearDuplicateQueryBuilder(
                        FIELD, RandomQueries.document(), RandomQueries.options(Verify.SIGNATURE));
        QueryShardException refusal =
                expectThrows(QueryShardException.class, () -> document.toQuery(context));
        assertThat(
                refusal.getMessage(),
                containsString("[like] must be a text here, got a stored document"));
        NearDuplicateQueryBuilder texts =
                new NearDuplicateQueryBuilder(
                        FIELD, RandomQueries.texts(), RandomQueries.options(Verify.SIGNATURE));
        assertSame(texts, texts.rewrite(context));
    }
}
