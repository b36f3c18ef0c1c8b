package org.nearduplicate.elasticsearch.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.search.sort.ScoreSortBuilder;
import org.elasticsearch.search.sort.SortBuilder;
import org.elasticsearch.search.sort.SortOrder;

/**
 * The searches for a window and for what is compared of it: all in the point in time of the search that they are made
 * for, and with its caller's rights.
 *
 * @param client searches, as a child of the search that this is done for
 * @param window the search for the window, rewritten
 * @param options what is asked for
 */
record WindowSearches(Client client, SearchSourceBuilder window, CollapseOptions options) {

    /**
     * Returns the search for the window of a child that is rewritten.
     *
     * @param runtimeMappings those of the search that this is done for
     */
    static SearchSourceBuilder window(
            PointInTimeBuilder pointInTime,
            RetrieverBuilder child,
            CollapseOptions options,
            Map<String, Object> runtimeMappings) {
        SearchSourceBuilder source = source(pointInTime, WindowRequest.signatures(options))
                .runtimeMappings(runtimeMappings)
                .size(options.rankWindowSize());
        child.extractToSearchSourceBuilder(source, true);
        List<SortBuilder<?>> sorts = new ArrayList<>();
        if (source.sorts() == null) {
            sorts.add(new ScoreSortBuilder());
        } else {
            sorts.addAll(source.sorts());
        }
        sorts.add(shardAndDocument());
        return source.sort(sorts);
    }

    /** Searches the window. */
    void searchWindow(ActionListener<RankedWindow> listener) {
        search(window, listener.map(
                response -> RankedWindow.of(response.getHits().getHits(), isByScore())));
    }

    /** Returns whether nothing but the score orders the window, and the places of hits of the same score. */
    private boolean isByScore() {
        List<SortBuilder<?>> sorts = window.sorts();
        return sorts.size() == 2
                && sorts.getFirst() instanceof ScoreSortBuilder score
                && score.order() == SortOrder.DESC;
    }

    /**
     * Fetches the shingle sets of some hits.
     *
     * @param hits their documents
     * @param listener receives the sets, in the order of the documents
     */
    void fetchSets(RankDoc[] hits, ActionListener<List<byte[]>> listener) {
        SearchSourceBuilder source =
                source(window.pointInTimeBuilder(), WindowRequest.sets(options))
                        .query(new RankDocsQueryBuilder(hits, null, true))
                        .storedFields(new StoredFieldsContext(false))
                        .sort(List.of(shardAndDocument()))
                        .size(hits.length);
        search(source, listener.map(response -> {
            SearchHit[] found = response.getHits().getHits();
            if (found.length != hits.length) {
                throw new IllegalStateException(
                        "[" + hits.length + "] hits of a window have [" + found.length + "] sets");
            }
            Map<RankDoc.RankKey, byte[]> sets = new HashMap<>();
            for (SearchHit hit : found) {
                sets.put(
                        key(RankedWindow.document(hit)),
                        RankedWindow.bytes(hit, WindowPhase.SET));
            }
            return Arrays.stream(hits).map(hit -> sets.get(key(hit))).toList();
        }));
    }

    private static RankDoc.RankKey key(RankDoc document) {
        return new RankDoc.RankKey(document.doc, document.shardIndex);
    }

    private static SearchSourceBuilder source(
            PointInTimeBuilder pointInTime, WindowRequest request) {
        return new SearchSourceBuilder()
                .pointInTimeBuilder(pointInTime)
                .trackTotalHits(false)
                .fetchSource(false)
                .skipInnerHits(true)
                .ext(List.of(request));
    }

    /** The last value to sort by tells where a hit is. */
    private static FieldSortBuilder shardAndDocument() {
        return new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME);
    }

    /** Without the hits of a shard that failed others would stay, and nothing would say so. */
    private void search(
            SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        SearchRequest request = new SearchRequest().source(source);
        // A search that looks at shards before may number them otherwise.
        request.setPreFilterShardSize(Integer.MAX_VALUE);
        client.search(request.allowPartialSearchResults(false), listener);
    }
}
