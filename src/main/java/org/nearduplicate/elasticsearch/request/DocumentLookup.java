package org.nearduplicate.elasticsearch.request;

import java.util.Locale;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/**
 * Which stored document is meant, and where it is looked for.
 *
 * @param parameter the parameter that names it, for error messages
 * @param target the indices, aliases or patterns that are searched
 * @param document the document, without an index for whichever of the target holds it, without a routing to look in all shards
 * @param query what it matches besides, or null
 */
public record DocumentLookup(
        String parameter, IndicesRequest target, DocumentReference document, QueryBuilder query) {

    /** Returns a search for the document that has no query yet. Its shards all have to answer. */
    public SearchRequest search() {
        return new SearchRequest(target.indices())
                .indicesOptions(target.indicesOptions())
                .routing(document.routing())
                .allowPartialSearchResults(false);
    }

    /** Returns a query that matches the document, and no other. */
    public BoolQueryBuilder documentQuery() {
        BoolQueryBuilder matching =
                QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(document.id()));
        if (document.index() != null) {
            matching.filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, document.index()));
        }
        return query == null ? matching : matching.filter(query);
    }

    /** Returns the refusal of a document that is not there, or not the only one. */
    IllegalArgumentException refusal(long found) {
        return new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "[%s] must be one stored document, got %s, which is %s",
                        parameter,
                        this,
                        found > 0
                                ? "more than one; [_index] and [_routing] say which"
                                : (query == null ? "missing" : "missing or left out by [query]")
                                        + "; one that was just indexed is seen after a refresh"));
    }

    /** Returns the names by which a user finds the document again. */
    @Override
    public String toString() {
        String where = document.index() == null
                ? String.join(",", target.indices())
                : document.index();
        return String.format(Locale.ROOT, "[_index] [%s] and [_id] [%s]", where, document.id());
    }
}
