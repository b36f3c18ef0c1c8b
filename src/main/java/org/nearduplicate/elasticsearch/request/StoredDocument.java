package org.nearduplicate.elasticsearch.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchExtBuilder;
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
 * @param added what a fetch phase added for the extension of the search, or null
 */
public record StoredDocument(Document document, List<String> texts, DocumentField added) {

    /** Copies the texts. */
    public StoredDocument {
        texts = List.copyOf(texts);
    }

    /** Returns a query for a document, and no other that has its {@code _id}. */
    public static QueryBuilder only(Document document) {
        return only(document, List.of(document));
    }

    /**
     * Returns a query for documents of one index and routing, and no others that have their {@code _id}.
     *
     * @param place has this index and routing
     */
    static QueryBuilder only(Document place, List<Document> documents) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, place.index()))
                .filter(
                        QueryBuilders.idsQuery()
                                .addIds(
                                        documents.stream()
                                                .map(Document::id)
                                                .toArray(String[]::new)))
                .filter(ofRouting(place.routing()));
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

    /**
     * Which stored document is meant, and where it is looked for.
     *
     * @param parameter the parameter that names it, for error messages
     * @param target the indices, aliases or patterns that are searched
     * @param document the document, without an index for whichever of the target holds it, without a routing to look in
     *     all shards
     * @param query what it matches besides, or null
     * @param extension asks a fetch phase to add a field of its name, or null
     */
    public record DocumentLookup(
            String parameter, IndicesRequest target, DocumentReference document,
            QueryBuilder query, SearchExtBuilder extension) {

        /** One more than allowed shows that an alias leads to several documents. */
        private static final int MAX_COUNTED = 2;

        /** Names the query that a document without text does not match, and one whose text is not given back does. */
        private static final String INDEXED = "indexed";

        /**
         * Finds the document by an ordinary search with the rights of the caller, so that nobody sees more
         * of it than a search shows.
         *
         * @param listener receives it, or an IllegalArgumentException if there is no such document
         */
        public void find(
                Client client, String field, ActionListener<StoredDocument> listener) {
            search(client, field, listener.map(response -> {
                long found = HitCount.of(response.getHits().getTotalHits());
                if (found != 1) {
                    throw refusal(found);
                }
                SearchHit hit = response.getHits().getAt(0);
                return new StoredDocument(
                        StoredDocument.of(hit), texts(hit, field),
                        extension == null ? null : hit.field(extension.getWriteableName()));
            }));
        }

        /**
         * Finds the texts of the document, which may be gone.
         *
         * @param listener receives its texts, none if it is gone
         */
        public void findTexts(
                Client client, String field, ActionListener<List<String>> listener) {
            search(client, field, listener.map(
                    response -> Arrays.stream(response.getHits().getHits())
                            .flatMap(hit -> texts(hit, field).stream())
                            .toList()));
        }

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
                    QueryBuilders.boolQuery()
                            .filter(QueryBuilders.idsQuery().addIds(document.id()));
            if (document.index() != null) {
                matching.filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, document.index()));
            }
            return query == null ? matching : matching.filter(query);
        }

        private void search(
                Client client, String field, ActionListener<SearchResponse> listener) {
            SearchRequest request = search();
            SearchSourceBuilder source = new SearchSourceBuilder();
            if (extension != null) {
                source.ext(List.of(extension));
            }
            request.source(
                    source
                            .query(
                                    documentQuery()
                                            .should(
                                                    QueryBuilders.existsQuery(field)
                                                            .queryName(INDEXED)))
                            .fetchSource(false)
                            .fetchField(field)
                            .size(1)
                            .trackTotalHitsUpTo(MAX_COUNTED));
            client.search(request, listener);
        }

        private List<String> texts(SearchHit hit, String field) {
            DocumentField values = hit.field(field);
            if (values == null) {
                requireNoText(hit, field);
                return List.of();
            }
            return values.getValues().stream()
                    .filter(Objects::nonNull)
                    .map(Object::toString)
                    .toList();
        }

        /** Nested documents and patterns are given back under other names, a disabled source not at all. */
        private void requireNoText(SearchHit hit, String field) {
            boolean elsewhere = hit.getDocumentFields().keySet().stream()
                    .anyMatch(
                            name -> extension == null
                                    || name.equals(extension.getWriteableName()) == false);
            if (elsewhere || Arrays.asList(hit.getMatchedQueries()).contains(INDEXED)) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT,
                                "[%s] needs the text of [%s], which %s does not give back: %s",
                                parameter,
                                field,
                                this,
                                elsewhere
                                        ? "it is not one field outside of nested documents"
                                        : "[_source] is disabled or leaves it out, or field-level security"
                                                + " hides it"));
            }
        }

        /** Returns the refusal of a document that is not there, or not the only one. */
        private IllegalArgumentException refusal(long found) {
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
}
