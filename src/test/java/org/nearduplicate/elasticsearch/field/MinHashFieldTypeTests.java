package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.collapse.CollapseBuilder;

/** What queries other than {@code near_duplicate} get from the field. */
public class MinHashFieldTypeTests extends MinHashMapperTestCase {

    public void testExistsFindsDocumentsWithAnyToken() throws IOException {
        List<?> values = List.of("some text", "", "…", 1, List.of("", "text"), List.of());
        withIndex(
                createMapperService(minimal()), values,
                context -> assertThat(
                        hits(context, QueryBuilders.existsQuery(FIELD)).keySet(),
                        equalTo(Set.of(0, 3, 4))));
    }

    public void testOtherQueriesAreRefused() throws IOException {
        for (QueryBuilder query : List.of(
                QueryBuilders.termQuery(FIELD, "text"),
                QueryBuilders.termsQuery(FIELD, "some", "text"))) {
            assertRefused(
                    query,
                    "field [field] of type [minhash] supports only the [near_duplicate] and [exists]"
                            + " queries");
        }
        assertRefused(
                QueryBuilders.matchQuery(FIELD, "some text"),
                "Field [field] of type [minhash] does not support match queries");
        for (QueryBuilder query : List.of(
                QueryBuilders.matchPhraseQuery(FIELD, "some text"),
                QueryBuilders.prefixQuery(FIELD, "te"),
                QueryBuilders.wildcardQuery(FIELD, "te*"),
                QueryBuilders.regexpQuery(FIELD, "te.*"),
                QueryBuilders.fuzzyQuery(FIELD, "text"),
                QueryBuilders.rangeQuery(FIELD).gt("text"))) {
            assertRefused(query, "[minhash]");
        }
    }

    public void testCollapseLeadsToTheRetriever() throws IOException {
        withIndex(
                createMapperService(minimal()), List.of("some text"),
                context -> assertThat(
                        expectThrows(
                                IllegalArgumentException.class,
                                () -> new CollapseBuilder(FIELD).build(context))
                                .getMessage(),
                        equalTo(
                                "[collapse] is not supported for field [field] of type [minhash]: use the"
                                        + " retriever [near_duplicate_collapse]")));
    }

    public void testNoSortingAndNoAggregations() throws IOException {
        MappedFieldType field = createMapperService(minimal()).fieldType(FIELD);
        assertFalse(field.isAggregatable());
        assertFalse(field.isSearchable());
        assertFalse(field.isStored());
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> field.fielddataBuilder(null));
        assertThat(refusal.getMessage(), containsString("[field] of type [minhash]"));
    }

    private void assertRefused(QueryBuilder query, String message) throws IOException {
        SearchExecutionContext context =
                createSearchExecutionContext(createMapperService(minimal()));
        Exception refusal = expectThrows(Exception.class, () -> query.toQuery(context));
        assertThat(refusal.getMessage(), containsString(message));
    }
}
