package org.nearduplicate.elasticsearch.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.transport.RemoteClusterAware;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.version.HitCount;

/**
 * A stored document that a query names, as it was found.
 *
 * @param document its names, the index being the one that holds it, no alias
 * @param texts the values of the requested field; none if the document has none
 */
public record StoredDocument(Document document, List<String> texts) {

    /** One more than allowed shows that an alias leads to several documents. */
    private static final int MAX_COUNTED = 2;

    /** Names the query that a document without text does not match, and one whose text is not given back does. */
    private static final String INDEXED = "indexed";

    /** Copies the texts. */
    public StoredDocument {
        texts = List.copyOf(texts);
    }

    /**
     * Finds a document by an ordinary search with the rights of the caller, so that nobody sees more
     * of it than a search shows.
     *
     * @param listener receives it, or an IllegalArgumentException if there is no such document
     */
    public static void find(
            Client client, DocumentLookup lookup, String field,
            ActionListener<StoredDocument> listener) {
        search(client, lookup, field, listener.map(response -> {
            long found = HitCount.of(response.getHits().getTotalHits());
            if (found != 1) {
                throw lookup.refusal(found);
            }
            SearchHit hit = response.getHits().getAt(0);
            return new StoredDocument(of(hit), texts(hit, lookup, field));
        }));
    }

    /**
     * Finds the texts of a document that may be gone.
     *
     * @param lookup the document, and no other
     * @param listener receives its texts, none if it is gone
     */
    public static void findTexts(
            Client client, DocumentLookup lookup, String field,
            ActionListener<List<String>> listener) {
        search(client, lookup, field, listener.map(
                response -> Arrays.stream(response.getHits().getHits())
                        .flatMap(hit -> texts(hit, lookup, field).stream())
                        .toList()));
    }

    /** Returns a query for a document, and no other that has its {@code _id}. */
    public static QueryBuilder only(Document document) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, document.index()))
                .filter(QueryBuilders.idsQuery().addIds(document.id()))
                .filter(ofRouting(document.routing()));
    }

    /**
     * Returns a query for the documents of a routing: those of one index that have an {@code _id} in common
     * differ in it.
     *
     * @param routing the routing, or null for documents without one
     */
    public static QueryBuilder ofRouting(String routing) {
        return routing == null
                ? QueryBuilders.boolQuery()
                        .mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME))
                : QueryBuilders.termQuery(RoutingFieldMapper.NAME, routing);
    }

    /** Returns the document of a hit, its index by the name under which the shards of the caller's search know it. */
    public static Document of(SearchHit hit) {
        DocumentField routing = hit.field(RoutingFieldMapper.NAME);
        return new Document(
                RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex()),
                hit.getId(),
                routing == null ? null : routing.getValue());
    }

    private static void search(
            Client client, DocumentLookup lookup, String field,
            ActionListener<SearchResponse> listener) {
        SearchRequest request = lookup.search();
        request.source(
                new SearchSourceBuilder()
                        .query(
                                lookup.documentQuery()
                                        .should(
                                                QueryBuilders.existsQuery(field)
                                                        .queryName(INDEXED)))
                        .fetchSource(false)
                        .fetchField(field)
                        .size(1)
                        .trackTotalHitsUpTo(MAX_COUNTED));
        client.search(request, listener);
    }

    private static List<String> texts(SearchHit hit, DocumentLookup lookup, String field) {
        DocumentField values = hit.field(field);
        if (values == null) {
            requireNoText(hit, lookup, field);
            return List.of();
        }
        return values.getValues().stream()
                .filter(Objects::nonNull)
                .map(Object::toString)
                .toList();
    }

    /** Nested documents and patterns are given back under other names, a disabled source not at all. */
    private static void requireNoText(SearchHit hit, DocumentLookup lookup, String field) {
        boolean elsewhere = hit.getDocumentFields().isEmpty() == false;
        if (elsewhere || Arrays.asList(hit.getMatchedQueries()).contains(INDEXED)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[%s] needs the text of [%s], which %s does not give back: %s",
                            lookup.parameter(),
                            field,
                            lookup,
                            elsewhere
                                    ? "it is not one field outside of nested documents"
                                    : "[_source] is disabled or leaves it out, or field-level security"
                                            + " hides it"));
        }
    }
}
