package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.ESTestCase.asInstanceOf;

import java.util.Arrays;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.SearchShardTarget;

/** Answers the searches by which stored documents are found. */
final class StoredDocuments {

    private StoredDocuments() {}

    /** Answers with one document that has these values in the field asked for. */
    static void answer(SearchRequest request, Object listener, Object... values) {
        answer(listener, hit(request, request.indices()[0], values));
    }

    @SuppressWarnings("unchecked")
    static void answer(Object listener, SearchHit... hits) {
        TotalHits total = new TotalHits(hits.length, TotalHits.Relation.EQUAL_TO);
        SearchHits searchHits = new SearchHits(hits, total, 1);
        SearchResponse response = new SearchResponse(
                searchHits, null, null, false, null, null, 1, null, 1, 1, 0, 1,
                ShardSearchFailure.EMPTY_ARRAY, SearchResponse.Clusters.EMPTY);
        searchHits.decRef();
        try {
            ((ActionListener<SearchResponse>) asInstanceOf(ActionListener.class, listener))
                    .onResponse(response);
        } finally {
            response.decRef();
        }
    }

    static SearchHit hit(SearchRequest request, String index, Object... values) {
        String field = request.source().fetchFields().getFirst().field;
        SearchHit hit = SearchHit.unpooled(0, "id");
        hit.shard(new SearchShardTarget("node", new ShardId(index, "uuid", 0), null));
        if (values.length > 0) {
            hit.addDocumentFields(
                    Map.of(field, new DocumentField(field, Arrays.asList(values))), Map.of());
        }
        return hit;
    }
}
