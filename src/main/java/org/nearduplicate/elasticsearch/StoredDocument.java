package org.nearduplicate.elasticsearch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.transport.RemoteClusterAware;

/**
 * A stored document that a query asks for, as it was found.
 *
 * @param index the index that holds it, no alias
 * @param id its {@code _id}
 * @param texts the values of the field asked for; none if the document has none
 */
record StoredDocument(String index, String id, List<String> texts) {

    /** One more than allowed shows that an alias leads to several documents. */
    private static final int MAX_HITS = 2;

    /** Names the query that tells a document whose text is not given back from one without text. */
    private static final String INDEXED = "indexed";

    /**
     * Finds a document by an ordinary search with the rights of the caller, so that nobody sees more
     * of it than a search shows.
     *
     * @param client runs the search
     * @param like the document
     * @param field the field whose values are needed
     * @param listener receives it, or an IllegalArgumentException if there is no such document
     */
    static void find(
            Client client, LikeDocument like, String field,
            ActionListener<StoredDocument> listener) {
        SearchSourceBuilder source =
                new SearchSourceBuilder()
                        .query(
                                QueryBuilders.boolQuery()
                                        .filter(QueryBuilders.idsQuery().addIds(like.id()))
                                        .should(
                                                QueryBuilders.existsQuery(field)
                                                        .queryName(INDEXED)))
                        .fetchSource(false)
                        .fetchField(field)
                        .size(MAX_HITS)
                        .trackTotalHits(false);
        SearchRequest request =
                new SearchRequest(like.index())
                        .source(source)
                        .routing(like.routing())
                        .allowPartialSearchResults(false);
        client.search(
                request,
                listener.delegateFailureAndWrap(
                        (found, response) -> found.onResponse(read(response, like, field))));
    }

    private static StoredDocument read(SearchResponse response, LikeDocument like, String field) {
        SearchHit[] hits = response.getHits().getHits();
        if (hits.length != 1) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[like] must be one stored document, got [_index] [%s] and [_id] [%s], which is %s",
                            like.index(),
                            like.id(),
                            hits.length == 0 ? "missing" : "more than one"));
        }
        return new StoredDocument(indexOf(hits[0]), like.id(), texts(hits[0], like, field));
    }

    private static List<String> texts(SearchHit hit, LikeDocument like, String field) {
        DocumentField values = hit.field(field);
        if (values == null) {
            requireNoText(hit, like, field);
            return List.of();
        }
        return values.getValues().stream()
                .filter(Objects::nonNull)
                .map(Object::toString)
                .toList();
    }

    /** Nested documents and patterns are given back under other names, a disabled source not at all. */
    private static void requireNoText(SearchHit hit, LikeDocument like, String field) {
        boolean elsewhere = hit.getDocumentFields().isEmpty() == false;
        if (elsewhere || Arrays.asList(hit.getMatchedQueries()).contains(INDEXED)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[like] needs the text of [%s], which [_index] [%s] and [_id] [%s] does not give back: %s",
                            field,
                            like.index(),
                            like.id(),
                            elsewhere
                                    ? "it is not one field outside of nested documents"
                                    : "[_source] is disabled or leaves it out"));
        }
    }

    /** Returns the name under which the shards of the caller's search know the index of a hit. */
    private static String indexOf(SearchHit hit) {
        return RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
    }
}
